import { useMemo } from 'react'
import { bands } from '@playhouse/domain/pricing'
import type { SeatOffers } from '@playhouse/seatmap/list'
import { useFormats } from '#i18n'
import { type House, priceFrom } from './seating-model.ts'
import { bandLetters } from '../words/useSeatVoice.ts'

/** What every seat costs, as map and list take it; the same object until prices or language change. */
export function useOffers(house: House): SeatOffers {
  const { money } = useFormats()
  return useMemo(() => {
    const offers = bands.flatMap((band) => {
      const least = priceFrom(house, band)
      return least === undefined ? [] : [[band, { letter: bandLetters[band], priceFrom: least, price: money(least) }] as const]
    })
    return { bandOf: house.bandOf, bands: new Map(offers) }
  }, [house, money])
}
