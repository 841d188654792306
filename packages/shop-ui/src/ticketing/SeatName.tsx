import type { Seating } from '@playhouse/domain/plan'
import { useWords } from '#i18n'

/** Location of a seat; `row` is empty without rows, and `number` as well for standing places. */
export type SeatPlace = { readonly area: string; readonly row: string; readonly number: string; readonly seating?: Seating | undefined }

/** Returns a formatter of seat locations: "Stalls, row F, seat 12", "Floor, table 5, seat 3", "Pit, standing". */
export function useSeatName(): (place: SeatPlace) => string {
  const t = useWords('checkout')
  return ({ area, row, number, seating }) => {
    if (seating === 'standing') return t('order.standing', { area })
    if (seating === 'table') return t('order.table', { area, row, number })
    return t(row ? 'order.seat' : 'order.seatAlone', { area, row, number })
  }
}
