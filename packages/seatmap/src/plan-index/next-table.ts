import { distanceToStage, type Plan, type PlanRow } from '@playhouse/domain/plan'
import type { Point } from './area-shape.ts'
import { nearestStop, placeOf, type Stops } from './row-stop.ts'

/** Minimum share of the distance to a table that leads straight towards the stage, for the table to be before this one. */
const straight = 0.6

/** Whether an area has tables. */
export const hasTables = (plan: Plan, area: number): boolean => rowsOf(plan, area).some(({ table }) => table)

const rowsOf = (plan: Plan, area: number): readonly PlanRow[] => {
  const { firstRow, rowCount } = plan.areas[area]!
  return plan.rows.slice(firstRow, firstRow + rowCount)
}

/**
 * Moves by `tables` tables towards the stage (negative) or away from it, each time to the nearest with a stop; returns its
 * nearest stop.
 */
export function acrossTables(plan: Plan, from: number, tables: number, stops: Stops): number {
  if (tables === 0) return from
  const direction = Math.sign(tables)
  const own = plan.rows[plan.rowOf[from]!]!
  const [x, y] = middleOf(plan, own)
  const home = meanDistance(plan, own)
  const onTheWay = rowsOf(plan, own.area)
    .map((row) => {
      const [tx, ty] = middleOf(plan, row)
      return { row, away: Math.hypot(tx - x, ty - y), gain: (meanDistance(plan, row) - home) * direction }
    })
    .filter(({ away, gain }) => gain > 0 && gain >= straight * away)
    .sort((a, b) => a.away - b.away)
  for (const { row } of onTheWay) {
    const stop = nearestStop(plan, row, placeOf(plan, from), stops)
    if (stop !== undefined) return acrossTables(plan, stop, tables - direction, stops)
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
