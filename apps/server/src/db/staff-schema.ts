import type { ColumnType, Generated } from 'kysely'
import type { TokenScope } from '@playhouse/domain/api-token'
import type { CounterPaymentMethod } from '@playhouse/domain/counter-tender'
import type { SaleMoment } from '@playhouse/domain/sale-window'
import type { LockType } from '@playhouse/domain/seat-lock'
import type { StaffRole } from '@playhouse/domain/staff'
import type { CreatedAt, Instant } from './column.ts'

export type StaffTable = {
  id: string
  email: string
  name: string
  role: StaffRole
  password_hash: string
  /** The encrypted TOTP secret; null until they have enrolled. */
  second_factor: string | null
  /** The time step of the last accepted code, so that no code is accepted twice. */
  second_factor_step: ColumnType<number | null, number | null | undefined, number | null>
  failed_logins: Generated<number>
  locked_at: Instant | null
  /** The time of deactivation: the staff user can no longer sign in; their audit entries remain. */
  gone_at: Instant | null
  created_at: CreatedAt
}
type StaffRecoveryCodeTable = { code_hash: string; staff_id: string; used_at: Instant | null }
type StaffSessionTable = {
  id_hash: string
  staff_id: string
  /** Whether the second factor was verified; until then the session allows nothing else. */
  is_proved: Generated<boolean>
  /** The time of the last verification of the second factor. */
  proved_at: ColumnType<Date | null, undefined, Date>
  wrong_codes: Generated<number>
  /** The customer they serve; null for a customer without an account. */
  customer_id: ColumnType<string | null, string | null | undefined, string | null>
  basket_id: ColumnType<string | null, string | null | undefined, string | null>
  created_at: CreatedAt
  seen_at: ColumnType<Date, Date | string | undefined, Date | string>
}
/** A token by which a program calls the API for a staff user. */
type ApiTokenTable = {
  id: string
  secret_hash: string
  staff_id: string
  name: string
  scopes: TokenScope[]
  created_at: CreatedAt
  expires_at: Instant
  /** To the minute, so that a busy program writes seldom. */
  last_used_at: ColumnType<Date | null, undefined, Date>
  revoked_at: ColumnType<Date | null, undefined, Date>
}
/** The means of payment of an order at the counter; minor units. */
export type CounterPaymentTable = {
  attempt_id: string
  staff_id: string
  way: CounterPaymentMethod | 'none'
  tendered: number | null
  change: number | null
  /** The reference of the payment, such as the number of a cheque; null without one. */
  reference: ColumnType<string | null, string | null | undefined, never>
  at: CreatedAt
  /** The time at which a staff user confirmed that nothing was taken for an abandoned sale. */
  not_taken_at: ColumnType<Date | null, undefined, Date>
}
/** A lock of seats: the claims that have its id as `order_id`. */
type SeatBlockTable = {
  id: string
  performance_id: string
  kind: LockType
  /** The short name of the agent who sells its seats: a record of the catalogue. Null for locks of other types. */
  agent: ColumnType<string | null, string | null | undefined, never>
  reason: string
  /** The staff user who made it; null for a lock that an undo made. */
  staff_id: string | null
  placed_at: CreatedAt
  lifted_at: Instant | null
  /** When its seats go on sale, and the instant that this is for the performance; both null where a person ends it. */
  release: ColumnType<SaleMoment | null, string | null | undefined, string | null>
  release_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** The tables of staff and of the counter. */
export type StaffTables = {
  api_token: ApiTokenTable
  staff: StaffTable
  staff_recovery_code: StaffRecoveryCodeTable
  staff_session: StaffSessionTable
  counter_payment: CounterPaymentTable
  seat_hold: SeatBlockTable
}
