export { type Errand, type OutboxHouse, runOutbox } from './outbox.ts'
export { every, type Round } from './every.ts'
