export { forgetOld } from './retain.ts'
