import type { Money } from '@playhouse/domain/money'
import type { Box, Plan } from '@playhouse/domain/plan'
import type { Paint } from '#look'
import type { Point } from '#plan-index'
import type { DrawnArea } from './areas.ts'
import { type Label, widthOf } from './drawing.ts'
import { transpose, scaleToFit, scaleToHold, textSizes, type ThreeLines, threeLines, twoLines, widestPlace } from './fitting.ts'

export type AreaWords = {
  readonly areaName: (area: number) => string
  readonly areaPrice: (from: Money | undefined) => string
  /** "42 left" */
  readonly areaLeft: (free: number) => string
}

/** The label of a block in the far view, and the scales from which each form of it fits: by size, the largest first. */
export type FarName = {
  readonly name: string
  readonly price: string
  /** The remaining seats; empty where the number is not shown, or none is left. */
  readonly seatsLeft: string
  /** The distinguishing part of the name where the whole has no space: `104` of `Block 104`; empty for other names. */
  readonly short: string
  /** The part before it, which blocks of one kind have in common: `Block`. */
  readonly family: string
  readonly x: number
  readonly y: number
  readonly nameScales: readonly number[]
  readonly withPrice: readonly number[]
  readonly shortNameScales: readonly number[]
  readonly withLeft: () => readonly number[]
  /** For a block that is taller than wide: the size of its upright name, shortened if possible. */
  readonly upright: (k: number) => number
  readonly turn: -1 | 1
}

/** Name, from-price and remaining seats of a block. It depends on these only, not on the camera. */
export function createFarName({ area, outline, hasPrice }: DrawnArea, plan: Plan, name: string, price: string, seatsLeft: string): FarName {
  const short = areaNumberOf(name)
  const [x, y] = middleOf({ area, outline }, plan, short || name)
  const fit = (text: string, size: number, down: number): number => scaleToFit(text, size, down, outline, x, y)
  return {
    name,
    price,
    seatsLeft,
    short,
    family: short && name.slice(0, -short.length),
    x,
    y,
    nameScales: textSizes.map((size) => fit(name, size, 0)),
    withPrice: hasPrice ? twoLines.map(({ size, lower, gap }) => Math.max(fit(name, size, -gap), fit(price, lower, gap))) : [],
    shortNameScales: short ? textSizes.map((size) => fit(short, size, 0)) : [],
    withLeft: memoize(() =>
      hasPrice && seatsLeft ? threeLines.map((lines) => scaleOfLines(lines, [name, price, seatsLeft], outline, x, y)) : [],
    ),
    upright: uprightIn(outline, short || name, x, y),
    // Names in the left half of the hall are read upwards, those in the right half downwards.
    turn: x < plan.viewBox.x + plan.viewBox.width / 2 ? -1 : 1,
  }
}

/** Computed at first use: fitting a text is expensive, and most blocks never need it. */
function memoize<T>(work: () => T): () => T {
  let cached: { readonly value: T } | undefined
  return () => (cached ??= { value: work() }).value
}

type Texts = readonly [name: string, price: string, left: string]
function scaleOfLines(
  { size, lower, downs }: ThreeLines,
  [name, price, seatsLeft]: Texts,
  outline: readonly Point[],
  x: number,
  y: number,
): number {
  if (size < minLegiblePixels) return Infinity
  const width = Math.max(widthOf(name, size), widthOf(price, lower), widthOf(seatsLeft, lower))
  return scaleToHold(width, size * 0.55 - downs[0], downs[2] + lower * 0.55, outline, x, y)
}

/** Ratio of height to width from which a block has space for an upright name. */
const minUprightRatio = 1.5

/** The index in `textSizes` of the size at which a text fits upright at a scale; -1 for none. */
function uprightIn(outline: readonly Point[], text: string, x: number, y: number): (k: number) => number {
  const transposedOutline = memoize(() => (isTall(outline) ? transpose(outline) : []))
  const fit = (size: number): number => scaleToFit(text, size, 0, transposedOutline(), y, x)
  const smallest = memoize(() => fit(textSizes.at(-1)!))
  const scales = memoize(() => textSizes.map(fit))
  return (k) => (k < smallest() ? -1 : largestAt(scales(), k))
}

function isTall(outline: readonly Point[]): boolean {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)]
  return Math.max(...ys) - Math.min(...ys) >= minUprightRatio * (Math.max(...xs) - Math.min(...xs))
}

/** The last word of a name if it contains a digit: visitors look for the block on their ticket by it. */
export const areaNumberOf = (name: string): string => /^\D*[\s.\-–]((?=\S*\d)\S{1,5})$/u.exec(name)?.[1] ?? ''

/** Below this size, in CSS pixels, a number is easier to read than a whole name. */
const minLegiblePixels = 11

/**
 * The form of a name at a scale, as an index over five groups of `textSizes`: with its price, alone, shortened, with all
 * lines, upright; -1 for none.
 */
export function farForm({ nameScales, withPrice, shortNameScales, withLeft, upright }: FarName, k: number): number {
  const withPriceAt = largestAt(withPrice, k)
  // Three lines are used only if they are not larger than two would be.
  const withLeftAt = isLegible(withPriceAt) ? largestAt(withLeft(), k) : -1
  if (withLeftAt >= 0) return 3 * textSizes.length + withLeftAt
  if (withPriceAt >= 0) return withPriceAt
  const nameAt = largestAt(nameScales, k)
  const shortAt = largestAt(shortNameScales, k)
  if (nameAt >= 0 && (isLegible(nameAt) || !isLegible(shortAt))) return textSizes.length + nameAt
  if (shortAt >= 0) return 2 * textSizes.length + shortAt
  const uprightSize = upright(k)
  return uprightSize < 0 ? -1 : 4 * textSizes.length + uprightSize
}
/** Whether a form is the whole name without price or seats left. */
export const isNameOnly = (form: number): boolean => form >= textSizes.length && form < 2 * textSizes.length
/** Whether a form shows only the number of a name that has one. */
export const isNumberOnly = ({ short }: FarName, form: number): boolean => {
  const kind = forms[Math.floor(form / textSizes.length)]
  return short !== '' && (kind === 'shortened' || kind === 'upright')
}
/** The form with the number alone, at the largest size that fits at a scale. */
export const numberForm = ({ shortNameScales }: FarName, k: number): number => 2 * textSizes.length + largestAt(shortNameScales, k)

const isLegible = (size: number): boolean => size >= 0 && textSizes[size]! >= minLegiblePixels

/** The first, and so largest, size that fits at a scale. Called for every block in each frame of a zoom. */
function largestAt(scales: readonly number[], k: number): number {
  for (let size = 0; size < scales.length; size++) if (k >= scales[size]!) return size
  return -1
}

/** Adds the lines of a name in one of its forms. */
export function addFarName(farName: FarName, form: number, colour: Paint, add: (label: Label) => void): void {
  if (form < 0) return
  const at = form % textSizes.length
  const kind = forms[(form - at) / textSizes.length]!
  const line = (text: string, size: number, down: number, weight: Label['weight'] = 500): void =>
    add({ text, x: farName.x, y: farName.y, right: 0, down, size, weight, colour })
  const size = textSizes[at]!
  if (kind === 'upright') {
    add({
      text: farName.short || farName.name,
      x: farName.x,
      y: farName.y,
      right: 0,
      down: 0,
      size,
      weight: 700,
      colour,
      turn: farName.turn,
    })
  } else if (kind === 'withPrice') {
    const { lower, gap } = twoLines[at]!
    line(farName.name, size, -gap, 700)
    line(farName.price, lower, gap)
  } else if (kind === 'withLeft') {
    const { lower, downs } = threeLines[at]!
    line(farName.name, size, downs[0], 700)
    line(farName.price, lower, downs[1])
    line(farName.seatsLeft, lower, downs[2])
  } else line(kind === 'alone' ? farName.name : farName.short, size, 0, 700)
}
/** In the order of the groups of {@link farForm}. */
const forms = ['withPrice', 'alone', 'shortened', 'withLeft', 'upright'] as const

/** Text below a block that is too thin for it, in CSS pixels: its size, and the distances of its lines from the block's middle. */
const belowSize = 13
const belowDown = [14, 30] as const
/** Share of the hall's width at either side in which centred text could be cut off. */
const edgeShare = 0.1

/** The name and price of a block that is a line or a dot: below it, because the stage is mostly above. */
export function nameBelow({ name, price }: FarName, box: Box, hall: Box, hasPrice: boolean, colour: Paint): Label[] {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const shareAcross = (x - hall.x) / hall.width
  const shift = shareAcross < edgeShare ? 0.5 : shareAcross > 1 - edgeShare ? -0.5 : 0
  return (hasPrice ? [name, price] : [name]).map((text, line) => ({
    text,
    x,
    y,
    right: shift * widthOf(text, belowSize),
    down: belowDown[line]!,
    size: belowSize,
    weight: line === 0 ? 700 : 500,
    colour,
  }))
}

const middles = new WeakMap<readonly Point[], Point>()

/** The position of its name: the middle of the block or its widest place; else the middle seat of its middle row. */
function middleOf({ area, outline }: Pick<DrawnArea, 'area' | 'outline'>, plan: Plan, text: string): Point {
  let middle = middles.get(outline)
  if (!middle) {
    const row = plan.rows[area.firstRow + (area.rowCount >> 1)]!
    const seat = row.firstSeat + (row.seatCount >> 1)
    middles.set(outline, (middle = widestPlace(outline, text, [plan.x[seat]!, plan.y[seat]!])))
  }
  return middle
}
