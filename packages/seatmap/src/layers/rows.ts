import type { Plan, PlanArea } from '@playhouse/domain/plan'
import type { Paint } from '#look'
import type { SeatIndex } from '#plan-index'
import { type Label, shorten, widthOf } from './drawing.ts'

/** Diameter of a seat from which row letters are drawn, CSS pixels. */
const minSeatPixels = 9
/** Size of row letters beside the smallest seats that have any, CSS pixels. */
export const firstLetterSize = 9

/** Maximum number of characters of a row's label that fit between two blocks without covering seats. */
const longestLabel = 7

/** Distance between row ends, in pitches, below which there is no space for a letter each. */
const maxAislePitches = 2.8

/** Width of three letters, in heights of one: the longest label in most theatres. */
const maxCentredWidth = 1.8

/** Position of a row's letter on the plan. */
export type RowPlace = {
  readonly text: string
  readonly x: number
  readonly y: number
  /** Horizontal component of the direction in which the row ends here: 1 to the right, -1 to the left, 0 for an upright row. */
  readonly side: number
}

/** Positions of an area's row letters: beyond both ends of each row, where no other seat is. They never change. */
export const rowPlaces = (plan: Plan, area: PlanArea, index: SeatIndex): RowPlace[] =>
  plan.rows.slice(area.firstRow, area.firstRow + area.rowCount).flatMap((row) => {
    // A table's name is on its top, and the only row of a box has no letter.
    if (!row.label || row.table || (area.kind === 'box' && area.rowCount === 1)) return []
    const last = row.firstSeat + row.seatCount - 1
    const ends = [
      [row.firstSeat, Math.min(last, row.firstSeat + 1)],
      [last, Math.max(row.firstSeat, last - 1)],
    ] as const
    // A row of one seat has one end.
    return ends.slice(0, row.seatCount).flatMap(([end, neighbour]) => {
      const [x, y, side] = positionBeyond(plan, end, neighbour, index.pitch)
      if (index.nearest(x, y, index.pitch * 0.7) >= 0) return []
      const text = shorten(row.label, longestLabel)
      const facing = acrossAisle(plan, end, x, y, index)
      if (facing < 0) return [{ text, x, y, side }]
      // Two letters would overlap: one letter in the middle for both.
      return end < facing ? [{ text, x: (plan.x[end]! + plan.x[facing]!) / 2, y: (plan.y[end]! + plan.y[facing]!) / 2, side: 0 }] : []
    })
  })

/** The seat that begins the same row of the next block across a narrow aisle; -1 for none. */
function acrossAisle(plan: Plan, end: number, x: number, y: number, index: SeatIndex): number {
  const row = plan.rows[plan.rowOf[end]!]!
  const [area, view] = [plan.areaOf[end]!, plan.areas[plan.areaOf[end]!]!.view]
  return index.nearest(x, y, index.pitch * 1.8, (seat) => {
    if (Math.hypot(plan.x[end]! - plan.x[seat]!, plan.y[end]! - plan.y[seat]!) > index.pitch * maxAislePitches) return false
    const otherRow = plan.rows[plan.rowOf[seat]!]!
    const isEnd = seat === otherRow.firstSeat || seat === otherRow.firstSeat + otherRow.seatCount - 1
    return isEnd && otherRow.label === row.label && plan.areaOf[seat] !== area && plan.areas[plan.areaOf[seat]!]!.view === view
  })
}

/** Size of row letters beside seats of this size, CSS pixels; 0 for none. In steps, so that a zoom seldom rewrites them. */
export const letterSize = (seatSize: number): number =>
  seatSize < minSeatPixels ? 0 : seatSize < 19 ? firstLetterSize : seatSize < 23 ? 11 : 13

const houseSoft: Paint = (ink) => ink.houseSoft

/** The labels at the ends of rows, with letters of `size` CSS pixels. */
export const rowLabels = (places: readonly RowPlace[], size: number): Label[] =>
  places.map(({ text, x, y, side }) => {
    // Words begin at the position of a letter; centred there, they would cover seats.
    const right = widthOf(text, 1) > maxCentredWidth ? (side * widthOf(text, size)) / 2 : 0
    return { text, x, y, right, down: 0, size, weight: 700, colour: houseSoft }
  })

/** The position one pitch beyond the end seat, along the row. */
function positionBeyond(plan: Plan, end: number, neighbour: number, pitch: number): [x: number, y: number, side: number] {
  const [dx, dy] = [plan.x[end]! - plan.x[neighbour]!, plan.y[end]! - plan.y[neighbour]!]
  const length = Math.hypot(dx, dy)
  const [ux, uy] = length > 0 ? [dx / length, dy / length] : [end >= neighbour ? 1 : -1, 0]
  return [plan.x[end]! + ux * pitch, plan.y[end]! + uy * pitch, ux]
}
