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

type Floor = { left: number; top: number; square: number; columns: number; lines: number; coveredSquares: Uint8Array }

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
    coveredSquares: new Uint8Array(0),
  }
  floor.coveredSquares = new Uint8Array(floor.columns * floor.lines)
  const reachInSquares = Math.ceil(reach / square)
  for (const { x, y } of seats) {
    const [column, line] = [Math.floor((x - floor.left) / square), Math.floor((y - floor.top) / square)]
    for (let l = line - reachInSquares; l <= line + reachInSquares; l++)
      for (let c = column - reachInSquares; c <= column + reachInSquares; c++)
        if (Math.hypot((c - column) * square, (l - line) * square) <= reach) floor.coveredSquares[l * floor.columns + c] = 1
  }
  return floor
}

/** Walks round the floor with its inside on the right, corner by corner; undefined where it is in several pieces. */
function traceRing({ left, top, square, columns, coveredSquares }: Floor): Corner[] | undefined {
  const start = coveredSquares.indexOf(1)
  if (countPiece(coveredSquares, columns, start) !== coveredSquares.reduce((sum, one) => sum + one, 0)) return undefined
  const steps: readonly Corner[] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ]
  const isFloor = (c: number, l: number): boolean => coveredSquares[l * columns + c] === 1
  const [firstC, firstL] = [start % columns, Math.floor(start / columns)]
  const ring: Corner[] = []
  let [c, l, heading] = [firstC, firstL, 0]
  do {
    ring.push([left + c * square, top + l * square])
    const [dc, dl] = steps[heading]!
    ;[c, l] = [c + dc, l + dl]
    // The two squares ahead of this corner, left and right of the heading.
    const nextCorner =
      heading === 0
        ? [c, l - 1, c, l]
        : heading === 1
          ? [c, l, c - 1, l]
          : heading === 2
            ? [c - 1, l, c - 1, l - 1]
            : [c - 1, l - 1, c, l - 1]
    if (isFloor(nextCorner[0]!, nextCorner[1]!) && isFloor(nextCorner[2]!, nextCorner[3]!)) heading = (heading + 3) % 4
    else if (!isFloor(nextCorner[2]!, nextCorner[3]!)) heading = (heading + 1) % 4
  } while (c !== firstC || l !== firstL)
  return ring
}

/** Squares that hang together with one by their sides. */
function countPiece(coveredSquares: Uint8Array, columns: number, start: number): number {
  const seenSquares = new Uint8Array(coveredSquares.length)
  const waiting = [start]
  seenSquares[start] = 1
  let count = 0
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    count += 1
    for (const neighbour of [at - 1, at + 1, at - columns, at + columns])
      if (coveredSquares[neighbour] === 1 && !seenSquares[neighbour]) {
        seenSquares[neighbour] = 1
        waiting.push(neighbour)
      }
  }
  return count
}

/** Leaves out corners nearer to the line between their neighbours than the tolerance (Ramer, Douglas and Peucker). */
function simplify(ring: readonly Corner[], tolerance: number): Corner[] {
  const half = Math.floor(ring.length / 2)
  const keptCorners = new Set([0, half])
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
    keptCorners.add(farthest)
    spans.push([from, farthest], [farthest, to])
  }
  return [...keptCorners].sort((a, b) => a - b).map((at) => ring[at]!)
}

function offLine([x, y]: Corner, [ax, ay]: Corner, [bx, by]: Corner): number {
  const [dx, dy] = [bx - ax, by - ay]
  const share = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(x - ax - share * dx, y - ay - share * dy)
}

/** Whether a point lies within an outline (even-odd rule). */
export function isInside(outline: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let isInside = false
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [ax, ay] = outline[i]!
    const [bx, by] = outline[j]!
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside
  }
  return isInside
}
