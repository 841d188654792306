import type { PlanArea } from '@playhouse/domain/plan'
import type { AreaTally } from '#store'
import { type Colour, fade, type Ink, letterInk, mix } from '#look'
import type { Point } from '#plan-index'
import type { Shape } from './drawing.ts'

export type DrawnArea = {
  readonly area: PlanArea
  readonly outline: readonly Point[]
  readonly tally: AreaTally
  /** Whether its price can be said: filtered away is not sold out. */
  readonly priced: boolean
}

/** Blocks from afar: the colour of most of what is left, the paler the less is left; an outline only when all is gone. */
export const areasFar = (areas: readonly DrawnArea[], ink: Ink): Shape[] =>
  areas.map(({ outline, tally }) => ({
    kind: 'polygon',
    points: outline,
    fill: fillOf(tally, ink),
    stroke: { colour: tally.free > 0 ? fade(ink.bands[tally.mainBand] ?? ink.houseLine, 0.9) : ink.houseLine, width: 1.25 },
  }))

/** The floor under the seats. */
export const areasNear = (areas: readonly { readonly outline: readonly Point[] }[], ink: Ink): Shape[] =>
  areas.map(({ outline }) => ({
    kind: 'polygon',
    points: outline,
    fill: fade(ink.houseRaised, 0.62),
    stroke: { colour: fade(ink.houseLine, 0.7), width: 1 },
  }))

const fillOf = ({ free, seats, mainBand }: AreaTally, ink: Ink): Colour => {
  const colour = ink.bands[mainBand]
  return colour && free > 0 ? mix(ink.houseRaised, colour, 0.3 + 0.62 * Math.sqrt(free / seats)) : ink.houseRaised
}

/** Ink for the name upon a block seen from afar. */
export const areaInk = (tally: AreaTally, ink: Ink): Colour => (tally.free > 0 ? letterInk(ink, fillOf(tally, ink)) : ink.houseSoft)
