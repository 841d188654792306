import type { ColumnType, Generated } from 'kysely'
import type { ChangeKind, ChangeSubject } from '@playhouse/domain/change'
import type { StoredPriceSchedule } from '@playhouse/domain/price-schedule'
import type { PerformanceType, ProductionState } from '@playhouse/domain/production-plan'
import type { RecordKind } from '@playhouse/domain/record-kind'
import type { SaleWindow } from '@playhouse/domain/sale-window'
import type { Production, ProductionImage } from '@playhouse/domain/season'
import type { CreatedAt, Instant, Json } from './column.ts'

/** `version` of these tables is counted up by a trigger at each change. */
export type ProductionTable = {
  id: string
  position: number
  data: Json<Omit<Production, 'translations' | 'image'>>
  /** Its address on the site; null for its id. */
  slug: ColumnType<string | null, string | null | undefined, string | null>
  /** Apart from `data`, of which processes of an older version return every field. */
  translations: ColumnType<NonNullable<Production['translations']>, string | undefined, string>
  image: ColumnType<ProductionImage | null, string | null | undefined, string | null>
  state: Generated<ProductionState>
  version: Generated<number>
}
/** Every address that a production has or had, and its id. Filled by a trigger. */
export type ProductionSlugTable = { slug: string; production_id: string }
/** An upload: pixels. Never changed. */
export type ImageTable = { id: string; width: number; height: number; staff_id: string | null; created_at: CreatedAt }
export type ImageFileTable = { image_id: string; width: number; format: 'webp' | 'jpg'; bytes: Buffer }
export type PerformanceTypeTable = { id: string; data: Json<PerformanceType>; version: Generated<number> }
export type SaleWindowsTable = { production_id: string; windows: Json<readonly SaleWindow[]>; version: Generated<number> }
/** Prices that begin to hold at a moment; `refused_at`: when they could not, because of a later change of the list. */
type PriceScheduleTable = {
  id: string
  price_list_id: string
  starts_at: Instant
  data: Json<StoredPriceSchedule>
  applied_at: ColumnType<Date | null, undefined, Date>
  refused_at: ColumnType<Date | null, undefined, Date>
}
/** The table of price schedules. */
export interface PriceScheduleTables {
  price_schedule: PriceScheduleTable
}
/** A record of the catalogue, such as a level of membership. `data`: its fields except the position. */
export type CatalogueRecordTable = {
  kind: RecordKind
  id: string
  position: number
  data: Json<object>
  is_withdrawn: Generated<boolean>
  version: Generated<number>
}
/** A change of staff. Written once. */
export type ChangeSetTable = {
  id: string
  /** The order of change sets of one thing. */
  seq: ColumnType<string, never, never>
  at: CreatedAt
  staff_id: string | null
  actor: string
  request_id: string | null
  kind: ChangeKind
  reason: string | null
  /** The change set that this one undid. */
  undoes: string | null
}
/** One thing that a change set changed: null before it was created, and after it was removed. */
export type ChangeRowTable = {
  change_set_id: string
  position: number
  subject: ChangeSubject
  subject_id: string
  before: Json<unknown> | null
  after: Json<unknown> | null
}
