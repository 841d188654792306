import type { MailWriter } from './mail-template.ts'
import type { MailedTicket } from './order-mail.ts'

/** The location of a seat in a mail. */
export const seatText = (
  t: MailWriter['t'],
  { area, row, number, seating }: Pick<MailedTicket, 'area' | 'row' | 'number' | 'seating'>,
): string =>
  seating === 'standing'
    ? t('order.standing', { area })
    : seating === 'table'
      ? t('order.table', { area, row, number })
      : row
        ? t('order.seat', { area, row, number })
        : t('order.seatAlone', { area, number }).replace(/, $/, '')
