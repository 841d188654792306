export { applyRetention } from './retention.ts'
