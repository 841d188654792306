import type { Money } from '@playhouse/domain/money'
import type { Box } from '@playhouse/domain/plan'
import { type Camera, toScreen } from '#camera'
import type { Ink } from '#look'
import { areaInk, type DrawnArea } from './areas.ts'
import { type Label, widthOf } from './drawing.ts'

export type AreaWords = { readonly areaName: (area: number) => string; readonly areaPrice: (from: Money | undefined) => string }
type Placed = { readonly drawn: DrawnArea; readonly box: Box }

/** Name and price-from in the middle of each block, as far as they fit between its edges. */
export function areaLabelsFar(areas: readonly Placed[], ink: Ink, camera: Camera, words: AreaWords): Label[] {
  return areas.flatMap(({ drawn, box }) => {
    const name = words.areaName(drawn.area.index)
    const outline = drawn.outline.map(([px, py]) => toScreen(camera, px, py))
    const [x, y] = toScreen(camera, ...middleOf(drawn, box))
    const fitted = (text: string, at: number, largest: number): number => Math.min(largest, (roomAt(outline, x, at, largest) - 4) / widthOf(text, 1))
    const colour = areaInk(drawn.tally, ink)
    const price = words.areaPrice(drawn.tally.from)
    const upper = { size: fitted(name, y - 8, 16), y: y - 8 }
    const lower = { size: fitted(price, y + 9, 13), y: y + 9 }
    if (drawn.priced && upper.size >= 9 && lower.size >= 9 && box.height * camera.k > 38)
      return [
        { text: name, x, y: upper.y, size: upper.size, weight: 700, colour },
        { text: price, x, y: lower.y, size: lower.size, weight: 500, colour },
      ]
    const alone = Math.min(fitted(name, y, 16), box.height * camera.k * 0.8)
    return alone >= 8 ? [{ text: name, x, y, size: alone, weight: 700, colour }] : []
  })
}

/**
 * The name beside the block when its seats are drawn: above it, below it, else at a side, wherever no seat stands and no
 * other name. `taken` tells whether seats are drawn in a rectangle of the screen.
 */
export function areaLabelsNear(areas: readonly Placed[], ink: Ink, camera: Camera, words: AreaWords, taken: (screen: Box) => boolean): Label[] {
  const placed: Box[] = []
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
      [left - width / 2, cy],
      [right + width / 2, cy],
      [left + width / 2, top - height / 2],
      [right - width / 2, top - height / 2],
    ]
    for (const [x, y] of spots) {
      const frame = { x: x - width / 2, y: y - height / 2, width, height }
      if (taken(frame) || placed.some((other) => overlap(frame, other))) continue
      placed.push(frame)
      return [{ text, x, y, size, weight: 700 as const, colour: ink.houseSoft }]
    }
    return []
  })
}

/** Where seats of a curved block are, not the empty middle of its bow. */
function middleOf({ outline }: DrawnArea, box: Box): [number, number] {
  let [sum, cx, cy] = [0, 0, 0]
  outline.forEach(([ax, ay], i) => {
    const [bx, by] = outline[(i + 1) % outline.length]!
    const cross = ax * by - bx * ay
    sum += cross
    cx += (ax + bx) * cross
    cy += (ay + by) * cross
  })
  return sum === 0 ? [box.x + box.width / 2, box.y + box.height / 2] : [cx / (3 * sum), cy / (3 * sum)]
}

/** How wide a line of `height`, centred at (x, y), can be inside the polygon. */
function roomAt(polygon: readonly (readonly [number, number])[], x: number, y: number, height: number): number {
  let half = Infinity
  for (const at of [y - height * 0.4, y + height * 0.4])
    polygon.forEach(([ax, ay], i) => {
      const [bx, by] = polygon[(i + 1) % polygon.length]!
      if (ay > at !== by > at) half = Math.min(half, Math.abs(ax + ((at - ay) / (by - ay)) * (bx - ax) - x))
    })
  return half === Infinity ? 0 : half * 2
}

const overlap = (a: Box, b: Box): boolean => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
