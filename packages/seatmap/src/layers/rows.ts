import type { Plan, PlanArea } from '@playhouse/domain/plan'
import type { Paint } from '#look'
import type { SeatIndex } from '#plan-index'
import { type Label, shorten, widthOf } from './drawing.ts'

/** Diameter of a seat from which letters at the ends of rows can be read. */
const fromSize = 9
/** How large row letters are beside the smallest seats that have any, CSS pixels. */
export const firstLetterSize = 9

/** Letters of a row's label that fit between two blocks: longer ones would lie upon the seats. */
const longestLabel = 7

/** Rows nearer to each other than so many pitches have no room for a letter each. */
const narrowAisle = 2.8

/** Three letters, in heights of one: as many as most houses' rows have at most. */
const usualWidth = 1.8

/** Where a row's letter stands, on the plan. */
export type RowPlace = {
  readonly text: string
  readonly x: number
  readonly y: number
  /** Which way the row ends here: 1 to the right, -1 to the left, 0 for one that stands upright. */
  readonly side: number
}

/** The places of an area's row letters: beyond both ends of each row, where no other seat stands. They never change. */
export const rowPlaces = (plan: Plan, area: PlanArea, index: SeatIndex): RowPlace[] =>
  plan.rows.slice(area.firstRow, area.firstRow + area.rowCount).flatMap((row) => {
    // A table's name stands upon it, and the only row of a box needs none.
    if (!row.label || row.table || (area.kind === 'box' && area.rowCount === 1)) return []
    const last = row.firstSeat + row.seatCount - 1
    const ends = [
      [row.firstSeat, Math.min(last, row.firstSeat + 1)],
      [last, Math.max(row.firstSeat, last - 1)],
    ] as const
    // A single seat ends at itself.
    return ends.slice(0, row.seatCount).flatMap(([end, inner]) => {
      const [x, y, side] = beyond(plan, end, inner, index.pitch)
      if (index.nearest(x, y, index.pitch * 0.7) >= 0) return []
      const text = shorten(row.label, longestLabel)
      const facing = acrossAisle(plan, end, x, y, index)
      if (facing < 0) return [{ text, x, y, side }]
      // Both would stand upon each other: one letter for both, in the middle.
      return end < facing ? [{ text, x: (plan.x[end]! + plan.x[facing]!) / 2, y: (plan.y[end]! + plan.y[facing]!) / 2, side: 0 }] : []
    })
  })

/** The seat that the same row of the next block begins with, where only a narrow aisle parts them; -1 for none. */
function acrossAisle(plan: Plan, end: number, x: number, y: number, index: SeatIndex): number {
  const row = plan.rows[plan.rowOf[end]!]!
  const [area, view] = [plan.areaOf[end]!, plan.areas[plan.areaOf[end]!]!.view]
  return index.nearest(x, y, index.pitch * 1.8, (seat) => {
    if (Math.hypot(plan.x[end]! - plan.x[seat]!, plan.y[end]! - plan.y[seat]!) > index.pitch * narrowAisle) return false
    const other = plan.rows[plan.rowOf[seat]!]!
    const isEnd = seat === other.firstSeat || seat === other.firstSeat + other.seatCount - 1
    return isEnd && other.label === row.label && plan.areaOf[seat] !== area && plan.areas[plan.areaOf[seat]!]!.view === view
  })
}

/** How large row letters are beside seats of this size, CSS pixels; 0 for none. In steps, so that a zoom seldom writes them. */
export const letterSize = (seatSize: number): number =>
  seatSize < fromSize ? 0 : seatSize < 19 ? firstLetterSize : seatSize < 23 ? 11 : 13

const houseSoft: Paint = (ink) => ink.houseSoft

export const rowLabels = (places: readonly RowPlace[], size: number): Label[] =>
  places.map(({ text, x, y, side }) => {
    // Words begin where a letter would stand, or they would lie upon the seats.
    const right = widthOf(text, 1) > usualWidth ? (side * widthOf(text, size)) / 2 : 0
    return { text, x, y, right, down: 0, size, weight: 700, colour: houseSoft }
  })

/** One pitch further out than the end seat, along the row. */
function beyond(plan: Plan, end: number, inner: number, pitch: number): [x: number, y: number, side: number] {
  const [dx, dy] = [plan.x[end]! - plan.x[inner]!, plan.y[end]! - plan.y[inner]!]
  const length = Math.hypot(dx, dy)
  const [ux, uy] = length > 0 ? [dx / length, dy / length] : [end >= inner ? 1 : -1, 0]
  return [plan.x[end]! + ux * pitch, plan.y[end]! + uy * pitch, ux]
}
