import type { Plan, PlanArea } from '@playhouse/domain/plan'
import type { Paint } from '#look'
import type { SeatIndex } from '#plan-index'
import { type Label, shorten, widthOf } from './drawing.ts'

/** Diameter of a seat from which letters at the ends of rows can be read. */
const fromSize = 9

/** Letters of a row's label that fit between two blocks: longer ones would lie upon the seats. */
const longestLabel = 7

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
    return [
      beyond(plan, row.firstSeat, Math.min(last, row.firstSeat + 1), index.pitch),
      beyond(plan, last, Math.max(row.firstSeat, last - 1), index.pitch),
    ]
      .filter(([x, y]) => index.nearest(x, y, index.pitch * 0.7) < 0)
      .map(([x, y, side]) => ({ text: shorten(row.label, longestLabel), x, y, side }))
  })

/** How large row letters are beside seats of this size, CSS pixels; 0 for none. In steps, so that a zoom seldom writes them. */
export const letterSize = (seatSize: number): number => (seatSize < fromSize ? 0 : seatSize < 19 ? 9 : seatSize < 23 ? 11 : 13)

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
