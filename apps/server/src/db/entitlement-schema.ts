import type { ColumnType, Generated } from 'kysely'
import type { AccessType } from '@playhouse/domain/access'
import type { GroupKind } from '@playhouse/domain/group-booking'
import type { ReservationState } from '@playhouse/domain/order'
import type { Band } from '@playhouse/domain/pricing'
import type { PromoRule } from '@playhouse/domain/promo'
import type { CreatedAt, Instant, Json } from './column.ts'

/** A membership of a customer. Days are ISO text. */
export type MembershipTable = {
  id: string
  customer_id: string
  membership: string
  starts_on: string
  renews_on: string | null
  expires_on: string
  auto_renew: Generated<boolean>
  /** The order that bought it; if that order is returned, the membership ends. */
  order_id: string | null
  /** What it was sold for, with the credit of an upgrade; minor units. */
  value: Generated<number>
  /** The term that it renews. */
  continues: ColumnType<string | null, string | null | undefined, string | null>
  /** When an upgrade ended it, and the order of that upgrade. */
  cancelled_at: ColumnType<Date | null, undefined, Date | null>
  replaced_by: ColumnType<string | null, undefined, string | null>
  /** The last day on which the benefits continue while an automatic renewal is not decided, ISO text. */
  grace_until: ColumnType<string | null, undefined, string | null>
}
/** The access types of a customer's access ID. */
export type AccessGrantTable = { customer_id: string; access_id: string; types: Json<AccessType[]>; applied_at: CreatedAt }
export type PromoTable = {
  code: string
  name: string
  rule: Json<PromoRule>
  starts_at: Instant | null
  ends_at: Instant | null
  max_uses: number | null
  per_customer: number | null
  used: Generated<number>
  /** Counted up by a trigger when staff change it, not when it is used. */
  version: Generated<number>
}
/** The use of a promo code by a basket: `reserved` during its payment, `used` by its order, else `released`. */
export type PromoUseTable = {
  basket_id: string
  code: string
  customer_id: string
  state: 'reserved' | 'used' | 'released'
  order_id: string | null
  at: CreatedAt
}
/** A row that is locked while one of a network's baskets claims seats. */
export type NetworkTable = { id: string; seen_at: ColumnType<Date, Date | string | undefined, Date | string> }
/** A reserved order: seats kept for a customer until `held_until`. */
export type ReservationTable = {
  id: string
  number: string
  customer_id: string
  state: ReservationState
  held_until: Instant
  is_locked: Generated<boolean>
  note: Generated<string>
  basket_id: string | null
  order_id: string | null
  reminded_at: Instant | null
  created_at: CreatedAt
}
/** The terms of a reserved order of a group or school. Days are ISO text, amounts minor units. */
export type GroupBookingTable = {
  reservation_id: string
  kind: GroupKind
  name: string
  option_until: Instant
  deposit: number
  deposit_due: string | null
  balance_due: string
  /** The account of its deposits. */
  account_id: string
}
export type ReservationTicketTable = {
  id: string
  reservation_id: string
  performance_id: string
  seat: number
  band: Band
  price_type: string
  price: number
  fee: number
}
/** A ballot. `seed` is secret until the draw; its digest `seed_hash` is public from the start. */
export type BallotTable = {
  id: string
  kind: 'choices' | 'dress-rehearsal'
  opens_at: Instant
  closes_at: Instant
  draws_at: Instant
  seed: string
  seed_hash: string
  /** Hours for which a winner's seats are reserved. */
  hold_hours: number
  max_quantity: number
  drawn_at: Instant | null
}
export type BallotPerformanceTable = { performance_id: string; ballot_id: string; seats: number }
export type BallotEntryTable = {
  id: string
  ballot_id: string
  customer_id: string
  quantity: number
  /** Ids of performances, the preferred one first. */
  choices: Json<string[]>
  /** Position in the draw; null before it. */
  place: number | null
  outcome: 'won' | 'lost' | null
  performance_id: string | null
  reservation_id: string | null
  entered_at: ColumnType<Date, Date | string | undefined, Date | string>
}
export type MaintenanceWindowTable = { id: string; starts_at: Instant; ends_at: Instant; reason: Generated<string>; created_at: CreatedAt }
/** The reminders that were sent. */
export type ReminderTable = { order_id: string; performance_id: string; at: CreatedAt }
