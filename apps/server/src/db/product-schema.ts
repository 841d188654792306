import type { Locale } from '@playhouse/domain/brand'
import type { Allergen, Diet } from '@playhouse/domain/food-mark'
import type { DeliveryWay } from '@playhouse/domain/product'
import type { ColumnType, Generated } from 'kysely'
import type { Instant } from './column.ts'

/** Translations of a name. */
type Names = ColumnType<Partial<Record<Locale, string>>, string | undefined, string>

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
  delivery: Generated<DeliveryWay[]>
  /** What post costs, once for an order, in minor units; null where it is not sent by post. */
  postage: ColumnType<number | null, number | null | undefined, number | null>
  /** Whether it is sold only for a performance. */
  needs_performance: Generated<boolean>
  /** Whether it is a free reservation. */
  is_reservation: Generated<boolean>
  allergens: Generated<Allergen[]>
  diets: Generated<Diet[]>
  /** Counted up by each change of staff, of its variants and the like too. */
  version: Generated<number>
}
export type ProductTranslationTable = { product_id: string; locale: Locale; name: string; summary: string }
/** A form of a product with its own price, in minor units. `fee`: the part of the price that is a fee. */
export type ProductVariantTable = {
  product_id: string
  id: string
  position: number
  name: string
  names: Names
  price: number
  fee: number
}
/** An image of a product. `path`: its path or address; width and height in pixels. */
export type ProductImageTable = {
  product_id: string
  position: number
  path: string
  alt: string
  alts: Names
  width: number
  height: number
}
/** What a buyer chooses with each piece of a product. */
export type ProductOptionTable = { product_id: string; id: string; position: number; name: string; names: Names }
/** A choice of an option. `price`: what it adds to the price of each piece, in minor units. */
export type ProductOptionChoiceTable = {
  product_id: string
  option_id: string
  id: string
  position: number
  name: string
  names: Names
  price: Generated<number>
}
/** A performance for which a variant is sold, with its own price in minor units; null for that of the variant. */
export type ProductPerformanceTable = {
  product_id: string
  variant_id: string
  instance_id: string
  price: number | null
  fee: number | null
}
/** The pieces of a variant, or those for one performance. A variant without a row is not counted. */
export type ProductStockTable = {
  /** What baskets and orders store as their product: see `stockKey`. */
  key: ColumnType<string, never, never>
  product_id: string
  variant_id: string
  /** Null for pieces that are not for a performance. */
  instance_id: ColumnType<string | null, string | null | undefined, string | null>
  /** Pieces that are or were for sale. */
  total: number
  sold: Generated<number>
}
