import { encloses, type Point } from '#plan-index'
import { widthOf } from './drawing.ts'

/** Sizes that text on the floor may have, CSS pixels, largest first. */
export const textSizes = [16, 14, 12.5, 11, 10, 9] as const

export type TwoLines = { readonly size: number; readonly lower: number; readonly gap: number }
/** For each of `textSizes`, the second line that goes with it and how far both stand from the middle. */
export const twoLines: readonly TwoLines[] = textSizes.map((size) => {
  const lower = Math.max(9, size * 0.84)
  return { size, lower, gap: (size + lower) * 0.32 }
})

/**
 * The scale (CSS pixels a plan unit) from which a line of text fits into the polygon with a little air, its middle `down`
 * pixels below a place in it. Infinity where the place is outside: it never fits.
 */
export function scaleToFit(text: string, size: number, down: number, polygon: readonly Point[], x: number, y: number): number {
  const [half, tall] = [widthOf(text, size) / 2 + 3, size * 0.55]
  if (!encloses(polygon, x, y)) return Infinity
  let scale = 0
  for (const dx of [-half, 0, half])
    for (const dy of [down - tall, down + tall]) scale = Math.max(scale, 1 / lengthInside(polygon, x, y, dx, dy))
  return scale
}

/** How often the vector fits between a place and the first edge in its direction. */
function lengthInside(polygon: readonly Point[], x: number, y: number, dx: number, dy: number): number {
  let nearest = Infinity
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [ax, ay] = polygon[j]!
    const [ex, ey] = [polygon[i]![0] - ax, polygon[i]![1] - ay]
    const cross = dx * ey - dy * ex
    if (cross === 0) continue
    const along = ((ax - x) * ey - (ay - y) * ex) / cross
    const share = ((ax - x) * dy - (ay - y) * dx) / cross
    if (along >= 0 && along < nearest && share >= 0 && share <= 1) nearest = along
  }
  return nearest
}

/** The polygon's centre of gravity; the mean of its corners where it has no area. */
export function centroid(polygon: readonly Point[]): Point {
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
  return [polygon.reduce((all, [x]) => all + x, 0) / polygon.length, polygon.reduce((all, [, y]) => all + y, 0) / polygon.length]
}
