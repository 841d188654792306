import type { Locale } from '@playhouse/domain/brand'
import type { ColumnType, Generated } from 'kysely'
import type { Instant } from './column.ts'

/** A product that is sold besides tickets. */
export type ProductTable = {
  id: string
  /** Its page is `/aux/:type`. */
  type: string
  position: number
  name: string
  summary: string
  /** Tax within its price; null for the rate of the brand. */
  vat_basis_points: number | null
  /** The most pieces of a variant in one order. */
  order_limit: number
  /** When its sale ended; null while it is sold. */
  withdrawn_at: Instant | null
}
export type ProductTranslationTable = { product_id: string; locale: Locale; name: string; summary: string }
/** A form of a product with its own price, in minor units. `fee`: the part of the price that is a fee. */
export type ProductVariantTable = { product_id: string; id: string; position: number; name: string; price: number; fee: number }
/** The pieces of a variant. A variant without a row is not counted. */
export type ProductStockTable = {
  /** What baskets and orders store as their product: see `productKey`. */
  key: ColumnType<string, never, never>
  product_id: string
  variant_id: string
  /** Pieces that are or were for sale. */
  total: number
  sold: Generated<number>
}
