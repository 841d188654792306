import type { ColumnType, Generated, RawBuilder } from 'kysely'
import type { Locale } from '@playhouse/domain/brand'
import type { Currency } from '@playhouse/domain/money'
import type { GiftEndReason, MonthlyChargeState } from '@playhouse/domain/monthly-gift'
import type { CreatedAt, Json } from './column.ts'

/** A gift that a donor has agreed to make every month. Days are ISO text. */
export type MonthlyGiftTable = {
  id: string
  customer_id: string
  /** The fund, and its name when the donor agreed. */
  fund: string
  name: string
  choices: Json<{
    readonly appeal: string | null
    readonly recognitionName: string | null
    readonly isAnonymous: boolean
    readonly tributeName: string | null
  }>
  /** Minor units. */
  amount: number
  currency: Currency
  /** The day of the month. */
  day: number
  /** The mandate that pays; null for the preferred saved card. */
  mandate_id: string | null
  /** The version of the text, and the text in the donor's language. */
  wording: string
  text: string
  locale: Locale
  /** The first day of the month that is planned next, and the day of its charge. */
  month: string
  next_on: string
  /** Months in a row without a payment. */
  unpaid: Generated<number>
  agreed_at: CreatedAt
  ended_at: ColumnType<Date | null, undefined, RawBuilder<Date>>
  end_reason: ColumnType<GiftEndReason | null, undefined, GiftEndReason>
}

/** The charge of a monthly gift for one month. Days are ISO text. */
export type MonthlyChargeTable = {
  id: string
  gift_id: string
  /** The first day of the month. */
  month: string
  amount: number
  /** The days of the first and of the next try. */
  charge_on: string
  next_on: string
  state: MonthlyChargeState
  /** The number of charges: part of their idempotency keys. */
  tries: Generated<number>
  failures: Generated<number>
  /** The try whose payment link was mailed; 0 for none. */
  linked_try: Generated<number>
  /** When it is charged, or its charge is read again; null in its last state. */
  try_at: ColumnType<Date | null, RawBuilder<Date>, RawBuilder<Date> | null>
  created_at: CreatedAt
}
