import type { TranslatedText } from '@playhouse/domain/translated-text'
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
  withdrawn_at: Date | null
  created_at: CreatedAt
}
