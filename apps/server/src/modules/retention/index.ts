export { applyRetention } from './retain.ts'
