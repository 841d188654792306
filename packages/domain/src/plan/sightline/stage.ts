import type { Plan } from '../model/plan.ts'

/** Mean of the stage polygon's corners, in plan centimetres. */
export function stageCentre(plan: Pick<Plan, 'stage'>): [number, number] {
  const { polygon } = plan.stage
  const sum = polygon.reduce<[number, number]>(([x, y], [px, py]) => [x + px, y + py], [0, 0])
  return [sum[0] / polygon.length, sum[1] / polygon.length]
}

/** Centimetres on the floor plan from the seat to the stage's nearest edge. */
export const distanceToStage = (plan: Plan, seat: number): number => distanceToPolygon(plan.stage.polygon, plan.x[seat]!, plan.y[seat]!)

const withHeights = new WeakMap<Plan, boolean>()

/** Whether the plan has heights. An imported drawing has none, so its sightlines are unknown. */
export function knowsHeights(plan: Plan): boolean {
  const hasHeights = withHeights.get(plan) ?? (plan.stage.z !== 0 || plan.z.some((height) => height !== 0))
  withHeights.set(plan, hasHeights)
  return hasHeights
}

/** Centimetres from the floor to the eye of a person who sits. */
const seatedEye = 120

/**
 * Metres from a person in a seat to the stage's nearest edge, including the height: from a gallery it is more than on the
 * floor plan. One decimal.
 */
export function metresToStage(plan: Plan, seat: number): number {
  const heightAboveStage = plan.z[seat]! - plan.stage.z
  return Math.round(Math.hypot(distanceToStage(plan, seat), Math.max(0, heightAboveStage, -heightAboveStage - seatedEye)) / 10) / 10
}

/** Centimetres from a place to the nearest edge of a polygon. */
export function distanceToPolygon(polygon: readonly (readonly [number, number])[], x: number, y: number): number {
  // Called for each of 100,000 seats: squares, and one root at the end.
  let nearest = Infinity
  for (let corner = 0; corner < polygon.length; corner++) {
    const from = polygon[corner]!
    const to = polygon[corner + 1 === polygon.length ? 0 : corner + 1]!
    const dx = to[0] - from[0]
    const dy = to[1] - from[1]
    const share = Math.max(0, Math.min(1, ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy || 1)))
    const awayX = x - from[0] - share * dx
    const awayY = y - from[1] - share * dy
    nearest = Math.min(nearest, awayX * awayX + awayY * awayY)
  }
  return Math.sqrt(nearest)
}

const surroundedByPlan = new WeakMap<Plan, boolean>()

/** Whether there are seats both before the stage and behind it. */
export function isSurrounded(plan: Plan): boolean {
  const hasSeatsAround = surroundedByPlan.get(plan) ?? hasSeatsBothWays(plan)
  surroundedByPlan.set(plan, hasSeatsAround)
  return hasSeatsAround
}

function hasSeatsBothWays({ x, y, seatCount, stage: { polygon } }: Plan): boolean {
  const [xs, ys] = [polygon.map(([px]) => px), polygon.map(([, py]) => py)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  let [isAbove, isBelow] = [false, false]
  for (let seat = 0; seat < seatCount; seat++) {
    if (x[seat]! < left || x[seat]! > right) continue
    isAbove ||= y[seat]! < top
    isBelow ||= y[seat]! > bottom
  }
  return isAbove && isBelow
}
