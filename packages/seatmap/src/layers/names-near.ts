import type { Box, Plan } from '@playhouse/domain/plan'
import type { Paint } from '#look'
import { encloses, type Point } from '#plan-index'
import { type Label, shorten, widthOf } from './drawing.ts'

const size = 13
/** Letters of a name beside its block. */
const longest = 48
const houseSoft: Paint = (ink) => ink.houseSoft

/**
 * The name beside the block when its seats are drawn: above it, below it, else at a side, wherever nothing else is at this
 * scale. `isFree` tells whether a rectangle of the plan holds neither seat nor label.
 */
export function nearName(name: string, area: number, box: Box, plan: Plan, k: number, isFree: (place: Box) => boolean): Label | undefined {
  const text = shorten(name, longest)
  const [wide, tall] = [widthOf(text, size) + 8, size + 6]
  const [width, height] = [wide / k, tall / k]
  const [right, bottom] = [box.x + box.width, box.y + box.height]
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2]
  // A corner of the block, and how far from it the middle of the text stands, in its own widths and heights.
  // Never upon the walls and floors of others.
  const floors = plan.areas.filter(({ kind, index }) => kind && kind !== 'seated' && index !== area).map(({ outline }) => outline)
  const spots = [
    [cx, box.y, 0, -0.5],
    [cx, bottom, 0, 0.5],
    [cx, box.y, 0, -1.2],
    [cx, bottom, 0, 1.2],
    [box.x, cy, -0.5, 0],
    [right, cy, 0.5, 0],
    [box.x, box.y, 0.5, -0.5],
    [right, box.y, -0.5, -0.5],
  ] as const
  for (const [x, y, across, below] of spots) {
    const place = { x: x + (across - 0.5) * width, y: y + (below - 0.5) * height, width, height }
    if (touches(place, plan.stage.polygon) || floors.some((floor) => touches(place, floor)) || !isFree(place)) continue
    return { text, x, y, right: across * wide, down: below * tall, size, weight: 700, colour: houseSoft }
  }
  return undefined
}

/** The rectangle of the plan that a label covers at a scale. */
export function placeOf({ text, x, y, right, down, size }: Label, k: number): Box {
  const [width, height] = [widthOf(text, size) / k, size / k]
  return { x: x + right / k - width / 2, y: y + down / k - height / 2, width, height }
}

/** Whether a rectangle and a polygon larger than it meet. */
function touches({ x, y, width, height }: Box, polygon: readonly Point[]): boolean {
  for (const right of [0, 0.5, 1]) for (const down of [0, 0.5, 1]) if (encloses(polygon, x + right * width, y + down * height)) return true
  return false
}
