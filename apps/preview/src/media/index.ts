export { goOffline, refuseWebgl } from './deprive.ts'
export { type Pretence, pretend, rewrite } from './pretend.ts'
