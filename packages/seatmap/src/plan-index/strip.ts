import type { Box } from '@playhouse/domain/plan'
import { encloses, type Point } from './area-shape.ts'

/** The part of an edge between two values of one coordinate, as shares of its length; empty if first > last. */
function shareWithin(a: number, b: number, from: number, to: number): readonly [first: number, last: number] {
  if (a === b) return a >= from && a <= to ? [0, 1] : [1, 0]
  const [shareAtFrom, shareAtTo] = [(from - a) / (b - a), (to - a) / (b - a)]
  return [Math.max(0, Math.min(shareAtFrom, shareAtTo)), Math.min(1, Math.max(shareAtFrom, shareAtTo))]
}

/**
 * The extreme of a polygon in one direction (1: right or down, -1: left or up) along an axis (0: x, 1: y), within the strip
 * in which the other coordinate is between `from` and `to`. Returns the coordinate times the direction; -Infinity if no part
 * is in the strip.
 */
export function reach(polygon: readonly Point[], axis: 0 | 1, direction: -1 | 1, from: number, to: number): number {
  const otherAxis = axis === 0 ? 1 : 0
  let most = -Infinity
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [a, b] = [polygon[j]!, polygon[i]!]
    const [first, last] = shareWithin(a[otherAxis], b[otherAxis], from, to)
    if (first > last) continue
    const way0 = direction * (a[axis] + first * (b[axis] - a[axis]))
    const way1 = direction * (a[axis] + last * (b[axis] - a[axis]))
    most = Math.max(most, way0, way1)
  }
  return most
}

/** The other coordinate of the middle of a polygon's outermost part, `depth` deep, in one direction of an axis. */
export function middleAt(polygon: readonly Point[], axis: 0 | 1, direction: -1 | 1, depth: number): number {
  const otherAxis = axis === 0 ? 1 : 0
  const end = direction * reach(polygon, axis, direction, -Infinity, Infinity)
  const [from, to] = direction === 1 ? [end - depth, end] : [end, end + depth]
  return (reach(polygon, otherAxis, 1, from, to) - reach(polygon, otherAxis, -1, from, to)) / 2
}

/** Whether a polygon and a rectangle intersect. */
export function meets(polygon: readonly Point[], { x, y, width, height }: Box): boolean {
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [a, b] = [polygon[j]!, polygon[i]!]
    const [left, right] = shareWithin(a[0], b[0], x, x + width)
    const [top, bottom] = shareWithin(a[1], b[1], y, y + height)
    if (Math.max(left, top) <= Math.min(right, bottom)) return true
  }
  return encloses(polygon, x + width / 2, y + height / 2)
}
