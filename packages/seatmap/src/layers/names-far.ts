import type { Money } from '@playhouse/domain/money'
import type { Box, Plan } from '@playhouse/domain/plan'
import type { Paint } from '#look'
import type { Point } from '#plan-index'
import type { DrawnArea } from './areas.ts'
import { type Label, widthOf } from './drawing.ts'
import { scaleToFit, textSizes, twoLines, widestPlace } from './fitting.ts'

export type AreaWords = {
  readonly areaName: (area: number) => string
  readonly areaPrice: (from: Money | undefined) => string
  /** What is said upon a floor to stand on: "42 left · from £18". */
  readonly areaLeft: (free: number, from: Money | undefined) => string
}

/** What stands upon a block seen from afar, and at which scales there is room for it: by size, the largest first. */
export type FarName = {
  readonly name: string
  readonly price: string
  /** What tells the block apart where its whole name has no room: `104` of `Block 104`; empty for other names. */
  readonly short: string
  readonly x: number
  readonly y: number
  readonly alone: readonly number[]
  readonly withPrice: readonly number[]
  readonly shortened: readonly number[]
}

/** Name and price-from of a block. The same until words or prices change; the camera plays no part. */
export function farName({ area, outline, priced }: DrawnArea, plan: Plan, name: string, price: string): FarName {
  const short = shortOf(name)
  const [x, y] = middleOf({ area, outline }, plan, short || name)
  const fit = (text: string, size: number, down: number): number => scaleToFit(text, size, down, outline, x, y)
  return {
    name,
    price,
    short,
    x,
    y,
    alone: textSizes.map((size) => fit(name, size, 0)),
    withPrice: priced ? twoLines.map(({ size, lower, gap }) => Math.max(fit(name, size, -gap), fit(price, lower, gap))) : [],
    shortened: short ? textSizes.map((size) => fit(short, size, 0)) : [],
  }
}

/** The last word of a name, where it is a number or has one: people look for the block on their ticket by it. */
export const shortOf = (name: string): string => /^\D*[\s.\-–]((?=\S*\d)\S{1,5})$/u.exec(name)?.[1] ?? ''

/** Smaller than this a whole name is dearer to read than its number: CSS pixels. */
const legible = 11

/** Which of its forms a name has at a scale: by `textSizes` with its price, then alone, then shortened; -1 none. */
export function farForm({ alone, withPrice, shortened }: FarName, k: number): number {
  const priced = largestAt(withPrice, k)
  if (priced >= 0) return priced
  const whole = largestAt(alone, k)
  const short = largestAt(shortened, k)
  if (whole >= 0 && (isLegible(whole) || !isLegible(short))) return textSizes.length + whole
  return short < 0 ? -1 : 2 * textSizes.length + short
}
const isLegible = (size: number): boolean => size >= 0 && textSizes[size]! >= legible

/** The first of the sizes, which are the larger ones, that fits at a scale. Asked of every block in each frame of a zoom. */
function largestAt(scales: readonly number[], k: number): number {
  for (let size = 0; size < scales.length; size++) if (k >= scales[size]!) return size
  return -1
}

/** Adds the lines of a name in one of its forms. */
export function addFarName({ name, price, short, x, y }: FarName, form: number, colour: Paint, add: (label: Label) => void): void {
  const two = twoLines[form]
  if (two) {
    add({ text: name, x, y, right: 0, down: -two.gap, size: two.size, weight: 700, colour })
    add({ text: price, x, y, right: 0, down: two.gap, size: two.lower, weight: 500, colour })
  } else if (form >= 0) {
    const text = form < 2 * textSizes.length ? name : short
    add({ text, x, y, right: 0, down: 0, size: textSizes[form % textSizes.length]!, weight: 700, colour })
  }
}

/** Text below a block that is too thin for it, CSS pixels: its size, and how far its lines stand from the block's middle. */
const belowSize = 13
const belowDown = [14, 30] as const
/** Parts of the hall at either side where a text in the middle of its block could be cut off. */
const side = 0.1

/** The name of a block that is a line or a dot, and its price: below it, for the stage is mostly above. */
export function nameBelow({ name, price }: FarName, box: Box, hall: Box, hasPrice: boolean, colour: Paint): Label[] {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const across = (x - hall.x) / hall.width
  const inwards = across < side ? 0.5 : across > 1 - side ? -0.5 : 0
  return (hasPrice ? [name, price] : [name]).map((text, line) => ({
    text,
    x,
    y,
    right: inwards * widthOf(text, belowSize),
    down: belowDown[line]!,
    size: belowSize,
    weight: line === 0 ? 700 : 500,
    colour,
  }))
}

const middles = new WeakMap<readonly Point[], Point>()

/** Where its name stands: in the middle of the block or wherever it is widest; else upon the middle seat of its middle row. */
function middleOf({ area, outline }: Pick<DrawnArea, 'area' | 'outline'>, plan: Plan, text: string): Point {
  let middle = middles.get(outline)
  if (!middle) {
    const row = plan.rows[area.firstRow + (area.rowCount >> 1)]!
    const seat = row.firstSeat + (row.seatCount >> 1)
    middles.set(outline, (middle = widestPlace(outline, text, [plan.x[seat]!, plan.y[seat]!])))
  }
  return middle
}
