import { labelRank } from './label.ts'
import type { Point } from '../model/point.ts'

type Row = { readonly label: string; readonly seats: readonly Point[] }

/** Centimetres. */
const [width, depth, gap] = [1_200, 600, 250]

/**
 * A guess of the stage in a hall that does not state it: in an empty middle with seats all round, else before the rows with
 * the lowest letters, else above the drawing.
 */
export function guessStage(areas: readonly (readonly Row[])[]): [number, number][] {
  const box = boxAround(areas.flat().flatMap(({ seats }) => seats))
  const [cx, cy] = [box.left + box.width / 2, box.top + box.height / 2]
  if (isRound(areas, box)) return rectangle(cx - box.width / 16, cy - box.height / 16, box.width / 8, box.height / 8)
  const isBelow = towardsFront(areas) > 0
  const wide = Math.min(width, Math.max(box.width, 400))
  const stageDepth = (wide * depth) / width
  return rectangle(cx - wide / 2, isBelow ? box.top + box.height + gap : box.top - gap - stageDepth, wide, stageDepth)
}

/** Positive where rows with low letters are drawn below those with high ones. */
function towardsFront(areas: readonly (readonly Row[])[]): number {
  return areas.reduce((sum, rows) => {
    const rankedRows = rows
      .flatMap(({ label, seats }) => {
        const rank = labelRank(label)
        return rank === undefined || !seats[0] ? [] : [{ rank, y: seats.reduce((y, seat) => y + seat.y, 0) / seats.length }]
      })
      .sort((a, b) => a.rank - b.rank)
    const half = rankedRows.length >> 1
    const mean = (some: typeof rankedRows): number => some.reduce((y, row) => y + row.y, 0) / (some.length || 1)
    return sum + (half > 0 ? mean(rankedRows.slice(0, half)) - mean(rankedRows.slice(-half)) : 0)
  }, 0)
}

/** Centimetres from the middle without seats where a stage is: more than any aisle or gap between rows. */
const smallestStage = 200

type Extent = { left: number; top: number; width: number; height: number }

function isRound(areas: readonly (readonly Row[])[], { left, top, width, height }: Extent): boolean {
  const sides = new Set<number>()
  for (const { seats } of areas.flat())
    for (const { x, y } of seats) {
      const [u, v] = [(x - left) / (width || 1) - 0.5, (y - top) / (height || 1) - 0.5]
      if (Math.hypot(u, v) < 0.15 || Math.hypot(u * width, v * height) < smallestStage) return false
      sides.add(Math.round((Math.atan2(v, u) * 4) / Math.PI) & 7)
    }
  return sides.size === 8
}

/** The box around points; empty at the origin without points. */
export function boxAround(spots: readonly Point[]): Extent {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of spots) {
    ;[left, right] = [Math.min(left, x), Math.max(right, x)]
    ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y)]
  }
  return left > right ? { left: 0, top: 0, width: 0, height: 0 } : { left, top, width: right - left, height: bottom - top }
}

export const rectangle = (x: number, y: number, width: number, height: number): [number, number][] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
]
