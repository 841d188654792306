import { createElement as h } from 'react'
import type { Order } from '@playhouse/api-client/contract'
import { formatDate, formatDateAndTime } from '@playhouse/domain/calendar'
import { formatMoney, type Money } from '@playhouse/domain/money'
import { itemName } from '#modules/messages'
import { greeting } from './greeting.ts'
import type { Addressed } from './link-mail.ts'
import { type RenderedMail, writeMail } from './mail-template.ts'
import type { MailedTicket } from './order-mail.ts'
import { seatText } from './seat-text.ts'

/** Confirms a return by the customer: the returned tickets and items, and where their value went. */
export function partsReturned(
  mail: Addressed & {
    readonly number: string
    readonly tickets: readonly Pick<
      MailedTicket,
      'title' | 'startsAt' | 'timeZone' | 'area' | 'row' | 'number' | 'seating' | 'priceTypeName'
    >[]
    readonly items: readonly Pick<Order['items'][number], 'kind' | 'name' | 'quantity'>[]
    /**
     * Minor units: sent to the card (`origin`), given as new credit, returned to vouchers and credit (`purses`), and to those whose
     * last day has passed (`ended`).
     */
    readonly values: Readonly<Record<'origin' | 'credit' | 'purses' | 'ended', Money>>
    /** ISO date: the last day of the new credit; null without any. */
    readonly expiresOn: string | null
    /** Whether reservations that no ticket covers any more were returned too. */
    readonly hasReservations?: boolean
    readonly links: { readonly order: string }
  },
): Promise<RenderedMail> {
  const { brand, locale, firstName, number, tickets, items, values, expiresOn, links } = mail
  const format = (amount: Money): string => formatMoney(amount, brand.currency, locale)
  const until = expiresOn === null ? '' : formatDate(`${expiresOn}T12:00:00Z`, 'UTC', locale)
  const paid = (['origin', 'credit', 'purses', 'ended'] as const).filter((key) => values[key] > 0)
  return writeMail(brand, locale, ({ t, look, paragraph, button }) => {
    const names = [
      ...tickets.map((ticket) =>
        [ticket.title, formatDateAndTime(ticket.startsAt, ticket.timeZone, locale), seatText(t, ticket), ticket.priceTypeName].join(', '),
      ),
      ...items.map((item) => itemName(brand, locale, item)),
    ]
    const list = names.map((name, index) => h('li', { key: index, style: { margin: '0 0 8px' } }, name))
    return {
      subject: t('parts.subject', { number }),
      preview: t('parts.preview'),
      title: t('parts.title'),
      body: [
        paragraph(greeting(t, firstName)),
        paragraph(t('parts.body', { number })),
        h('ul', look.styleOf('ink', { ...look.body, margin: '0 0 24px', paddingLeft: '20px' }), list),
        ...(mail.hasReservations ? [paragraph(t('parts.reservations'))] : []),
        ...paid.map((key) => paragraph(t(`parts.${key}`, { amount: format(values[key]), until }))),
        button(t('parts.button'), links.order),
      ],
    }
  })
}
