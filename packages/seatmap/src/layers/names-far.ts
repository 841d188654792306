import type { Money } from '@playhouse/domain/money'
import type { Box, Plan } from '@playhouse/domain/plan'
import type { Paint } from '#look'
import type { Point } from '#plan-index'
import type { DrawnArea } from './areas.ts'
import { type Label, widthOf } from './drawing.ts'
import { lying, scaleToFit, scaleToHold, textSizes, type ThreeLines, threeLines, twoLines, widestPlace } from './fitting.ts'

export type AreaWords = {
  readonly areaName: (area: number) => string
  readonly areaPrice: (from: Money | undefined) => string
  /** "42 left" */
  readonly areaLeft: (free: number) => string
}

/** What stands upon a block seen from afar, and at which scales there is room for it: by size, the largest first. */
export type FarName = {
  readonly name: string
  readonly price: string
  /** The seats left; empty where the number is not shown, or none is left. */
  readonly left: string
  /** What tells the block apart where its whole name has no room: `104` of `Block 104`; empty for other names. */
  readonly short: string
  /** What comes before that, and blocks of one kind have in common. */
  readonly family: string
  readonly x: number
  readonly y: number
  readonly alone: readonly number[]
  readonly withPrice: readonly number[]
  readonly shortened: readonly number[]
  readonly withLeft: () => readonly number[]
  /** For a block that is taller than broad: its name, short if it has one, upright. */
  readonly upright: (k: number) => number
  readonly turn: -1 | 1
}

/** Name, price-from and seats left of a block. The same until one of them changes; the camera plays no part. */
export function farName({ area, outline, priced }: DrawnArea, plan: Plan, name: string, price: string, left: string): FarName {
  const short = areaNumberOf(name)
  const [x, y] = middleOf({ area, outline }, plan, short || name)
  const fit = (text: string, size: number, down: number): number => scaleToFit(text, size, down, outline, x, y)
  return {
    name,
    price,
    left,
    short,
    family: short && name.slice(0, -short.length),
    x,
    y,
    alone: textSizes.map((size) => fit(name, size, 0)),
    withPrice: priced ? twoLines.map(({ size, lower, gap }) => Math.max(fit(name, size, -gap), fit(price, lower, gap))) : [],
    shortened: short ? textSizes.map((size) => fit(short, size, 0)) : [],
    withLeft: once(() => (priced && left ? threeLines.map((lines) => holding(lines, [name, price, left], outline, x, y)) : [])),
    upright: uprightIn(outline, short || name, x, y),
    // As on the spines of books that face the stage from either side.
    turn: x < plan.viewBox.x + plan.viewBox.width / 2 ? -1 : 1,
  }
}

/** Worked out when it is first asked for: most blocks never are, and to fit a text is the work. */
function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | undefined
  return () => (done ??= { value: work() }).value
}

type Texts = readonly [name: string, price: string, left: string]
function holding({ size, lower, downs }: ThreeLines, [name, price, left]: Texts, outline: readonly Point[], x: number, y: number): number {
  if (size < legible) return Infinity
  const width = Math.max(widthOf(name, size), widthOf(price, lower), widthOf(left, lower))
  return scaleToHold(width, size * 0.55 - downs[0], downs[2] + lower * 0.55, outline, x, y)
}

/** A block so many times as tall as broad has room for a name that stands upright. */
const tall = 1.5

/** The size, of `textSizes`, at which a text fits upright at a scale; -1 for none. */
function uprightIn(outline: readonly Point[], text: string, x: number, y: number): (k: number) => number {
  const laid = once(() => (isTall(outline) ? lying(outline) : []))
  const fit = (size: number): number => scaleToFit(text, size, 0, laid(), y, x)
  const smallest = once(() => fit(textSizes.at(-1)!))
  const all = once(() => textSizes.map(fit))
  return (k) => (k < smallest() ? -1 : largestAt(all(), k))
}

function isTall(outline: readonly Point[]): boolean {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)]
  return Math.max(...ys) - Math.min(...ys) >= tall * (Math.max(...xs) - Math.min(...xs))
}

/** The last word of a name, where it is a number or has one: people look for the block on their ticket by it. */
export const areaNumberOf = (name: string): string => /^\D*[\s.\-–]((?=\S*\d)\S{1,5})$/u.exec(name)?.[1] ?? ''

/** Below this size, in CSS pixels, a number is easier to read than a whole name. */
const legible = 11

/** Which of its forms a name has at a scale: by `textSizes` with its price, alone, shortened, with all, upright; -1 none. */
export function farForm({ alone, withPrice, shortened, withLeft, upright }: FarName, k: number): number {
  const priced = largestAt(withPrice, k)
  // A third line is smaller than two, never larger.
  const all = isLegible(priced) ? largestAt(withLeft(), k) : -1
  if (all >= 0) return 3 * textSizes.length + all
  if (priced >= 0) return priced
  const whole = largestAt(alone, k)
  const short = largestAt(shortened, k)
  if (whole >= 0 && (isLegible(whole) || !isLegible(short))) return textSizes.length + whole
  if (short >= 0) return 2 * textSizes.length + short
  const stood = upright(k)
  return stood < 0 ? -1 : 4 * textSizes.length + stood
}
/** Whether a form says the whole name and nothing else; or no more than its number, of a name that has one. */
export const isAlone = (form: number): boolean => form >= textSizes.length && form < 2 * textSizes.length
export const isBare = ({ short }: FarName, form: number): boolean => {
  const kind = forms[Math.floor(form / textSizes.length)]
  return short !== '' && (kind === 'shortened' || kind === 'upright')
}
/** Its number as large as it fits at a scale. */
export const bareForm = ({ shortened }: FarName, k: number): number => 2 * textSizes.length + largestAt(shortened, k)

const isLegible = (size: number): boolean => size >= 0 && textSizes[size]! >= legible

/** The first of the sizes, which are the larger ones, that fits at a scale. Asked of every block in each frame of a zoom. */
function largestAt(scales: readonly number[], k: number): number {
  for (let size = 0; size < scales.length; size++) if (k >= scales[size]!) return size
  return -1
}

/** Adds the lines of a name in one of its forms. */
export function addFarName(of: FarName, form: number, colour: Paint, add: (label: Label) => void): void {
  if (form < 0) return
  const at = form % textSizes.length
  const kind = forms[(form - at) / textSizes.length]!
  const line = (text: string, size: number, down: number, weight: Label['weight'] = 500): void =>
    add({ text, x: of.x, y: of.y, right: 0, down, size, weight, colour })
  const size = textSizes[at]!
  if (kind === 'upright') {
    add({ text: of.short || of.name, x: of.x, y: of.y, right: 0, down: 0, size, weight: 700, colour, turn: of.turn })
  } else if (kind === 'withPrice') {
    const { lower, gap } = twoLines[at]!
    line(of.name, size, -gap, 700)
    line(of.price, lower, gap)
  } else if (kind === 'withLeft') {
    const { lower, downs } = threeLines[at]!
    line(of.name, size, downs[0], 700)
    line(of.price, lower, downs[1])
    line(of.left, lower, downs[2])
  } else line(kind === 'alone' ? of.name : of.short, size, 0, 700)
}
/** In the order in which {@link farForm} counts them. */
const forms = ['withPrice', 'alone', 'shortened', 'withLeft', 'upright'] as const

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
