import type { Plan, PlanRow } from '@playhouse/domain/plan'
import type { Point } from './area-shape.ts'
import { acrossTables, hasTables } from './next-table.ts'
import { readingOrder } from './reading-order.ts'
import { nextStopInRow, endOfRow, nearestStop, pastRow, placeOf, type Stops } from './row-stop.ts'

/** A step through the seats of an area. `up` is towards the stage, whatever the orientation of the hall. */
export type SeatStep =
  | 'left'
  | 'right'
  | 'next'
  | 'previous'
  | 'up'
  | 'down'
  | 'rowStart'
  | 'rowEnd'
  | 'areaStart'
  | 'areaEnd'
  | 'pageUp'
  | 'pageDown'

/** Number of rows that a Page key moves. */
const page = 5
/** Number of rows that a step moves; negative for steps up. */
const rowsOf: Partial<Record<SeatStep, number>> = { up: -1, down: 1, pageUp: -page, pageDown: page }

/**
 * The next seat after a step, in the same area; `from` itself if there is none. Only seats that `stops` accepts are
 * returned, and each of them can be reached from every other: left and right visit a whole row across aisles, up and down
 * visit every row of the area that has a stop (accessibility §7, §9.3, §9.4). Next and previous visit all stops in reading
 * order. Among tables, left and right go round a table and then to the next, up and down to the tables before and behind.
 * @param aim the point that up and down aim at; see {@link aimOf}
 */
export function nextSeat(plan: Plan, from: number, step: SeatStep, stops: Stops, aim: Point = placeOf(plan, from)): number {
  const row = plan.rows[plan.rowOf[from]!]!
  switch (step) {
    case 'left':
    case 'right': {
      const direction = step === 'left' ? -1 : 1
      return nextStopInRow(plan, row, from, direction, stops) ?? (row.table && pastRow(plan, row, direction, stops)) ?? from
    }
    case 'next':
    case 'previous': {
      const direction = step === 'previous' ? -1 : 1
      return nextStopInRow(plan, row, from, direction, stops) ?? pastRow(plan, row, direction, stops) ?? from
    }
    case 'rowStart':
      return endOfRow(plan, row, -1, stops) ?? from
    case 'rowEnd':
      return endOfRow(plan, row, 1, stops) ?? from
    case 'areaStart':
      return endOfArea(plan, row.area, 1, stops) ?? from
    case 'areaEnd':
      return endOfArea(plan, row.area, -1, stops) ?? from
    case 'up':
    case 'down':
    case 'pageUp':
    case 'pageDown':
      return hasTables(plan, row.area)
        ? acrossTables(plan, from, rowsOf[step]!, stops)
        : nextSeatAcross(plan, row, from, rowsOf[step]!, stops, aim)
  }
}

/**
 * The point that the next step up or down aims at, like the column that a text editor keeps: a taken seat on the way shifts
 * one step, not the following ones. Undefined after any other step.
 */
export function aimOf(plan: Plan, from: number, to: number, step: SeatStep, aim: Point = placeOf(plan, from)): Point | undefined {
  if (rowsOf[step] === undefined || hasTables(plan, plan.areaOf[from]!)) return undefined
  const [start, end] = [plan.rowOf[from]!, plan.rowOf[to]!]
  let at = aim
  for (let index = start; index !== end;) at = nearestPlace(plan, plan.rows[(index += Math.sign(end - start))]!, at)
  return at
}

/** The first seat of the area that `stops` accepts, from the stage outwards. */
export const firstSeatOf = (plan: Plan, area: number, stops: Stops): number | undefined => endOfArea(plan, area, 1, stops)

/** The first seat of the row, read as drawn, that `stops` accepts. */
export const firstSeatOfRow = (plan: Plan, row: number, stops: Stops): number | undefined => endOfRow(plan, plan.rows[row]!, -1, stops)

/** The seats that lie between two seats of one row; none when they are of different rows. */
export function seatsBetween(plan: Plan, from: number, to: number): readonly number[] {
  if (plan.rowOf[from] !== plan.rowOf[to]) return []
  const order = readingOrder(plan, plan.rows[plan.rowOf[from]!]!)
  const [a, b] = [order.indexOf(from), order.indexOf(to)]
  return order.slice(Math.min(a, b) + 1, Math.max(a, b))
}

function endOfArea(plan: Plan, area: number, step: 1 | -1, stops: Stops): number | undefined {
  const { firstRow, rowCount } = plan.areas[area]!
  for (let i = 0; i < rowCount; i++) {
    const found = endOfRow(plan, plan.rows[step > 0 ? firstRow + i : firstRow + rowCount - 1 - i]!, step > 0 ? -1 : 1, stops)
    if (found !== undefined) return found
  }
  return undefined
}

/** The nearest stop up to `rows` rows away, by straight-line distance, which also works for curved rows. */
function nextSeatAcross(plan: Plan, row: PlanRow, from: number, rows: number, stops: Stops, aim: Point): number {
  const { firstRow, rowCount } = plan.areas[row.area]!
  const direction = Math.sign(rows)
  let [found, walkedRows, at] = [from, 0, aim]
  for (let index = row.index + direction; index >= firstRow && index < firstRow + rowCount && walkedRows !== rows; index += direction) {
    const next = plan.rows[index]!
    at = nearestPlace(plan, next, at)
    const seat = nearestStop(plan, next, at, stops)
    if (seat === undefined) continue
    found = seat
    walkedRows += direction
  }
  return found
}

/** The place on the line of a row's seats that is nearest to another place. */
function nearestPlace(plan: Plan, row: PlanRow, [x, y]: Point): Point {
  const order = readingOrder(plan, row)
  let found = placeOf(plan, order[0]!)
  let best = Infinity
  for (const [place, seat] of order.entries()) {
    const [ax, ay] = placeOf(plan, seat)
    const [bx, by] = placeOf(plan, order[place + 1] ?? seat)
    const [dx, dy] = [bx - ax, by - ay]
    const share = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)))
    const at: Point = [ax + share * dx, ay + share * dy]
    const squaredDistance = (at[0] - x) ** 2 + (at[1] - y) ** 2
    if (squaredDistance < best) [best, found] = [squaredDistance, at]
  }
  return found
}
