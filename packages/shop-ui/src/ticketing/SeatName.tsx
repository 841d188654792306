import type { Seating } from '@playhouse/domain/plan'
import { useWords } from '#i18n'

/** Where somebody sits; places without rows have an empty `row`, and places to stand in no number either. */
export type SeatPlace = { readonly area: string; readonly row: string; readonly number: string; readonly seating?: Seating | undefined }

/** Says where a seat is: "Stalls, row F, seat 12", "Floor, table 5, seat 3", "Pit, standing". */
export function useSeatName(): (place: SeatPlace) => string {
  const t = useWords('checkout')
  return ({ area, row, number, seating }) => {
    if (seating === 'standing') return t('order.standing', { area })
    if (seating === 'table') return t('order.table', { area, row, number })
    return t(row ? 'order.seat' : 'order.seatAlone', { area, row, number })
  }
}
