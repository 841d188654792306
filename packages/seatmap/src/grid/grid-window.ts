import type { Plan, PlanRow } from '@playhouse/domain/plan'
import { nearestSeat, readingOrder } from '#plan-index'

/** Number of seats from which an area is rendered in part: with more elements a browser responds too slowly to keys. */
const windowFrom = 1_200
/** Rows rendered before the focused row, and after it. */
const mostRows = 15
/** Maximum number of seats rendered of one row, half of them on either side of the focus. */
const mostInRow = 240

/** The rows of an area that are in the document while a seat has the focus: all of a small area, else those around it. */
export function rowsAround(plan: Plan, area: number, current: number): readonly [from: number, to: number] {
  const { seatCount, firstRow, rowCount } = plan.areas[area]!
  const end = firstRow + rowCount
  if (seatCount <= windowFrom) return [firstRow, end]
  const at = plan.rowOf[current]!
  const shownOf = (row: number): number => Math.min(mostInRow, plan.rows[row]!.seatCount)
  let [from, to, room] = [at, at + 1, windowFrom - shownOf(at)]
  for (let step = 1; step <= mostRows; step++) {
    if (from > firstRow && (room -= shownOf(from - 1)) >= 0) from -= 1
    if (to < end && (room -= shownOf(to)) >= 0) to += 1
    if (room < 0) break
  }
  return [from, to]
}

/**
 * The places in a row's reading order that are in the document: all of them, or in a large area's long row those nearest to
 * a seat.
 */
export function placesAround(plan: Plan, row: PlanRow, current: number): readonly [from: number, to: number] {
  if (row.seatCount <= mostInRow || plan.areas[row.area]!.seatCount <= windowFrom) return [0, row.seatCount]
  const place = readingOrder(plan, row).indexOf(plan.rowOf[current] === row.index ? current : nearestSeat(plan, row, current))
  const from = Math.max(0, Math.min(place - mostInRow / 2, row.seatCount - mostInRow))
  return [from, from + mostInRow]
}
