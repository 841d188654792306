import type { PlanArea } from '@playhouse/domain/plan'
import type { AreaTally } from '#store'
import { type Colour, fade, type Ink, letterInk, mix } from '#look'
import type { Point } from '#plan-index'
import type { Shape, Stroke } from './drawing.ts'

export type DrawnArea = {
  readonly area: PlanArea
  readonly outline: readonly Point[]
  /** See `breadthOf`. */
  readonly breadth: number
  readonly tally: AreaTally
  /** Whether its price can be said: filtered away is not sold out. */
  readonly priced: boolean
}

/** Narrower than this nobody sees a block; CSS pixels. */
const narrowest = 5
/** Whether a block's own breadth shows too little of it at a scale. */
export const isThin = ({ breadth }: Pick<DrawnArea, 'breadth'>, k: number): boolean => breadth * k < narrowest / 2

/**
 * Blocks from afar: the colour of most of what is left, the paler the less is left; an outline only when all is gone.
 * What its own breadth doesn't show at the scale `k` is drawn as broad as can be seen.
 */
export const areasFar = (areas: readonly DrawnArea[], ink: Ink, k: number): Shape[] =>
  areas.map((area) => {
    const { fill, stroke } = blockInk(area.tally, ink)
    return { kind: 'polygon', points: area.outline, fill, stroke: isThin(area, k) ? { ...stroke, width: narrowest } : stroke }
  })

/** The floor under the seats. */
export const areasNear = (areas: readonly { readonly outline: readonly Point[] }[], ink: Ink): Shape[] =>
  areas.map(({ outline }) => ({
    kind: 'polygon',
    points: outline,
    fill: fade(ink.houseRaised, 0.62),
    stroke: { colour: fade(ink.houseLine, 0.7), width: 1 },
  }))

type BlockInk = { readonly fill: Colour; readonly stroke: Stroke; readonly letter: Colour }
const known = new WeakMap<Ink, Map<number, BlockInk>>()
/** As many shades of a band as an eye may tell apart: a palette works each out once, not for each of hundreds of blocks. */
const shades = 64

function blockInk({ free, seats, mainBand }: AreaTally, ink: Ink): BlockInk {
  let inks = known.get(ink)
  if (!inks) known.set(ink, (inks = new Map()))
  const shade = free > 0 ? Math.ceil(Math.sqrt(free / seats) * shades) : 0
  const key = mainBand * (shades + 1) + shade
  let found = inks.get(key)
  if (!found) inks.set(key, (found = mixBlockInk(ink.bands[mainBand], shade / shades, ink)))
  return found
}

function mixBlockInk(colour: Colour | undefined, left: number, ink: Ink): BlockInk {
  const fill = colour && left > 0 ? mix(ink.houseRaised, colour, 0.3 + 0.62 * left) : ink.houseRaised
  return {
    fill,
    stroke: { colour: left > 0 ? fade(colour ?? ink.houseLine, 0.9) : ink.houseLine, width: 1.25 },
    letter: left > 0 ? letterInk(ink, fill) : ink.houseSoft,
  }
}

/** Ink for the name upon a block seen from afar. */
export const areaInk = (tally: AreaTally, ink: Ink): Colour => blockInk(tally, ink).letter
