export { createInvariantMonitor, readViolations, type InvariantMonitor } from './invariant.ts'
