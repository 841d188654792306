import type { Plan } from '@playhouse/domain/plan'
import type { Point } from '#plan-index'
import { crowdOf } from './crowd.ts'
import { headTop } from './eye.ts'
import type { HallShape } from './hall-shape.ts'
import { hasRail, railBefore, railTop } from './rail.ts'

/** An obstacle between an eye and the stage, opaque from the floor to `top`: a column, or a piece of rail. Centimetres. */
export type Obstacle =
  | { readonly by: 'heads'; readonly x: number; readonly y: number; readonly halfWidth: number; readonly top: number }
  | { readonly by: 'rail'; readonly from: Point; readonly to: Point; readonly top: number }

/**
 * Half the width of a head and of the shoulders below it, and the distance from the top of the head to the shoulders.
 * Centimetres.
 */
const head = { half: 9, shoulders: 22, neck: 25 }
/** Minimum distance of an obstacle: nearer are the viewer's own head and knees. Centimetres. */
export const arm = 30
/** A floor this much higher than the viewer's is a ceiling, and people on it hide nothing. Centimetres. */
const headroom = 200
/** Number of boxes into which the search towards the stage is split, so that a wide hall is not searched completely. */
const slices = 12

/**
 * All people and gallery fronts between a seat and the stage, found by position.
 * @param eyeZ height of the eye; obstacles below its lines of sight to the stage are left out
 * @param isOccupied whether a seat in front is occupied; all by default
 */
export function obstaclesBefore(
  plan: Plan,
  shape: HallShape,
  seat: number,
  eyeZ: number,
  isOccupied: (seat: number) => boolean = () => true,
): Obstacle[] {
  const [x, y, floor] = [plan.x[seat]!, plan.y[seat]!, plan.z[seat]!]
  const reach = boxFrom(x, y, plan.stage.polygon)
  const obstacles: Obstacle[] = []
  const seenRows = new Set<number>()
  const add = (obstacle: Obstacle): void => {
    const places: readonly Point[] = obstacle.by === 'heads' ? [[obstacle.x, obstacle.y]] : [obstacle.from, obstacle.to]
    const maxDistance = Math.max(...places.map(([px, py]) => Math.hypot(px - x, py - y)))
    // An obstacle below the eye and below the line to the nearest point of the stage hides nothing.
    const nearest = Math.max(reach.nearest, maxDistance)
    const rises = obstacle.top >= eyeZ || eyeZ + ((obstacle.top - eyeZ) * nearest) / maxDistance > plan.stage.z
    if (maxDistance >= arm && rises) obstacles.push(obstacle)
  }
  for (const { x: px, y: py, seat: other } of crowdOf(plan)) {
    if (!reach.holds(px, py) || plan.z[other]! > floor + headroom || !isOccupied(other)) continue
    const top = headTop(plan, other)
    add({ by: 'heads', x: px, y: py, halfWidth: head.half, top })
    add({ by: 'heads', x: px, y: py, halfWidth: head.shoulders, top: top - head.neck })
  }
  for (let slice = 0; slice < slices; slice++)
    shape.index.visit(reach.between(slice / slices, (slice + 1) / slices), (other) => {
      if (other === seat || seenRows.has(other) || plan.z[other]! > floor + headroom) return
      seenRows.add(other)
      if (isOccupied(other)) {
        const top = headTop(plan, other)
        const place = { by: 'heads', x: plan.x[other]!, y: plan.y[other]! } as const
        add({ ...place, halfWidth: head.half, top })
        add({ ...place, halfWidth: head.shoulders, top: top - head.neck })
      }
      if (!hasRail(plan, other)) return
      const [from, to] = railBefore(plan, shape, other)
      add({ by: 'rail', from, to, top: railTop(plan, other) })
    })
  return obstacles
}

/** The boxes between two shares of the distance from a point to every corner of a polygon, wider by a seat's width. */
function boxFrom(x: number, y: number, polygon: readonly Point[]) {
  const margin = 100
  const xs = polygon.map(([px]) => px - x)
  const ys = polygon.map(([, py]) => py - y)
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const distanceOutside = (low: number, high: number): number => Math.max(0, low, -high)
  return {
    /** Whether a point may lie between the eye and the stage. */
    holds: (px: number, py: number) =>
      px >= x + Math.min(0, left) - margin &&
      px <= x + Math.max(0, right) + margin &&
      py >= y + Math.min(0, top) - margin &&
      py <= y + Math.max(0, bottom) + margin,
    /** Lower limit of the distance to the stage. */
    nearest: Math.hypot(distanceOutside(left, right), distanceOutside(top, bottom)),
    between: (from: number, to: number) => {
      const box = { x: x + Math.min(left * from, left * to), y: y + Math.min(top * from, top * to) }
      return {
        x: box.x - margin,
        y: box.y - margin,
        width: x + Math.max(right * from, right * to) - box.x + 2 * margin,
        height: y + Math.max(bottom * from, bottom * to) - box.y + 2 * margin,
      }
    },
  }
}
