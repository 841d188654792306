import { bands } from '@playhouse/domain/pricing'
import { type Colour, flatten, inkOn, parseColour } from './colour.ts'
import type { SeatPalette } from './palette.ts'

/** A palette converted to numbers for the shader. All colours are opaque. */
export type Ink = {
  readonly house: Colour
  readonly houseRaised: Colour
  readonly houseInk: Colour
  readonly houseSoft: Colour
  readonly houseLine: Colour
  readonly stage: Colour
  readonly stageInk: Colour
  readonly taken: Colour
  readonly selected: Colour
  readonly focus: Colour
  /** In the order of `bands`. */
  readonly bands: readonly Colour[]
}

/** A colour as a function of the palette, so that shapes need not be written again when the palette changes. */
export type Paint = (ink: Ink) => Colour

/** Caches a paint that mixes colours: it is computed once per palette. */
export function mixOnce(paint: Paint): Paint {
  let currentInk: Ink | undefined
  let mixedColour: Colour = [0, 0, 0, 0]
  return (ink) => {
    if (ink !== currentInk) [currentInk, mixedColour] = [ink, paint(ink)]
    return mixedColour
  }
}

/** Parses a palette. Translucent colours are mixed with the background colour of the palette. */
export function readInk(palette: SeatPalette): Ink {
  const house = flatten(parseColour(palette.house), [0, 0, 0, 1])
  const read = (text: string): Colour => flatten(parseColour(text), house)
  return {
    house,
    houseRaised: read(palette.houseRaised),
    houseInk: read(palette.houseInk),
    houseSoft: read(palette.houseSoft),
    houseLine: read(palette.houseLine),
    stage: read(palette.stage),
    stageInk: read(palette.stageInk),
    taken: read(palette.taken),
    selected: read(palette.selected),
    focus: read(palette.focus),
    bands: bands.map((band) => read(palette.bands[band])),
  }
}

/** The ink for letters on a coloured seat or area: the hall's dark or light one, by contrast. */
export const letterInk = (ink: Ink, ground: Colour): Colour => inkOn(ground, ink.house, ink.houseInk)
