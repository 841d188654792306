export { applicationRole, grantToApplication, immutableTables } from './application-role.ts'
export { type Actor, audit, auditBy, auditCustomer, type AuditEntry } from './audit.ts'
export { type BrokenReference, brokenReferenceOf, readReferencedTable } from './broken-reference.ts'
export { type EmbeddedDatabase, startDatabase, type StartOptions } from './embedded/start-database.ts'
export { insertRows } from './insert-rows.ts'
export { migrate } from './migrate.ts'
export { newId } from './new-id.ts'
export { outsideTransaction } from './nested-connection.ts'
export { Overloaded, WaitBudget, withBudget } from './overload.ts'
export { type DatabaseAddress, openDatabase, type PoolOptions } from './open-database.ts'
export { publish, publishLater, publishMany } from './outbox.ts'
export {
  type CappedTopic,
  cappedTopics,
  isOutboxTopic,
  type Lane,
  type OutboxTopic,
  outboxTopics,
  type StoredPayloads,
} from './outbox-topics.ts'
export type { CardAddress, ContactPermissionTable, MovedInTable } from './account-schema.ts'
export type { BasketItemTable, OrderItemTable, QuotedItem } from './item-schema.ts'
export type { CounterPaymentTable, StaffTable } from './staff-schema.ts'
export type { FlexSubscriptionTable } from './subscription-schema.ts'
export type { BallotTable, DaySeatDrawTable, PromoTable, ReservationTable, ReservationTicketTable } from './entitlement-schema.ts'
export type {
  Delivery,
  Exchange,
  LedgerAccountTable,
  LedgerEntryTable,
  Notes,
  MandateTable,
  OffSessionChargeTable,
  PaymentAttemptTable,
  Quote,
  RefundTable,
  Spend,
} from './payment-schema.ts'
export type { MonthlyChargeTable, MonthlyGiftTable } from './monthly-gift-schema.ts'
export type { MembershipRenewalTable, RenewalConsentTable, RenewalEndReason } from './renewal-schema.ts'
export type { BasketTable, BasketTicketTable, LapsedSeats } from './basket-schema.ts'
export type { CustomerOrderTable } from './order-schema.ts'
export type { ProductionTable } from './planning-schema.ts'
export type { QueueTable } from './queue-schema.ts'
export type { CustomerTable, Database, PerformanceTable } from './schema.ts'
export { createBatcher, type BatcherOptions } from './batcher.ts'
export {
  type Closing,
  type DatabaseAddresses,
  findDatabase,
  migrateWithoutTimeout,
  openPool,
  openCurrentDatabase,
} from './reach-database.ts'
export { retryWhileBusy } from './retry-while-busy.ts'
export { isBusy, isConnectionLost, isUnstorable, transact, type TransactOptions } from './transact.ts'
