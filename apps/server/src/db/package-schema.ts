import type { ColumnType, Generated } from 'kysely'
import type { ChosenPerformance, PackageKind } from '@playhouse/domain/package'
import type { Band } from '@playhouse/domain/pricing'
import type { TranslatedText } from '@playhouse/domain/translated-text'
import type { CreatedAt, Instant, Json } from './column.ts'

/** A package of several performances. */
export type PackageTable = {
  id: string
  position: number
  kind: PackageKind
  name: Json<TranslatedText>
  summary: Json<TranslatedText>
  /** Wall clock at the theatre; null for no such time. */
  sale_from: string | null
  sale_until: string | null
  /** Bands whose seats are sold in it; all if empty. */
  bands: ColumnType<Band[], string[], string[]>
  /** When it stopped to be sold; null while it is. */
  withdrawn_at: Instant | null
  /** The number of changes by staff, from 1. */
  version: Generated<number>
  created_at: CreatedAt
}
/** A group of parts, of which at least `least` and at most `most` are chosen. */
export type PackageGroupTable = {
  package_id: string
  id: string
  position: number
  name: Json<TranslatedText>
  least: number
  most: number
}
/** A part: a production, or a package within a super package. */
export type PackagePartTable = {
  package_id: string
  id: string
  group_id: string
  position: number
  production_id: string | null
  within_id: string | null
}
/** A performance that can be chosen for a part; a part without any has all of its production. */
export type PackagePartPerformanceTable = { package_id: string; part_id: string; performance_id: string }
/** The price of a package for one person at a price type, in minor units. */
export type PackagePriceTable = { package_id: string; price_type: string; position: number; price: number }
/** The discount from a number of performances on. `price_types`: it is for these alone; for all without own discounts if empty. */
export type PackageDiscountTable = {
  package_id: string
  performances: number
  basis_points: number
  price_types: ColumnType<string[], string[] | undefined, string[]>
}
/** A series whose seats are kept for the holders of the former one. */
export type SeriesRenewalTable = { series_id: string; former_id: string; until: Instant; opened_at: CreatedAt }
/** A seat, by plan index, that is kept for a customer on all dates of a series. */
export type SeriesRenewalSeatTable = { series_id: string; customer_id: string; seat: number }

type SoldPackageColumns = {
  id: string
  package_id: string
  kind: PackageKind
  name: Json<TranslatedText>
  choice: Json<ChosenPerformance[]>
  /** What it costs less than its tickets alone, in minor units. */
  saved: number
}
/** A package in a basket. Its id is the series of its tickets. */
export type BasketPackageTable = SoldPackageColumns & { basket_id: string; added_at: CreatedAt }
/** A package of an order. */
export type OrderPackageTable = SoldPackageColumns & { order_id: string; position: number }
