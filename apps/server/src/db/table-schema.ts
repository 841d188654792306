import type { Locale } from '@playhouse/domain/brand'
import type { ColumnType, Generated } from 'kysely'
import type { Instant, Json } from './column.ts'

/** A restaurant of the theatre. */
type RestaurantTable = {
  id: string
  position: number
  name: string
  summary: string
  translations: Json<Partial<Record<Locale, { name: string; summary: string }>>>
  /** When it stopped to take bookings; null while it takes them. */
  withdrawn_at: Instant | null
  /** Notes for visitors with access needs; empty for none. */
  access: Generated<string>
  access_translations: ColumnType<Partial<Record<Locale, string>>, string | undefined, string>
  /** The hall whose performances it serves; null for every hall. */
  hall: ColumnType<string | null, string | null | undefined>
  /** The number of changes by staff, from 1. */
  version: Generated<number>
}
/** A sitting of a restaurant, with the performances that it is for: see `SittingRule`. The rows of `sitting` and `sitting_table` follow it. */
type RestaurantSittingTable = {
  restaurant_id: string
  position: number
  sitting_id: string
  starts_before: number
  minutes: number
  closes_before: number
  price: number
  vat_basis_points: number | null
  covers: number
  tables: Json<{ size: number; tables: number; least: number }[]>
  productions: string[]
  performances: string[]
  from_hour: number | null
  before_hour: number | null
}
/** A sitting of a restaurant for a performance. Times in minutes before its start; `starts_before` is negative after it. */
type SittingTable = {
  id: string
  performance_id: string
  restaurant_id: string
  starts_before: number
  minutes: number
  closes_before: number
  /** For each cover, in minor units. */
  price: number
  /** Tax within its price; null for the rate of the brand. */
  vat_basis_points: number | null
  /** People whom the kitchen serves at it. */
  covers: number
  /** People in orders; a trigger counts them when the row is inserted. */
  sold: Generated<number>
}
/** The tables of one size at a sitting. */
type SittingTableTable = {
  performance_id: string
  sitting_id: string
  size: number
  tables: number
  /** The smallest party that may take one. */
  least: number
  /** Tables in orders; a trigger counts them when the row is inserted. */
  sold: Generated<number>
}

/** The tables of restaurants. */
export type RestaurantTables = {
  restaurant: RestaurantTable
  restaurant_sitting: RestaurantSittingTable
  sitting: SittingTable
  sitting_table: SittingTableTable
}
