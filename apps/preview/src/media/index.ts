export { goOffline, refuseWebgl } from './disable-features.ts'
export { type Pretence, pretend, rewrite } from './emulate-media.ts'
