import type { AreaWords } from '#layers'
import type { SeatPalette } from '#look'
import type { SeatOffers } from '#props'
import type { Core } from './core.ts'

// A map that was drawn before its host arrived gets the same content again, in new objects.

export const isSamePalette = (a: SeatPalette, b: SeatPalette): boolean => JSON.stringify(a) === JSON.stringify(b)

export function isSameOffers(a: SeatOffers, b: SeatOffers): boolean {
  if (a === b) return true
  if (a.bands.size !== b.bands.size || a.bandOf.length !== b.bandOf.length) return false
  for (const [band, offer] of a.bands) {
    const other = b.bands.get(band)
    if (other?.letter !== offer.letter || other.price !== offer.price || other.priceFrom !== offer.priceFrom) return false
  }
  return a.bandOf.every((band, seat) => band === b.bandOf[seat])
}

/** Whether the areas in view have the same labels with either words. */
export const hasSameLabels = (core: Core, a: AreaWords, b: AreaWords): boolean =>
  core.areas().every(({ area: { index } }) => {
    const { free, from } = core.tally(index)
    return a.areaName(index) === b.areaName(index) && a.areaPrice(from) === b.areaPrice(from) && a.areaLeft(free) === b.areaLeft(free)
  })
