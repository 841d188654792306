import { useWords } from '#i18n'

/** Where somebody sits; places without rows have an empty `row`. */
export type SeatPlace = { readonly area: string; readonly row: string; readonly number: string }

/** Says where a seat is: "Stalls, row F, seat 12". */
export function useSeatName(): (place: SeatPlace) => string {
  const t = useWords('checkout')
  return ({ area, row, number }) => t(row ? 'order.seat' : 'order.seatAlone', { area, row, number })
}
