import type { Box } from '@playhouse/domain/plan'
import type { Shape } from '#layers'
import { covers, encloses, type Point } from '#plan-index'

type Placed = Box & { readonly place: number; readonly points: readonly Point[] }

/**
 * Indices of polygons that overlap the edge of an earlier one, and of those that overlap them in turn, such as the tiers of
 * an opera house on one canvas. They must hide that edge with their whole area, including its inside. Polygons that only
 * touch are not included.
 */
export function stackedOf(shapes: readonly Shape[]): ReadonlySet<number> {
  const stackedShapes = new Set<number>()
  for (const [lower, upper] of meetingsOf(shapes)) {
    if (stackedShapes.has(upper.place)) continue
    const [x, y] = upper.points[0]!
    if (reachesInto(lower, upper) || (stackedShapes.has(lower.place) && encloses(lower.points, x, y))) stackedShapes.add(upper.place)
  }
  return stackedShapes
}

/** Pairs of polygons whose boxes overlap, the earlier polygon first in each pair, in the order of the later ones. */
function meetingsOf(shapes: readonly Shape[]): (readonly [lower: Placed, upper: Placed])[] {
  const boxes = shapes.flatMap((shape, place) => (shape.kind === 'polygon' && shape.points.length >= 3 ? [boxOf(shape.points, place)] : []))
  // Sorted from left to right, so that each box is compared with few others.
  boxes.sort((a, b) => a.x - b.x)
  const pairs = boxes.flatMap((left, at) => {
    const meets: (readonly [Placed, Placed])[] = []
    for (let next = at + 1; next < boxes.length && boxes[next]!.x < left.x + left.width; next++) {
      const right = boxes[next]!
      if (covers(left, right)) meets.push(left.place < right.place ? [left, right] : [right, left])
    }
    return meets
  })
  return pairs.sort(([, a], [, b]) => a.place - b.place)
}

/** Whether an edge of the lower polygon passes through the inside of the upper one. Most edges of neighbours are far apart. */
const reachesInto = (lower: Placed, upper: Placed): boolean =>
  lower.points.some((a, i) => {
    const b = lower.points[(i + 1) % lower.points.length]!
    if (Math.max(a[0], b[0]) <= upper.x || Math.min(a[0], b[0]) >= upper.x + upper.width) return false
    if (Math.max(a[1], b[1]) <= upper.y || Math.min(a[1], b[1]) >= upper.y + upper.height) return false
    if (isWithin(upper.points, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2)) return true
    return upper.points.some((c, j) => crosses(a, b, c, upper.points[(j + 1) % upper.points.length]!))
  })

/** Whether a point is inside a polygon by more than a plan unit, so not on an edge that two polygons share. */
const isWithin = (polygon: readonly Point[], x: number, y: number): boolean =>
  encloses(polygon, x - 1, y) && encloses(polygon, x + 1, y) && encloses(polygon, x, y - 1) && encloses(polygon, x, y + 1)

/** Whether two edges cross properly: neither only touches the other. */
const crosses = (a: Point, b: Point, c: Point, d: Point): boolean =>
  sideOf(a, b, c) * sideOf(a, b, d) < 0 && sideOf(c, d, a) * sideOf(c, d, b) < 0

/** The side of the line through `a` and `b` on which `c` lies: positive, negative, or 0 on the line. */
const sideOf = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

function boxOf(points: readonly Point[], place: number): Placed {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    ;[left, right] = [Math.min(left, x), Math.max(right, x)]
    ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y)]
  }
  return { place, points, x: left, y: top, width: right - left, height: bottom - top }
}
