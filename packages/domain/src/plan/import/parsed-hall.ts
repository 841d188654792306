import type { AreaKind } from '../model/area-kind.ts'
import type { Corner, Point } from '../model/point.ts'
import type { PlanTable } from '../model/schema.ts'
import type { FindingList } from '../report/finding.ts'

/** The content of a foreign file, before it becomes a plan: lengths in the file's own unit. */
export type ParsedHall = {
  readonly name: string
  readonly areas: readonly ParsedArea[]
  readonly categories: readonly Category[]
  readonly stage: { readonly polygon: readonly Corner[]; readonly label: string } | undefined
  /** The size the file declares. */
  readonly size: { readonly width: number; readonly height: number } | undefined
  readonly findings: FindingList
}
export type ParsedArea = {
  readonly name: string
  readonly id: string
  readonly rows: readonly ParsedRow[]
  readonly kind?: Exclude<AreaKind, 'seated'>
  /** The floor of a standing area or the walls of a box, as drawn in the file. */
  readonly outline?: readonly Corner[]
}
export type ParsedRow = {
  readonly label: string
  readonly seats: readonly ParsedSeat[]
  /** True for seats that are in no row of the file. */
  readonly isLoose?: boolean
  /** The table top that its seats are placed round, in the file's unit. */
  readonly table?: PlanTable
}
export type ParsedSeat = {
  /** Undefined where the file has no readable position. */
  readonly place: Point | undefined
  readonly number: string
  readonly id: string
  readonly category: string
  /** Place in the file, as a JSON path: `zones[0].rows[3].seats[5]`. */
  readonly source: string
}

/** A seat category of the file, mostly a price. The import stores it next to the plan, because a plan has no prices. */
export type Category = { readonly name: string; readonly colour: string }

/** The categories of seats in the order of the file, for formats that list none. They have no colour. */
export const categoriesIn = (areas: readonly ParsedArea[]): Category[] =>
  [...new Set(areas.flatMap(({ rows }) => rows.flatMap(({ seats }) => seats.map(({ category }) => category))))]
    .filter((name) => name !== '')
    .map((name) => ({ name, colour: '' }))

/** A seat by its category and its place in the file, as findings name it. */
export const inCategory = (category: string, source: string): string =>
  `${category.length > maxCategoryLength ? `${category.slice(0, maxCategoryLength)}…` : category} (${source})`

/** Letters of a category that a finding quotes. */
const maxCategoryLength = 40
