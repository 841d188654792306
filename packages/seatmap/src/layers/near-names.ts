import type { Box, Plan } from '@playhouse/domain/plan'
import type { Paint } from '#look'
import { covers, meets, middleAt, type Point, reach } from '#plan-index'
import { type Label, shorten, widthOf } from './drawing.ts'

/** Preferred size, and the size for less space; CSS pixels. */
export const nearSizes = [13, 11] as const
/** Maximum number of characters of a name beside its block. */
const maxCharacters = 48
/** Distance from an edge with row letters, in lines. */
const letterDistance = 0.9
/** Additional distance to any other block, in lines. */
const clearance = 0.4
const houseSoft: Paint = (ink) => ink.houseSoft

/** The name as written beside a block, shortened if necessary. */
export const nearText = (name: string): string => shorten(name, maxCharacters)

/** The shape of a block on the plan. */
export type Block = { readonly outline: readonly Point[]; readonly box: Box }

/** A side of a block: to the left, to the right, above or below. */
type Side = { readonly axis: 0 | 1; readonly direction: -1 | 1 }
const [above, below]: readonly [Side, Side] = [
  { axis: 1, direction: -1 },
  { axis: 1, direction: 1 },
]

/**
 * The name beside a block whose seats are drawn: above it, below it, else at a side or an end, where nothing else is at this
 * scale. It follows the block's own edge, and is never placed where it could be read as the name of one of the other
 * `blocks`; in that case there is none. `isFree` returns whether a rectangle of the plan contains neither seat nor label.
 */
export function nearName(
  name: string,
  size: number,
  block: Block,
  blocks: readonly Block[],
  { stage, viewBox }: Pick<Plan, 'stage' | 'viewBox'>,
  k: number,
  isFree: (place: Box) => boolean,
): Label | undefined {
  const text = nearText(name)
  const [wide, tall] = [widthOf(text, size) + 8, size + 4]
  const line = tall / k
  const surroundings = grow(block.box, wide / k + line, 3 * line)
  const neighbours = blocks.filter((other) => other !== block && covers(other.box, surroundings))
  for (const { side, position, distance, turn } of namePositions(block, viewBox, line)) {
    const { axis, direction } = side
    const isAlong = axis === 1 || turn !== undefined
    // Its extent along the side, and its depth away from it.
    const [length, depth] = isAlong ? [wide / k, line] : [line, wide / k]
    const [first, last] = axis === 1 ? [viewBox.x, viewBox.x + viewBox.width] : [viewBox.y, viewBox.y + viewBox.height]
    // Within the hall's box, even if its block is at the wall.
    const middle = Math.max(first + length / 2, Math.min(last - length / 2, position))
    const from = middle - length / 2
    const edge = direction * reach(block.outline, axis, direction, from, from + length)
    if (!Number.isFinite(edge)) continue
    const [near, far] = [edge + direction * distance * line, edge + direction * (distance * line + depth)]
    const place = boxOn(axis, from, length, near, far)
    // Beyond the stage, the name would be read as that of the stage.
    if (!isFree(place) || meets(stage.polygon, boxOn(axis, from, length, edge, far))) continue
    // The name could be read as that of a neighbour with an edge between one line inside this block and just beyond the name.
    if (isNearest(neighbours, boxOn(axis, from, length, edge - direction * line, far + direction * clearance * line))) continue
    // The far end of a name beside its block may be next to another block.
    if (!isAlong && isNearest(neighbours, boxOn(0, from - line, 3 * line, near + direction * line, far))) continue
    const [x, y] = axis === 1 ? [middle, edge] : [edge, middle]
    const offset = direction * (distance * tall + (isAlong ? tall : wide) / 2)
    const [right, down] = axis === 1 ? [0, offset] : [offset, 0]
    return { text, x, y, right, down, size, weight: 700, colour: houseSoft, ...(turn && { turn }) }
  }
  return undefined
}

const isNearest = (blocks: readonly Block[], place: Box): boolean =>
  blocks.some(({ box, outline }) => covers(box, place) && meets(outline, place))

type NamePosition = { readonly side: Side; readonly position: number; readonly distance: number; readonly turn?: -1 | 1 }

/** Candidate sides of a block, the best first: the position along the side, and the distance from the edge in lines. */
function* namePositions({ outline, box }: Block, hall: Box, line: number): Generator<NamePosition> {
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2]
  const outward = cx < hall.x + hall.width / 2 ? -1 : 1
  const [outer, inner]: readonly [Side, Side] = [
    { axis: 0, direction: outward },
    { axis: 0, direction: outward === 1 ? -1 : 1 },
  ]
  // One line farther out if row letters are at the edge.
  for (const distance of [0, letterDistance]) for (const side of [above, below]) yield { side, position: cx, distance }
  for (const side of [outer, inner]) yield { side, position: cy, distance: 0 }
  // Upright along a block that is taller than wide.
  if (box.height > box.width) for (const side of [outer, inner]) yield { side, position: cy, distance: 0, turn: outward }
  for (const side of [above, below, outer, inner])
    for (const distance of [0, letterDistance]) yield { side, position: middleAt(outline, side.axis, side.direction, line), distance }
}

/** The box of a stretch along an axis, between two coordinates of the other axis. */
function boxOn(axis: 0 | 1, from: number, length: number, a: number, b: number): Box {
  const [near, depth] = [Math.min(a, b), Math.abs(b - a)]
  return axis === 1 ? { x: from, y: near, width: length, height: depth } : { x: near, y: from, width: depth, height: length }
}

const grow = ({ x, y, width, height }: Box, across: number, down: number): Box => ({
  x: x - across,
  y: y - down,
  width: width + 2 * across,
  height: height + 2 * down,
})

/** The rectangle of the plan that a label covers at a scale. */
export function placeOf({ text, x, y, right, down, size, turn }: Label, k: number): Box {
  const [long, tall] = [widthOf(text, size) / k, size / k]
  const [width, height] = turn ? [tall, long] : [long, tall]
  return { x: x + right / k - width / 2, y: y + down / k - height / 2, width, height }
}
