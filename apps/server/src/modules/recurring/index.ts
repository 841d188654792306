export { chargeDue, type RecurringCharge, type RecurringKind } from './charge-due.ts'
export { instantOf } from './instant.ts'
