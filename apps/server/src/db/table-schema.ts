import type { Locale } from '@playhouse/domain/brand'
import type { Generated } from 'kysely'
import type { Instant, Json } from './column.ts'

/** A restaurant of the theatre. */
export type RestaurantTable = {
  id: string
  position: number
  name: string
  summary: string
  translations: Json<Partial<Record<Locale, { name: string; summary: string }>>>
  /** When it stopped to take bookings; null while it takes them. */
  withdrawn_at: Instant | null
}
/** A sitting of a restaurant for a performance. Times in minutes before its start; `starts_before` is negative after it. */
export type SittingTable = {
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
export type SittingTableTable = {
  performance_id: string
  sitting_id: string
  size: number
  tables: number
  /** The smallest party that may take one. */
  least: number
  /** Tables in orders; a trigger counts them when the row is inserted. */
  sold: Generated<number>
}
