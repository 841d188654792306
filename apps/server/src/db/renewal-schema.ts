import type { ColumnType, Generated, RawBuilder } from 'kysely'
import type { Locale } from '@playhouse/domain/brand'
import type { RenewalState } from '@playhouse/domain/membership-renewal'
import type { CreatedAt } from './column.ts'

/** What a member has agreed to: automatic renewals of a membership. */
export type RenewalConsentTable = {
  id: string
  customer_id: string
  membership: string
  /** The version of the text, and the text in the member's language. */
  wording: string
  text: string
  locale: Locale
  /** The most that is charged, in minor units. */
  amount: number
  currency: string
  /** The mandate that pays; null for the preferred saved card. */
  mandate_id: string | null
  /** The order with which it was given; null in the account. */
  order_id: ColumnType<string | null, string | undefined, never>
  agreed_at: CreatedAt
  ended_at: ColumnType<Date | null, RawBuilder<Date> | undefined, RawBuilder<Date>>
  end_reason: ColumnType<RenewalEndReason | null, RenewalEndReason | undefined, RenewalEndReason | RawBuilder<RenewalEndReason>>
}
/** `no-card`: it was given with an order, and the card of the payment is not saved. */
export type RenewalEndReason =
  | 'member'
  | 'lapsed'
  | 'price'
  | 'ended'
  | 'returned'
  | 'age'
  | 'replaced'
  | 'upgraded'
  | 'mandate'
  | 'no-card'

/** The automatic renewal of a term. Days are ISO text. */
export type MembershipRenewalTable = {
  /** The term that it continues. */
  membership_id: string
  consent_id: string
  amount: number
  /** The days of the first and of the next try. */
  charge_on: string
  next_on: string
  state: RenewalState
  /** The number of charges: part of their idempotency keys. */
  tries: Generated<number>
  /** Tries that failed since the announcement. */
  failures: Generated<number>
  /** The try whose payment link was mailed; 0 for none. */
  linked_try: Generated<number>
  /** When it is charged, or its charge is read again; null in its last state. */
  try_at: ColumnType<Date | null, RawBuilder<Date>, RawBuilder<Date> | null>
  announced_at: ColumnType<Date, undefined, RawBuilder<Date>>
}
