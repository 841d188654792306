import type { ColourToken } from '@playhouse/domain/brand'
import { type Band, bands } from '@playhouse/domain/pricing'

/** The map's colours as CSS writes them in hex or `rgb()`. */
export type SeatPalette = {
  readonly house: string
  readonly houseRaised: string
  readonly houseInk: string
  readonly houseSoft: string
  readonly houseLine: string
  readonly stage: string
  readonly stageInk: string
  readonly taken: string
  readonly selected: string
  readonly focus: string
  readonly bands: Readonly<Record<Band, string>>
}

/** The map's colours out of a brand's tokens. */
export function createPalette(readToken: (token: ColourToken) => string): SeatPalette {
  return {
    house: readToken('house'),
    houseRaised: readToken('house-raised'),
    houseInk: readToken('house-ink'),
    houseSoft: readToken('house-soft'),
    houseLine: readToken('house-line'),
    stage: readToken('stage'),
    stageInk: readToken('stage-ink'),
    taken: readToken('seat-taken'),
    selected: readToken('seat-selected'),
    focus: readToken('focus'),
    bands: Object.fromEntries(bands.map((band) => [band, readToken(`band-${band}`)])) as Record<Band, string>,
  }
}
