export { type Errand, type OutboxHouse, runOutbox } from './outbox.ts'
export { type PeriodicJob, runPeriodically } from './run-periodically.ts'
