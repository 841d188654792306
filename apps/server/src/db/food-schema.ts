import type { Locale } from '@playhouse/domain/brand'
import type { ColumnType, Generated } from 'kysely'
import type { Instant, Json } from './column.ts'

/** A menu that is ordered for performances. `price`: for each guest, in minor units; `fee`: the part of it that is a fee. */
type MenuTable = {
  id: string
  position: number
  name: string
  summary: string
  price: number
  fee: number
  /** Tax within its price; null for the rate of the brand. */
  vat_basis_points: number | null
  /** When its sale ended; null while it is sold. */
  withdrawn_at: Instant | null
  /** The number of changes by staff, from 1. */
  version: Generated<number>
}
type MenuTranslationTable = { menu_id: string; locale: Locale; name: string; summary: string }
type Names = Json<Partial<Record<Locale, { name: string }>>>
/** A category of a menu, of which each guest has one dish. */
type MenuCourseTable = { menu_id: string; id: string; position: number; name: string; translations: Names }
/** A dish of a course. `supplement`: minor units, added to the price of the menu. */
type MenuDishTable = { menu_id: string; course_id: string; product_id: string; position: number; supplement: number }
/** A place where orders are served or collected. */
type CollectionPointTable = {
  id: string
  position: number
  name: string
  translations: Names
  /** When it was closed; null while orders can name it. */
  withdrawn_at: ColumnType<Date | null, Date | null | undefined>
  /** The hall whose performances it serves; null for every hall. */
  hall: ColumnType<string | null, string | null | undefined>
  /** Minutes before the start of a performance at which it opens; null where it has no opening time. */
  opens_before: ColumnType<number | null, number | null | undefined>
  /** The number of changes by staff, from 1. */
  version: Generated<number>
}
/** For which performances a menu is served at a collection point; for all where it names neither productions nor performances. */
type MenuServingTable = {
  menu_id: string
  position: number
  point_id: string
  productions: string[]
  performances: string[]
  guests: number | null
  closes_before: number
  served_before: number | null
}
/** A menu at a collection point on the day of a performance. */
type MenuPerformanceTable = {
  menu_id: string
  performance_id: string
  point_id: string
  /** Guests that it has room for; null where they are not counted. */
  guests: number | null
  /** Guests in orders; a trigger counts them when the row is inserted. */
  sold: Generated<number>
  /** Minutes before the start of the performance at which orders and changes end. */
  closes_before: number
  /** Minutes before the start at which it is served; null for the interval. */
  served_before: ColumnType<number | null>
}

/** The tables of food and drink. */
export type FoodTables = {
  menu: MenuTable
  menu_translation: MenuTranslationTable
  menu_course: MenuCourseTable
  menu_dish: MenuDishTable
  collection_point: CollectionPointTable
  menu_performance: MenuPerformanceTable
  menu_serving: MenuServingTable
}
