import { hasFlag, type Plan } from '@playhouse/domain/plan'
import type { Point } from '#plan-index'
import { raiseOf } from './eye.ts'
import { facingOf, type HallShape } from './hall-shape.ts'

/** Distance from the middle of a seat to the rail before it, in centimetres: a thigh's length and the rail's own depth. */
export const railAhead = 55
/** Guarding in front of fixed seats is 800 mm high (Building Regulations for England, Approved Document K). */
const railHeight = 80
/** Half the width of the piece of rail before one seat, in seats: above 0.5, so that adjacent pieces meet on a curve. */
const half = 0.6

/** Whether a rail or a gallery front is before the seat: the plan states one, or the seat is in the first row of an upper floor. */
export function hasRail(plan: Plan, seat: number): boolean {
  if (hasFlag(plan, seat, 'barInFront')) return true
  const row = plan.rows[plan.rowOf[seat]!]!
  const area = plan.areas[row.area]!
  return area.floorsAboveStage > 0 && row.index === area.firstRow
}

/** Height of the rail's upper edge before a seat, in centimetres. */
export const railTop = (plan: Plan, seat: number): number => plan.z[seat]! + railHeight + raiseOf(plan, seat)

/** The ends of the piece of rail before a seat, perpendicular to the direction it faces. */
export function railBefore(plan: Plan, { index, centre }: HallShape, seat: number): readonly [from: Point, to: Point] {
  const [fx, fy] = facingOf(plan, seat, centre)
  const [x, y] = [plan.x[seat]! + fx * railAhead, plan.y[seat]! + fy * railAhead]
  const wide = index.pitch * half
  return [
    [x - fy * wide, y + fx * wide],
    [x + fy * wide, y - fx * wide],
  ]
}
