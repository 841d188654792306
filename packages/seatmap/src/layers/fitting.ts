import { encloses, type Point } from '#plan-index'
import { widthOf } from './drawing.ts'

const sizes = [16, 14, 12.5, 11, 10, 9]

/** Whether a line of text, its middle at (x, y), lies inside the polygon with a little air. */
function fits(text: string, size: number, polygon: readonly Point[], x: number, y: number): boolean {
  const [half, tall] = [widthOf(text, size) / 2 + 3, size * 0.55]
  for (const dx of [-half, 0, half]) for (const dy of [-tall, tall]) if (!encloses(polygon, x + dx, y + dy)) return false
  return true
}

/** The largest of our sizes at which a line fits; undefined when none does. */
export const sizeThatFits = (text: string, polygon: readonly Point[], x: number, y: number, largest = 16): number | undefined =>
  sizes.find((size) => size <= largest && fits(text, size, polygon, x, y))

/** The same for two lines, the second a little smaller, round a middle. */
export function sizesThatFit(
  upper: string,
  lower: string,
  polygon: readonly Point[],
  x: number,
  y: number,
): { size: number; lower: number; gap: number } | undefined {
  for (const size of sizes) {
    const small = Math.max(9, size * 0.84)
    const gap = (size + small) * 0.32
    if (fits(upper, size, polygon, x, y - gap) && fits(lower, small, polygon, x, y + gap)) return { size, lower: small, gap }
  }
  return undefined
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
