import type { Box, Plan, PlanArea, PlanRow } from '@playhouse/domain/plan'
import { type Camera, toScreen } from '#camera'
import { letterSize, shorten } from '#layers'
import { boxOf, covers, type Point } from '#plan-index'

/** A row's letter at the edge of the visible part: `start` beside horizontal rows, `top` above upright ones. */
export type EdgeLetter = {
  readonly row: number
  readonly text: string
  readonly edge: 'start' | 'top'
  readonly x: number
  readonly y: number
}

/** Minimum distance between letters in CSS pixels: closer ones would be read as one. */
const minGap = 13
/** Distance between the edge and a letter's middle, in CSS pixels. */
const insetPx = 12
/** Maximum length of a letter, in characters. */
const longest = 7

const pointBeyond = (end: Point, inner: Point): Point => [2 * end[0] - inner[0], 2 * end[1] - inner[1]]

const boxes = new WeakMap<PlanArea, Box | undefined>()
const boxAround = (plan: Plan, area: PlanArea): Box | undefined => {
  if (!boxes.has(area)) boxes.set(area, boxOf(plan, area, 0))
  return boxes.get(area)
}

/**
 * The letters of rows whose ends are both outside the visible part: each at the crossing of its row with the edge of
 * `clear`, in CSS pixels. None if seats are too small for letters.
 */
export function edgeLetters(plan: Plan, view: string, camera: Camera, seatSize: number, clear: Box): EdgeLetter[] {
  if (letterSize(seatSize) === 0) return []
  const { k } = camera
  const visibleBox: Box = { x: (clear.x - camera.x) / k, y: (clear.y - camera.y) / k, width: clear.width / k, height: clear.height / k }
  const isSeen = ([x, y]: Point): boolean => x >= clear.x && y >= clear.y && x <= clear.x + clear.width && y <= clear.y + clear.height

  const letterOf = (row: PlanRow): EdgeLetter | undefined => {
    const at = (nth: number): Point => toScreen(camera, plan.x[row.firstSeat + nth]!, plan.y[row.firstSeat + nth]!)
    const count = row.seatCount
    /** Position of a seat by its place in the row; before the first and after the last, that of the row's letter. */
    const place = (nth: number): Point =>
      nth < 0 ? pointBeyond(at(0), at(1)) : nth >= count ? pointBeyond(at(count - 1), at(count - 2)) : at(nth)
    const [from, to] = [place(-1), place(count)]
    if (isSeen(from) || isSeen(to)) return undefined
    const edge = Math.abs(to[0] - from[0]) >= Math.abs(to[1] - from[1]) ? 'start' : 'top'
    const [axis, across] = edge === 'start' ? ([0, 1] as const) : ([1, 0] as const)
    // From the end beyond the edge inwards to the first visible seat.
    const step = from[axis] <= to[axis] ? 1 : -1
    let nth = step > 0 ? 0 : count - 1
    while (nth >= 0 && nth < count && !isSeen(at(nth))) nth += step
    if (nth < 0 || nth >= count) return undefined
    const [outer, inner] = [place(nth - step), at(nth)]
    const line = (edge === 'start' ? clear.x : clear.y) + insetPx
    if (inner[axis] === outer[axis]) return undefined
    const off = inner[across] + ((line - inner[axis]) / (inner[axis] - outer[axis])) * (inner[across] - outer[across])
    const [x, y] = edge === 'start' ? [line, off] : [off, line]
    // A curved row may enter through another edge.
    if (outer[axis] >= line || !isSeen([x, y])) return undefined
    return { row: row.index, text: shorten(row.label, longest), edge, x, y }
  }

  const letters = plan.areas.flatMap((area) => {
    const box = area.kind === 'standing' || (view !== 'all' && area.view !== view) ? undefined : boxAround(plan, area)
    if (!box || !covers(box, visibleBox)) return []
    const rows = plan.rows.slice(area.firstRow, area.firstRow + area.rowCount)
    return rows.flatMap((row) => (row.label && !row.table && row.seatCount > 1 ? (letterOf(row) ?? []) : []))
  })
  return (['start', 'top'] as const).flatMap((edge) => {
    const positionOf = (letter: EdgeLetter): number => (edge === 'start' ? letter.y : letter.x)
    let before = -Infinity
    return letters
      .filter((letter) => letter.edge === edge)
      .toSorted((a, b) => positionOf(a) - positionOf(b))
      .filter((letter) => {
        const isApart = positionOf(letter) - before >= minGap
        if (isApart) before = positionOf(letter)
        return isApart
      })
  })
}
