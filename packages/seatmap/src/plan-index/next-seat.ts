import type { Plan, PlanRow } from '@playhouse/domain/plan'

/** A way to walk the seats of an area. `up` is towards the stage, whichever way the hall is turned. */
export type SeatStep = 'left' | 'right' | 'up' | 'down' | 'rowStart' | 'rowEnd' | 'areaStart' | 'areaEnd' | 'pageUp' | 'pageDown'
type Stops = (seat: number) => boolean

/** Rows a Page key walks. */
const page = 5

/**
 * The seat a step leads to, in the same area; `from` itself when there is none. Only seats that `stops` accepts are
 * returned, and every one of them can be reached from every other: left and right visit a whole row across aisles, up and
 * down visit every row of the area that has a stop (accessibility §7, §9.3, §9.4).
 */
export function nextSeat(plan: Plan, from: number, step: SeatStep, stops: Stops): number {
  const row = plan.rows[plan.rowOf[from]!]!
  switch (step) {
    case 'left':
      return along(plan, row, from, -1, stops)
    case 'right':
      return along(plan, row, from, 1, stops)
    case 'rowStart':
      return endOfRow(plan, row, -1, stops) ?? from
    case 'rowEnd':
      return endOfRow(plan, row, 1, stops) ?? from
    case 'areaStart':
      return endOfArea(plan, row.area, 1, stops) ?? from
    case 'areaEnd':
      return endOfArea(plan, row.area, -1, stops) ?? from
    case 'up':
      return across(plan, row, from, -1, 1, stops)
    case 'down':
      return across(plan, row, from, 1, 1, stops)
    case 'pageUp':
      return across(plan, row, from, -1, page, stops)
    case 'pageDown':
      return across(plan, row, from, 1, page, stops)
  }
}

/** The first seat of the area that `stops` accepts, from the stage outwards. */
export const firstSeatOf = (plan: Plan, area: number, stops: Stops): number | undefined => endOfArea(plan, area, 1, stops)

/** How many seats lie between two seats of one row; 0 when they are of different rows. */
export const seatsBetween = (plan: Plan, from: number, to: number): number =>
  plan.rowOf[from] === plan.rowOf[to] ? Math.max(0, Math.abs(to - from) - 1) : 0

/**
 * 1 where seats are stored from left to right as drawn, -1 where the house counts them the other way. Rows that stand
 * upright on the plan are read downwards; closed rings as they are numbered.
 */
export function readingDirection(plan: Plan, row: PlanRow): 1 | -1 {
  const last = row.firstSeat + row.seatCount - 1
  const across = plan.x[last]! - plan.x[row.firstSeat]!
  const down = plan.y[last]! - plan.y[row.firstSeat]!
  return (Math.abs(across) >= Math.abs(down) ? across : down) < 0 ? -1 : 1
}

function along(plan: Plan, row: PlanRow, from: number, way: 1 | -1, stops: Stops): number {
  const step = way * readingDirection(plan, row)
  const end = row.firstSeat + row.seatCount
  for (let seat = from + step; seat >= row.firstSeat && seat < end; seat += step) if (stops(seat)) return seat
  return from
}

/** First stop of the row seen from its left (-1) or right (1) end. */
function endOfRow(plan: Plan, row: PlanRow, side: 1 | -1, stops: Stops): number | undefined {
  const step = -side * readingDirection(plan, row)
  const start = step > 0 ? row.firstSeat : row.firstSeat + row.seatCount - 1
  for (let seat = start, left = row.seatCount; left > 0; seat += step, left--) if (stops(seat)) return seat
  return undefined
}

function endOfArea(plan: Plan, area: number, step: 1 | -1, stops: Stops): number | undefined {
  const { firstRow, rowCount } = plan.areas[area]!
  for (let i = 0; i < rowCount; i++) {
    const found = endOfRow(plan, plan.rows[step > 0 ? firstRow + i : firstRow + rowCount - 1 - i]!, step > 0 ? -1 : 1, stops)
    if (found !== undefined) return found
  }
  return undefined
}

/** Up to `rows` rows with a stop away; the nearest seat as the crow flies, which holds on curved rows too. */
function across(plan: Plan, row: PlanRow, from: number, way: 1 | -1, rows: number, stops: Stops): number {
  const { firstRow, rowCount } = plan.areas[row.area]!
  let found = from
  let walked = 0
  for (let index = row.index + way; index >= firstRow && index < firstRow + rowCount && walked < rows; index += way) {
    const seat = nearestInRow(plan, plan.rows[index]!, from, stops)
    if (seat === undefined) continue
    found = seat
    walked += 1
  }
  return found
}

function nearestInRow(plan: Plan, row: PlanRow, from: number, stops: Stops): number | undefined {
  let found: number | undefined
  let best = Infinity
  for (let seat = row.firstSeat; seat < row.firstSeat + row.seatCount; seat++) {
    const away = (plan.x[seat]! - plan.x[from]!) ** 2 + (plan.y[seat]! - plan.y[from]!) ** 2
    if (away < best && stops(seat)) {
      best = away
      found = seat
    }
  }
  return found
}
