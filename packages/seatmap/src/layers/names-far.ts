import type { Money } from '@playhouse/domain/money'
import type { Plan } from '@playhouse/domain/plan'
import type { Colour } from '#look'
import { encloses, type Point } from '#plan-index'
import type { DrawnArea } from './areas.ts'
import type { Label } from './drawing.ts'
import { centroid, scaleToFit, textSizes, twoLines } from './fitting.ts'

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
  readonly x: number
  readonly y: number
  readonly alone: readonly number[]
  readonly withPrice: readonly number[]
}

/** Name and price-from of a block. The same until words or prices change; the camera plays no part. */
export function farName({ area, outline, priced }: DrawnArea, plan: Plan, name: string, price: string): FarName {
  const [x, y] = middleOf({ area, outline }, plan)
  const fit = (text: string, size: number, down: number): number => scaleToFit(text, size, down, outline, x, y)
  return {
    name,
    price,
    x,
    y,
    alone: textSizes.map((size) => fit(name, size, 0)),
    withPrice: priced ? twoLines.map(({ size, lower, gap }) => Math.max(fit(name, size, -gap), fit(price, lower, gap))) : [],
  }
}

/** Which of its forms a name has at a scale: below `textSizes.length` with its price, above that alone, -1 none. */
export function farForm({ alone, withPrice }: FarName, k: number): number {
  for (let i = 0; i < withPrice.length; i++) if (k >= withPrice[i]!) return i
  for (let i = 0; i < alone.length; i++) if (k >= alone[i]!) return textSizes.length + i
  return -1
}

/** Adds the lines of a name in one of its forms. */
export function addFarName({ name, price, x, y }: FarName, form: number, colour: Colour, add: (label: Label) => void): void {
  const two = twoLines[form]
  if (two) {
    add({ text: name, x, y, right: 0, down: -two.gap, size: two.size, weight: 700, colour })
    add({ text: price, x, y, right: 0, down: two.gap, size: two.lower, weight: 500, colour })
  } else if (form >= 0) add({ text: name, x, y, right: 0, down: 0, size: textSizes[form - textSizes.length]!, weight: 700, colour })
}

/** The middle of the block; of a bow, whose middle is empty, the middle seat of its middle row. */
function middleOf({ area, outline }: Pick<DrawnArea, 'area' | 'outline'>, plan: Plan): Point {
  const middle = centroid(outline)
  if (encloses(outline, ...middle)) return middle
  const row = plan.rows[area.firstRow + (area.rowCount >> 1)]!
  const seat = row.firstSeat + (row.seatCount >> 1)
  return [plan.x[seat]!, plan.y[seat]!]
}
