import type { BasketTicket } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'

/** The short name of a seat at the counter: "Stalls C14", "The Pit, standing". */
export function useCounterSeatName(): (ticket: Pick<BasketTicket, 'area' | 'row' | 'number' | 'seating'>) => string {
  const t = useWords('box-office')
  return ({ area, row, number, seating }) =>
    seating === 'standing'
      ? t('seat.standing', { area })
      : seating === 'table'
        ? t('seat.table', { area, row, number })
        : t('seat.row', { area, row, number })
}
