import { useMemo } from 'react'
import { bands } from '@playhouse/domain/pricing'
import type { SeatOffers } from '@playhouse/seatmap/list'
import { useFormats } from '#i18n'
import { type SeatingModel, priceFrom } from './seating-model.ts'
import { bandLetters } from '../words/useSeatVoice.ts'

/** The prices of all seats for map and list; the same object until prices or locale change. */
export function useOffers(model: SeatingModel): SeatOffers {
  const { money } = useFormats()
  return useMemo(() => {
    const offers = bands.flatMap((band) => {
      const least = priceFrom(model, band)
      return least === undefined ? [] : [[band, { letter: bandLetters[band], priceFrom: least, price: money(least) }] as const]
    })
    return { bandOf: model.bandOf, bands: new Map(offers) }
  }, [model, money])
}
