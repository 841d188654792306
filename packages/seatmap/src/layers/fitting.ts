import { encloses, type Point } from '#plan-index'
import { widthOf } from './drawing.ts'

/** Sizes that text on the floor may have, CSS pixels, largest first. */
export const textSizes = [16, 14, 12.5, 11, 10, 9] as const

export type TwoLines = { readonly size: number; readonly lower: number; readonly gap: number }
/** For each of `textSizes`, the size of the second line below it, and the distance of both from the middle. */
export const twoLines: readonly TwoLines[] = textSizes.map((size) => {
  const lower = Math.max(9, size * 0.84)
  return { size, lower, gap: (size + lower) * 0.32 }
})

/** Like `twoLines`, with a third line as tall as the second. */
export type ThreeLines = { readonly size: number; readonly lower: number; readonly downs: readonly [number, number, number] }
export const threeLines: readonly ThreeLines[] = twoLines.map(({ size, lower, gap }) => {
  const [first, second] = [2 * gap, lower * 1.2]
  const top = (first + second) / 2
  return { size, lower, downs: [-top, first - top, top] }
})

/** The same polygon with its axes swapped, to fit upright text like horizontal text. */
export const transpose = (polygon: readonly Point[]): Point[] => polygon.map(([x, y]) => [y, x])

/**
 * The scale (CSS pixels per plan unit) from which a line of text fits into the polygon with a margin, its middle `down`
 * pixels below a point in it. Infinity if the point is outside.
 */
export function scaleToFit(text: string, size: number, down: number, polygon: readonly Point[], x: number, y: number): number {
  const halfHeight = size * 0.55
  return 1 / spaceAround(polygon, x, y, { half: widthOf(text, size) / 2 + 3, above: halfHeight - down, below: halfHeight + down })
}

/** The same for several lines of text as one rectangle: its `width`, and its height `above` and `below` the point. */
export const scaleToHold = (width: number, above: number, below: number, polygon: readonly Point[], x: number, y: number): number =>
  1 / spaceAround(polygon, x, y, { half: width / 2 + 3, above, below })

/** A rectangle round a point, as distances to either side, above and below. */
type Extents = { readonly half: number; readonly above: number; readonly below: number }

/** The factor by which such a rectangle may be scaled before it meets an edge of the polygon; 0 if the point is outside. */
function spaceAround(polygon: readonly Point[], x: number, y: number, { half, ...extents }: Extents): number {
  if (!encloses(polygon, x, y)) return 0
  const [heightAbove, depthBelow] = [Math.max(1, extents.above), Math.max(1, extents.below)]
  let space = Infinity
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const ax = polygon[j]![0] - x
    const ay = polygon[j]![1] - y
    const bx = polygon[i]![0] - x
    const by = polygon[i]![1] - y
    // Most edges are farther away than the nearest one so far.
    if (ax * bx > 0 && Math.min(Math.abs(ax), Math.abs(bx)) >= space * half) continue
    if (ay * by > 0 && Math.min(Math.abs(ay), Math.abs(by)) >= space * (ay > 0 ? depthBelow : heightAbove)) continue
    const dx = bx - ax
    const dy = by - ay
    // Its ends, and where it crosses the rectangle's axes or diagonals; in between the distance is monotonic.
    for (let at = 0; at < 8; at++) {
      const share =
        at < 2
          ? at
          : at === 2
            ? -ax / dx
            : at === 3
              ? -ay / dy
              : onDiagonal(at & 1 ? half : -half, at & 2 ? depthBelow : -heightAbove, ax, ay, dx, dy)
      if (!(share >= 0 && share <= 1)) continue
      const px = Math.abs(ax + share * dx) / half
      const py = ay + share * dy
      const reach = Math.max(px, py > 0 ? py / depthBelow : -py / heightAbove)
      if (reach < space) space = reach
    }
  }
  return space
}

/** Share along an edge at which it crosses a diagonal through the rectangle's corner. */
const onDiagonal = (side: number, end: number, ax: number, ay: number, dx: number, dy: number): number =>
  (ay / end - ax / side) / (dx / side - dy / end)

/** Shares of a polygon's box, along both axes, at which places are tried. */
const candidateShares = [0.1, 0.3, 0.5, 0.7, 0.9] as const

/**
 * The point of a polygon with the most space for a line of text: its centroid or, if the polygon is narrow or hollow there,
 * the best of a few other points. `fallback` is returned if no point has space.
 */
export function widestPlace(polygon: readonly Point[], text: string, fallback: Point): Point {
  const extents: Extents = { half: widthOf(text, 11) / 2 + 3, above: 7, below: 7 }
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of polygon) {
    ;[left, right] = [Math.min(left, x), Math.max(right, x)]
    ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y)]
  }
  const spaceAt = ([x, y]: Point): number => spaceAround(polygon, x, y, extents)
  let place = centroid(polygon)
  let most = spaceAt(place)
  if (most > 0.5 * Math.min((right - left) / 2 / extents.half, (bottom - top) / 2 / extents.above)) return place
  // Another point must be clearly better: names in the middle look best.
  most *= 1.2
  for (const down of candidateShares)
    for (const share of candidateShares) {
      const other: Point = [left + share * (right - left), top + down * (bottom - top)]
      const space = spaceAt(other)
      if (space > most) [most, place] = [space, other]
    }
  return most > 0 ? place : fallback
}

/** The polygon's centre of gravity; the mean of its corners where it has no area. */
function centroid(polygon: readonly Point[]): Point {
  let [sum, cx, cy] = [0, 0, 0]
  const [ox, oy] = polygon[0] ?? [0, 0]
  polygon.forEach(([px, py], i) => {
    const next = polygon[(i + 1) % polygon.length]!
    // From a corner, so that plans far from their origin lose no digits.
    const [ax, ay, bx, by] = [px - ox, py - oy, next[0] - ox, next[1] - oy]
    const cross = ax * by - bx * ay
    sum += cross
    cx += (ax + bx) * cross
    cy += (ay + by) * cross
  })
  if (sum !== 0) return [ox + cx / (3 * sum), oy + cy / (3 * sum)]
  return [polygon.reduce((sum, [x]) => sum + x, 0) / polygon.length, polygon.reduce((sum, [, y]) => sum + y, 0) / polygon.length]
}
