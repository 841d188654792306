import type { TranslatedText } from '@playhouse/domain/translated-text'
import type { ColumnType, Generated, RawBuilder } from 'kysely'
import type { CreatedAt, Json } from './column.ts'

/** A flexible subscription as the theatre defines it: see `flexDefinitionSchema`. */
export type FlexSubscriptionTable = {
  id: string
  position: number
  name: Json<TranslatedText>
  summary: Json<TranslatedText>
  price: number
  vouchers: number
  productions: string[]
  performances: string[]
  bands: string[]
  price_types: string[]
  per_performance: number | null
  per_customer: number | null
  sale_from: string | null
  sale_until: string | null
  valid_months: number | null
  valid_until: string | null
  withdrawn_at: ColumnType<Date | null, Date | RawBuilder<Date | null> | null, Date | RawBuilder<Date | null> | null>
  created_at: CreatedAt
  version: Generated<number>
}
/** A card with a number that links a subscription to the account of its holder. Days are ISO dates. */
export type SubscriptionCardTable = {
  /** SHA-256 of its number. */
  digest: string
  flex_id: string
  issued_on: ColumnType<string, string | RawBuilder<string>>
  expires_on: ColumnType<string, string | RawBuilder<string>>
  subscription_id: string | null
  linked_at: ColumnType<Date | null, null, Date | RawBuilder<Date>>
  /** The change that issued it; null for one that an earlier release issued. */
  batch_id: string | null
  /** The changes that cancel it. */
  cancellations: string[]
}
/** A change of the cards of a flexible subscription. `cards`: how many it issues or cancels. */
export type SubscriptionCardBatchTable = {
  id: string
  flex_id: string
  action: 'issue' | 'cancel'
  cards: number
  /** False once it is undone. */
  has_effect: boolean
  /** Who made it; null for the command. */
  staff_id: string | null
  created_at: CreatedAt
}
