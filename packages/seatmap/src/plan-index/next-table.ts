import { distanceToStage, type Plan, type PlanRow } from '@playhouse/domain/plan'
import type { Point } from './area-shape.ts'
import type { SeatStep } from './next-seat.ts'
import { along, endOfRow, nearestStop, placeOf, type Stops } from './row-stop.ts'

/** Tables that a Page key passes. */
const page = 5
/** A table lies before another if going there leads to the stage by this share of the way, and not aside. */
const straight = 0.6

/** Whether seats of an area stand round tables. */
export const hasTables = (plan: Plan, area: number): boolean => rowsOf(plan, area).some(({ table }) => table)

const rowsOf = (plan: Plan, area: number): readonly PlanRow[] => {
  const { firstRow, rowCount } = plan.areas[area]!
  return plan.rows.slice(firstRow, firstRow + rowCount)
}

/** The seat a step leads to where seats stand round tables; `from` itself when there is none. */
export function nextAtTables(plan: Plan, from: number, step: Exclude<SeatStep, 'areaStart' | 'areaEnd'>, stops: Stops): number {
  const row = plan.rows[plan.rowOf[from]!]!
  switch (step) {
    case 'left':
      return along(plan, row, from, -1, stops) ?? onwards(plan, row, -1, stops) ?? from
    case 'right':
      return along(plan, row, from, 1, stops) ?? onwards(plan, row, 1, stops) ?? from
    case 'rowStart':
      return endOfRow(plan, row, -1, stops) ?? from
    case 'rowEnd':
      return endOfRow(plan, row, 1, stops) ?? from
    case 'up':
    case 'down':
      return across(plan, from, step, stops)
    case 'pageUp':
    case 'pageDown': {
      let at = from
      for (let table = 0; table < page; table++) at = across(plan, at, step === 'pageUp' ? 'up' : 'down', stops)
      return at
    }
  }
}

/** The first stop of the tables after this one, or the last of those before it. */
function onwards(plan: Plan, { area, index }: PlanRow, way: 1 | -1, stops: Stops): number | undefined {
  for (let next = plan.rows[index + way]; next?.area === area; next = plan.rows[next.index + way]) {
    const stop = endOfRow(plan, next, way === 1 ? -1 : 1, stops)
    if (stop !== undefined) return stop
  }
  return undefined
}

/** The nearest table towards the stage or away from it that has a stop, and the stop of it nearest to here. */
function across(plan: Plan, from: number, step: 'up' | 'down', stops: Stops): number {
  const own = plan.rows[plan.rowOf[from]!]!
  const [x, y] = middleOf(plan, own)
  const home = meanDistance(plan, own)
  const way = step === 'up' ? 1 : -1
  const before = rowsOf(plan, own.area)
    .map((row) => {
      const [tx, ty] = middleOf(plan, row)
      const away = Math.hypot(tx - x, ty - y)
      return { row, away, nearer: (home - meanDistance(plan, row)) * way }
    })
    .filter(({ row, away, nearer }) => row !== own && nearer > 0 && nearer >= straight * away)
    .sort((a, b) => a.away - b.away)
  for (const { row } of before) {
    const stop = nearestStop(plan, row, placeOf(plan, from), stops)
    if (stop !== undefined) return stop
  }
  return from
}

function middleOf(plan: Plan, { table, firstSeat, seatCount }: PlanRow): Point {
  return table ? [table.x, table.y] : placeOf(plan, firstSeat + (seatCount >> 1))
}

function meanDistance(plan: Plan, { firstSeat, seatCount }: PlanRow): number {
  let sum = 0
  for (let seat = firstSeat; seat < firstSeat + seatCount; seat++) sum += distanceToStage(plan, seat)
  return sum / seatCount
}
