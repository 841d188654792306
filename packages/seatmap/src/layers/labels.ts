import type { Money } from '@playhouse/domain/money'
import type { Box, Plan } from '@playhouse/domain/plan'
import { type Camera, toScreen } from '#camera'
import type { Ink } from '#look'
import { encloses, type Point } from '#plan-index'
import { areaInk, type DrawnArea } from './areas.ts'
import { type Label, widthOf } from './drawing.ts'
import { centroid, sizesThatFit, sizeThatFits } from './fitting.ts'

export type AreaWords = { readonly areaName: (area: number) => string; readonly areaPrice: (from: Money | undefined) => string }
type Placed = { readonly drawn: DrawnArea; readonly box: Box }

/** Name and price-from in the middle of each block, as far as they fit between its edges. */
export function areaLabelsFar(areas: readonly Placed[], plan: Plan, ink: Ink, camera: Camera, words: AreaWords): Label[] {
  return areas.flatMap(({ drawn, box }) => {
    // Nothing of nine pixels fits: most blocks of a stadium end here.
    if (box.width * camera.k < 24 || box.height * camera.k < 11) return []
    const outline = drawn.outline.map(([px, py]) => toScreen(camera, px, py))
    const [x, y] = toScreen(camera, ...middleOf(drawn, plan))
    const name = words.areaName(drawn.area.index)
    const price = words.areaPrice(drawn.tally.from)
    const colour = areaInk(drawn.tally, ink)
    const both = drawn.priced ? sizesThatFit(name, price, outline, x, y) : undefined
    if (both)
      return [
        { text: name, x, y: y - both.gap, size: both.size, weight: 700, colour },
        { text: price, x, y: y + both.gap, size: both.lower, weight: 500, colour },
      ]
    const size = sizeThatFits(name, outline, x, y)
    return size ? [{ text: name, x, y, size, weight: 700, colour }] : []
  })
}

/**
 * The name beside the block when its seats are drawn: above it, below it, else at a side, wherever there is neither seat
 * nor stage nor another label. `hasSeats` tells whether seats are drawn in a rectangle of the screen.
 */
export function areaLabelsNear(
  areas: readonly Placed[],
  plan: Plan,
  ink: Ink,
  camera: Camera,
  words: AreaWords,
  others: readonly Label[],
  hasSeats: (screen: Box) => boolean,
): Label[] {
  const stage = plan.stage.polygon.map(([x, y]) => toScreen(camera, x, y))
  const placed: Box[] = others.map(boxOfLabel)
  return areas.flatMap(({ drawn, box }) => {
    const text = words.areaName(drawn.area.index)
    const size = 13
    const [width, height] = [widthOf(text, size) + 8, size + 6]
    const [left, top] = toScreen(camera, box.x, box.y)
    const [right, bottom] = toScreen(camera, box.x + box.width, box.y + box.height)
    const [cx, cy] = [(left + right) / 2, (top + bottom) / 2]
    const spots: [number, number][] = [
      [cx, top - height / 2],
      [cx, bottom + height / 2],
      [cx, top - height * 1.2],
      [cx, bottom + height * 1.2],
      [left - width / 2, cy],
      [right + width / 2, cy],
      [left + width / 2, top - height / 2],
      [right - width / 2, top - height / 2],
    ]
    for (const [x, y] of spots) {
      const frame = { x: x - width / 2, y: y - height / 2, width, height }
      if (hasSeats(frame) || touches(frame, stage) || placed.some((other) => overlap(frame, other))) continue
      placed.push(frame)
      return [{ text, x, y, size, weight: 700 as const, colour: ink.houseSoft }]
    }
    return []
  })
}

/** The middle of the block; of a bow, whose middle is empty, the middle seat of its middle row. */
function middleOf({ area, outline }: DrawnArea, plan: Plan): Point {
  const middle = centroid(outline)
  if (encloses(outline, ...middle)) return middle
  const row = plan.rows[area.firstRow + (area.rowCount >> 1)]!
  const seat = row.firstSeat + (row.seatCount >> 1)
  return [plan.x[seat]!, plan.y[seat]!]
}

const boxOfLabel = ({ text, x, y, size }: Label): Box => ({
  x: x - widthOf(text, size) / 2,
  y: y - size / 2,
  width: widthOf(text, size),
  height: size,
})
const overlap = (a: Box, b: Box): boolean => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Whether a rectangle and a polygon larger than it meet. */
const touches = ({ x, y, width, height }: Box, polygon: readonly Point[]): boolean =>
  [0, 0.5, 1].some((right) => [0, 0.5, 1].some((down) => encloses(polygon, x + right * width, y + down * height)))
