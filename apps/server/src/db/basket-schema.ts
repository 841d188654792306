import type { ColumnType, Generated } from 'kysely'
import type { Billing } from '@playhouse/api-client/contract'
import type { BasketState } from '@playhouse/domain/basket'
import type { LapsedItem } from '@playhouse/domain/lapsed-item'
import type { Band } from '@playhouse/domain/pricing'
import type { CreatedAt, Instant, Json } from './column.ts'
import type { Delivery, Notes } from './payment-schema.ts'

/** Seats of a lapsed basket, which the visitor may request again. Seat numbers are plan indices. */
export type LapsedSeats = { performance: string; seats: number[] }[]
export type BasketTable = {
  id: string
  customer_id: string | null
  state: BasketState
  version: Generated<number>
  deadline: Instant | null
  /** How long it is kept for its visitor while it holds neither seats nor stock; null before it had such an item. */
  kept_until: ColumnType<Date | null, undefined, Date | null>
  extensions: Generated<number>
  delivery: Json<Delivery>
  billing: Json<Billing> | null
  /** Answer to the Gift Aid question for its donations; null if unanswered: the account's declaration applies. */
  gift_aid_answer: Generated<boolean | null>
  notes: Json<Notes>
  terms_at: Instant | null
  /** Whether it is charged without its customer, who never sees it. */
  is_off_session: Generated<boolean>
  lapsed: ColumnType<LapsedSeats, string | undefined, string>
  /** Pieces that were released at the deadline, until it is changed or the visitor closes the notice. */
  lapsed_items: ColumnType<LapsedItem[], undefined, string>
  /** Names of the memberships that left it because its customer holds them by now, until it is changed. */
  held_memberships: ColumnType<string[], undefined, string[]>
  last_payment: 'cancelled' | 'declined' | 'timed-out' | null
  /** The account credit shown when the visitor chose to pay with it; null when they do not. */
  credit_seen: ColumnType<number | null, number | null | undefined, number | null>
  /** Whether the vouchers of its customer's subscriptions pay for its tickets. */
  uses_subscriptions: Generated<boolean>
  /** The promo code that is applied. */
  promo: ColumnType<string | null, string | null | undefined, string | null>
  /** The single-use code by which it has that; null where the offer's own code was typed. */
  single_use_code: ColumnType<string | null, string | null | undefined, string | null>
  /** The named code by which it has that; null where another code was typed. */
  named_code: ColumnType<string | null, string | null | undefined, string | null>
  /** The network of the last hold; null when unknown. */
  network: ColumnType<string | null, string | null | undefined, string | null>
  /** The reserved order that is paid for with it. */
  reservation_id: ColumnType<string | null, string | null | undefined, string | null>
  /** The confirmed order that it adds to; null for a basket that becomes a separate order. */
  adds_to_order: ColumnType<string | null, string | null | undefined, string | null>
  /** Staff user who fills it at the counter; null for a visitor's basket. */
  staff_id: ColumnType<string | null, string | null | undefined, string | null>
  created_at: CreatedAt
}
/** A gift voucher that a basket is to be paid with; `seen` is the balance shown to the visitor. */
export type BasketVoucherTable = { basket_id: string; account_id: string; seen: number; added_at: CreatedAt }
export type BasketTicketTable = {
  id: string
  basket_id: string
  performance_id: string
  seat: number
  band: Band
  price_type: string
  price: number
  fee: number
  /** The version of the price list that it was priced with; null for a separate price, such as that of a reserved order. */
  price_version: ColumnType<number | null, number | null | undefined, number | null>
  /** The series of performances that it was held with, if any. */
  series: ColumnType<string | null, string | null | undefined, string | null>
  added_at: CreatedAt
}
