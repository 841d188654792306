import type { Corner, Point } from '../model/point.ts'

/** Centimetres by which an area's floor extends beyond the centres of its outermost seats. */
const margin = 66
/** Maximum number of squares of the grid of an area, whatever its size. */
const maxSquares = 250_000

/**
 * The outline of the floor under an area's seats: the union of discs round them, grown until it is connected, drawn on a
 * grid and simplified. It follows curves and corners, so that a horseshoe does not cover the stalls inside it.
 * @returns whole centimetres; empty without seats
 */
export function outlineAround(seats: readonly Point[]): [number, number][] {
  if (seats.length === 0) return []
  for (let radius = margin; ; radius *= 1.7) {
    const floor = floorUnder(seats, radius)
    const ring = traceRing(floor)
    if (ring) return simplify(ring, 1.8 * floor.square).map(([x, y]) => [Math.round(x), Math.round(y)])
  }
}

type Floor = { left: number; top: number; square: number; columns: number; lines: number; covered: Uint8Array }

function floorUnder(seats: readonly Point[], radius: number): Floor {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of seats) {
    ;[left, right] = [Math.min(left, x), Math.max(right, x)]
    ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y)]
  }
  const [width, height] = [right - left + 2 * radius, bottom - top + 2 * radius]
  const square = Math.max(radius / 4, Math.sqrt((width * height) / maxSquares), Math.max(width, height) / 4_000)
  // A disc of less than a square would fall between the lines.
  const reach = Math.max(radius, square)
  const border = reach + 2 * square
  const floor: Floor = {
    left: left - border,
    top: top - border,
    square,
    columns: Math.ceil((right - left + 2 * border) / square) + 1,
    lines: Math.ceil((bottom - top + 2 * border) / square) + 1,
    covered: new Uint8Array(0),
  }
  floor.covered = new Uint8Array(floor.columns * floor.lines)
  const around = Math.ceil(reach / square)
  for (const { x, y } of seats) {
    const [column, line] = [Math.floor((x - floor.left) / square), Math.floor((y - floor.top) / square)]
    for (let l = line - around; l <= line + around; l++)
      for (let c = column - around; c <= column + around; c++)
        if (Math.hypot((c - column) * square, (l - line) * square) <= reach) floor.covered[l * floor.columns + c] = 1
  }
  return floor
}

/** Walks round the floor with its inside on the right, corner by corner; undefined where it is in several pieces. */
function traceRing({ left, top, square, columns, covered }: Floor): Corner[] | undefined {
  const start = covered.indexOf(1)
  if (countPiece(covered, columns, start) !== covered.reduce((sum, one) => sum + one, 0)) return undefined
  const steps: readonly Corner[] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ]
  const isFloor = (c: number, l: number): boolean => covered[l * columns + c] === 1
  const [firstC, firstL] = [start % columns, Math.floor(start / columns)]
  const ring: Corner[] = []
  let [c, l, heading] = [firstC, firstL, 0]
  do {
    ring.push([left + c * square, top + l * square])
    const [dc, dl] = steps[heading]!
    ;[c, l] = [c + dc, l + dl]
    // The two squares ahead of this corner, left and right of the heading.
    const ahead =
      heading === 0
        ? [c, l - 1, c, l]
        : heading === 1
          ? [c, l, c - 1, l]
          : heading === 2
            ? [c - 1, l, c - 1, l - 1]
            : [c - 1, l - 1, c, l - 1]
    if (isFloor(ahead[0]!, ahead[1]!) && isFloor(ahead[2]!, ahead[3]!)) heading = (heading + 3) % 4
    else if (!isFloor(ahead[2]!, ahead[3]!)) heading = (heading + 1) % 4
  } while (c !== firstC || l !== firstL)
  return ring
}

/** Squares that hang together with one by their sides. */
function countPiece(covered: Uint8Array, columns: number, start: number): number {
  const seen = new Uint8Array(covered.length)
  const waiting = [start]
  seen[start] = 1
  let count = 0
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    count += 1
    for (const beside of [at - 1, at + 1, at - columns, at + columns])
      if (covered[beside] === 1 && !seen[beside]) {
        seen[beside] = 1
        waiting.push(beside)
      }
  }
  return count
}

/** Leaves out corners nearer to the line between their neighbours than the tolerance (Ramer, Douglas and Peucker). */
function simplify(ring: readonly Corner[], tolerance: number): Corner[] {
  const half = Math.floor(ring.length / 2)
  const kept = new Set([0, half])
  const spans: [number, number][] = [
    [0, half],
    [half, ring.length],
  ]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span
    let [farthest, most] = [-1, tolerance]
    for (let at = from + 1; at < to; at++) {
      const off = offLine(ring[at]!, ring[from]!, ring[to % ring.length]!)
      if (off > most) [farthest, most] = [at, off]
    }
    if (farthest < 0) continue
    kept.add(farthest)
    spans.push([from, farthest], [farthest, to])
  }
  return [...kept].sort((a, b) => a - b).map((at) => ring[at]!)
}

function offLine([x, y]: Corner, [ax, ay]: Corner, [bx, by]: Corner): number {
  const [dx, dy] = [bx - ax, by - ay]
  const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(x - ax - along * dx, y - ay - along * dy)
}

/** Whether a point lies within an outline (even-odd rule). */
export function isInside(outline: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let inside = false
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [ax, ay] = outline[i]!
    const [bx, by] = outline[j]!
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}
