import type { ColumnType, Generated } from 'kysely'
import type { AccessType } from '@playhouse/domain/access'
import type { Locale } from '@playhouse/domain/locale'
import type { ReservationState } from '@playhouse/domain/order'
import type { Band } from '@playhouse/domain/pricing'
import type { DiscountedTickets, PromoRule } from '@playhouse/domain/promo'
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
  /** The name in other languages; empty without any. */
  names: ColumnType<Partial<Record<Locale, string>>, string | undefined, string>
  rule: Json<PromoRule>
  starts_at: Instant | null
  ends_at: Instant | null
  max_uses: number | null
  per_customer: number | null
  used: Generated<number>
  /** Counted up by a trigger when staff change it, not when it is used. */
  version: Generated<number>
}
/**
 * The use of a promo code by a basket: `reserved` during its payment, `used` by its order, else `released`. `tickets`: those that it discounts, by
 * performance; uses from before they were counted have none.
 */
export type PromoUseTable = {
  basket_id: string
  code: string
  customer_id: string
  state: 'reserved' | 'used' | 'released'
  order_id: string | null
  tickets: ColumnType<DiscountedTickets, string | undefined, string>
  /** The named code of the offer that was typed; null without one. */
  named_code: ColumnType<string | null, string | null | undefined, string | null>
  at: CreatedAt
}
/** The discounted tickets of a performance in uses that are not released. Changes while the row of its code is locked. */
export type PromoPerformanceTable = { code: string; performance_id: string; tickets: number }
/** A batch that adds single-use codes to an offer, or withdraws some. Without effect once it is undone. */
type SingleUseBatchTable = {
  id: string
  promo: string
  action: 'add' | 'withdraw'
  codes: number
  has_effect: boolean
  created_at: CreatedAt
}
/**
 * A single-use code of an offer, in clear: theatres send it to customers. `withdrawals`: the batches that withdraw it. `basket_id`: the basket whose
 * payment or order has its use. Changes while the row of its offer is locked.
 */
type SingleUseCodeTable = {
  code: string
  id: string
  promo: string
  batch_id: string
  withdrawals: Generated<string[]>
  basket_id: ColumnType<string | null, undefined, string | null>
}
/** The tables of the single-use codes of offers. */
/**
 * A named code of an offer, which is good for many orders. `used`: the reserved and confirmed uses with it, which a trigger counts. A used code is
 * withdrawn and stays. Changes while the row of its offer is locked.
 */
type NamedCodeTable = {
  code: string
  promo: string
  position: number
  label: string | null
  max_uses: number | null
  ends_at: Instant | null
  used: Generated<number>
  is_withdrawn: Generated<boolean>
}
export type OfferCodeTables = { single_use_batch: SingleUseBatchTable; single_use_code: SingleUseCodeTable; named_code: NamedCodeTable }
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
export type ReservationTicketTable = {
  id: string
  reservation_id: string
  performance_id: string
  seat: number
  band: Band
  price_type: string
  price: number
  fee: number
  /** The name of the person of a group who gets it; its ticket has it once it is paid. */
  holder: Generated<string | null>
}
/** The lock from which a draw took the seat of a reserved ticket, and to which it returns unpaid. */
type ReservationTicketLockTable = { ticket_id: string; lock_id: string }
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
  /** What staff call it; null for one that they have not saved, which has the title and day of its first performance. */
  name: ColumnType<string | null, string | undefined, string>
  /** The price type of winners' seats; null for the first one that everyone may buy. */
  price_type: ColumnType<string | null, string | null | undefined, string | null>
  /** The number of changes by staff, from 1. */
  version: Generated<number>
  /** Since when it takes no entries and is not drawn; null while it is on offer. */
  withdrawn_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}
export type BallotPerformanceTable = { performance_id: string; ballot_id: string; seats: number; position: Generated<number> }
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
/**
 * The draw of day seats for one performance. Its times are computed from those of its lottery, a record of the catalogue, and the start of the
 * performance. `seed` is secret until the entries are closed; its digest `seed_hash` is public from the start.
 */
export type DaySeatDrawTable = {
  performance_id: string
  lottery: string
  /** It takes no entries, and is not drawn. */
  is_withdrawn: boolean
  opens_at: Instant
  closes_at: Instant
  draws_at: Instant
  pay_until: Instant
  max_quantity: number
  price_type: string
  seed: string
  seed_hash: string
  drawn_at: ColumnType<Date | null, undefined, Date>
}
/** The entry of a customer for day seats. A winner has a reserved order from the moment of the draw. */
type DaySeatEntryTable = {
  id: string
  performance_id: string
  customer_id: string
  quantity: number
  /** Position in the draw; null before it. */
  place: ColumnType<number | null, undefined, number>
  outcome: ColumnType<'won' | 'lost' | null, undefined, 'won' | 'lost'>
  reservation_id: ColumnType<string | null, undefined, string>
  entered_at: ColumnType<Date, undefined, never>
}
/** The tables of day seats. */
export type DaySeatTables = {
  day_seat_draw: DaySeatDrawTable
  day_seat_entry: DaySeatEntryTable
  reservation_ticket_lock: ReservationTicketLockTable
}
export type MaintenanceWindowTable = { id: string; starts_at: Instant; ends_at: Instant; reason: Generated<string>; created_at: CreatedAt }
/** The reminders that were sent. */
export type ReminderTable = { order_id: string; performance_id: string; at: CreatedAt }
