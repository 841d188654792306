import type { Plan } from './plan.ts'

/** Mean of the stage polygon's corners, in plan centimetres. */
export function stageCentre(plan: Pick<Plan, 'stage'>): [number, number] {
  const { polygon } = plan.stage
  const sum = polygon.reduce<[number, number]>(([x, y], [px, py]) => [x + px, y + py], [0, 0])
  return [sum[0] / polygon.length, sum[1] / polygon.length]
}

/** Centimetres on the floor plan from the seat to the stage's nearest edge. */
export const distanceToStage = (plan: Plan, seat: number): number => distanceToPolygon(plan.stage.polygon, plan.x[seat]!, plan.y[seat]!)

/** Centimetres from a place to the nearest edge of a polygon. */
export function distanceToPolygon(polygon: readonly (readonly [number, number])[], x: number, y: number): number {
  let nearest = Infinity
  polygon.forEach(([ax, ay], i) => {
    const [bx, by] = polygon[(i + 1) % polygon.length]!
    const [dx, dy] = [bx - ax, by - ay]
    const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)))
    nearest = Math.min(nearest, Math.hypot(x - ax - along * dx, y - ay - along * dy))
  })
  return nearest
}
