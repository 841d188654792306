import { looksFromSide } from '../sightline/facts.ts'
import { isInside } from '../derive/outline.ts'
import { hasFlag, type Plan, type PlanArea } from '../model/plan.ts'
import { stageCentre } from '../sightline/stage.ts'

/** A hall with this share of its seats behind the stage's middle is in the round: no seat is at the side there. */
const minShareBehindStage = 0.16
/** Distance of the best place from the stage's edge in centimetres; in a small hall a share of its depth. */
const bestDistanceCm = 500
const bestShareOfDepth = 0.25
/** Penalties for an impaired view, as additional distance from the stage in centimetres. */
const sideViewPenaltyCm = 500
const railPenaltyCm = 300
const behindStandingPenaltyCm = 2_000
const highSeatPenaltyCm = 100
/** Height above a standing floor from which a seat has a clear view over the people there, in centimetres. */
const clearHeightCm = 50
/** Number of points checked between a seat and the stage. */
const samplesToStage = 8
/** Height of a storey in centimetres, for plans that state the floor of a seat but not its height. */
const storeyHeightCm = 350

/**
 * The cost of each seat: its distance from the best place of the hall as a visitor would estimate it, in centimetres; less
 * is better. The best place is in the middle, some metres from the stage. Sideways distance counts twice, unless people sit
 * all round; height counts as distance. Rails, high seats, standing floors in front and side views add penalties.
 */
export function costOfSeats(plan: Plan): Int32Array {
  const { x, y, z, seatCount } = plan
  const [cx, cy] = stageCentre(plan)
  const isRound = y.filter((each) => each < cy).length > seatCount * minShareBehindStage
  const edge = Math.max(...plan.stage.polygon.map(([, py]) => py))
  const depth = y.reduce((most, each) => Math.max(most, each), edge) - edge
  const focus = isRound ? cy : edge + Math.min(bestDistanceCm, depth * bestShareOfDepth)
  const floors = plan.areas.filter(({ kind, outline }) => kind === 'standing' && outline.length >= 3)
  const cost = new Int32Array(seatCount)
  for (let seat = 0; seat < seatCount; seat++) {
    const [dx, dy] = [Math.abs(x[seat]! - cx), y[seat]! - focus]
    const rise = Math.max(Math.abs(z[seat]!), Math.abs(plan.areas[plan.areaOf[seat]!]!.floorsAboveStage) * storeyHeightCm)
    cost[seat] =
      Math.hypot(dx, dy, rise) +
      (isRound ? 0 : dx) +
      (looksFromSide(plan, seat) ? sideViewPenaltyCm : 0) +
      (looksThrough(floors, plan, seat, cx, cy) ? behindStandingPenaltyCm : 0) +
      (hasFlag(plan, seat, 'barInFront') ? railPenaltyCm : 0) +
      (hasFlag(plan, seat, 'highSeat') ? highSeatPenaltyCm : 0)
  }
  return cost
}

/** Whether a standing floor lies between a seat and the middle of the stage, and the seat is too low to see over it. */
function looksThrough(floors: readonly PlanArea[], { x, y, z, areaOf }: Plan, seat: number, cx: number, cy: number): boolean {
  const [sx, sy] = [x[seat]!, y[seat]!]
  return floors.some(
    ({ index, firstSeat, outline }) =>
      areaOf[seat] !== index &&
      z[seat]! < z[firstSeat]! + clearHeightCm &&
      Array.from({ length: samplesToStage }, (_, look) => (look + 0.5) / samplesToStage).some((way) =>
        isInside(outline, sx + (cx - sx) * way, sy + (cy - sy) * way),
      ),
  )
}
