export { type Lane, type OutboxDeps, type OutboxHandler, runOutbox } from './outbox.ts'
export { discardMessage, listParked, type ParkedMessage, retryMessage } from './parked.ts'
export { type PeriodicJob, runPeriodically } from './run-periodically.ts'
