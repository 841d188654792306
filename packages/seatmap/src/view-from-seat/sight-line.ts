import type { Point } from '#plan-index'
import type { Obstacle } from './obstacle.ts'
import { railAhead } from './rail.ts'

/** Kinds of obstruction of the stage: people, a rail or gallery front, or the edge of a stage above the viewer's eyes. */
export type Obstruction = 'heads' | 'rail' | 'edge'

/** An eye and the obstacles before it. Centimetres. */
export type Viewpoint = {
  readonly x: number
  readonly y: number
  readonly eyeZ: number
  readonly obstacles: readonly Obstacle[]
  /** The rail of the viewer's row: straight, perpendicular to `facing`. */
  readonly ownRail: { readonly top: number; readonly facing: Point } | undefined
  readonly stage: { readonly polygon: readonly Point[]; readonly z: number }
}

/** The lowest visible height above a point of the stage, at least its floor, and the kind of obstruction below it. */
export function lowestVisible(viewpoint: Viewpoint, [sx, sy]: Point): { readonly height: number; readonly by: Obstruction | undefined } {
  const { x, y, eyeZ, obstacles, ownRail, stage } = viewpoint
  const [dx, dy] = [sx - x, sy - y]
  let lowest: { height: number; by: Obstruction | undefined } = { height: stage.z, by: undefined }
  /** An obstacle at a share of the distance hides everything below the line over its top. */
  const hide = (by: Obstruction, share: number, top: number): void => {
    const height = eyeZ + (top - eyeZ) / share
    if (height > lowest.height) lowest = { height, by }
  }
  for (const obstacle of obstacles) {
    const share = obstacle.by === 'heads' ? shareToColumn(obstacle, x, y, dx, dy) : shareToLine(obstacle, x, y, dx, dy)
    if (share > 0 && share < 1) hide(obstacle.by, share, obstacle.top)
  }
  if (ownRail) {
    const forwardDistance = dx * ownRail.facing[0] + dy * ownRail.facing[1]
    if (forwardDistance > railAhead) hide('rail', railAhead / forwardDistance, ownRail.top)
  }
  if (eyeZ < stage.z) {
    const edge = entry(stage.polygon, x, y, dx, dy)
    if (edge > 0) hide('edge', edge, stage.z)
  }
  return lowest
}

/** Share of the distance at which a line of sight passes the middle of a column; 0 if it misses it. */
function shareToColumn(column: Extract<Obstacle, { by: 'heads' }>, x: number, y: number, dx: number, dy: number): number {
  const [ox, oy] = [column.x - x, column.y - y]
  const length = dx * dx + dy * dy
  return (ox * dy - oy * dx) ** 2 > column.halfWidth ** 2 * length ? 0 : (ox * dx + oy * dy) / length
}

/** Share of the distance at which a line of sight crosses a piece of rail; 0 if it misses it. */
function shareToLine({ from, to }: Extract<Obstacle, { by: 'rail' }>, x: number, y: number, dx: number, dy: number): number {
  const [ax, ay, bx, by] = [from[0] - x, from[1] - y, to[0] - x, to[1] - y]
  const [sideA, sideB] = [dx * ay - dy * ax, dx * by - dy * bx]
  if (sideA > 0 === sideB > 0) return 0
  const shareAcross = sideA / (sideA - sideB)
  return ((ax + (bx - ax) * shareAcross) * dx + (ay + (by - ay) * shareAcross) * dy) / (dx * dx + dy * dy)
}

/** Share of the distance at which a line to a point within the polygon enters it; 0 if it starts within. */
function entry(polygon: readonly Point[], x: number, y: number, dx: number, dy: number): number {
  // The side of the line on which a corner lies. With this sign a line through a corner crosses exactly one of its two edges.
  const sideOf = ([px, py]: Point): number => dx * (py - y) - dy * (px - x)
  let first = Infinity
  let crossings = 0
  polygon.forEach((a, i) => {
    const b = polygon[(i + 1) % polygon.length]!
    const [sideA, sideB] = [sideOf(a), sideOf(b)]
    if (sideA >= 0 === sideB >= 0) return
    const shareAcross = sideA / (sideA - sideB)
    const [px, py] = [a[0] + (b[0] - a[0]) * shareAcross, a[1] + (b[1] - a[1]) * shareAcross]
    const shareAlong = ((px - x) * dx + (py - y) * dy) / (dx * dx + dy * dy)
    if (shareAlong <= 0 || shareAlong > 1) return
    crossings += 1
    first = Math.min(first, shareAlong)
  })
  return crossings % 2 === 0 ? 0 : first
}
