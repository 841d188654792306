import { createElement as h } from 'react'
import { formatDateAndTime, formatWhen } from '@playhouse/domain/calendar'
import { greeting } from './greeting.ts'
import type { Addressed } from './link-mail.ts'
import { type RenderedMail, writeMail } from './mail-template.ts'
import type { MailedTicket } from './order-mail.ts'
import { seatText } from './seat-text.ts'

type Seat = Pick<MailedTicket, 'area' | 'row' | 'number' | 'seating'>

/** Informs a customer that the performance has another plan, and seats of the order other places. `seats`: the former place of each, and the current one. */
export function seatsMoved(
  mail: Addressed & {
    readonly number: string
    readonly performance: Pick<MailedTicket, 'title' | 'startsAt' | 'timeZone' | 'hallName'>
    readonly seats: readonly { readonly from: Seat; readonly to: Seat }[]
    readonly links: { readonly order: string }
    /** Whether the order is reserved, and has no tickets yet. */
    readonly isReserved?: boolean
  },
): Promise<RenderedMail> {
  const { brand, locale, firstName, number, performance, seats, links, isReserved = false } = mail
  const { title, startsAt, timeZone, hallName } = performance
  return writeMail(brand, locale, ({ t, look, heading, paragraph, button }) => {
    const names = seats.map(({ from, to }) => t('seatsMoved.seat', { from: seatText(t, from), to: seatText(t, to) }))
    const list = names.map((name, index) => h('li', { key: index, style: { margin: '0 0 8px' } }, name))
    return {
      subject: t('seatsMoved.subject', { title }),
      preview: t('seatsMoved.preview', { when: formatWhen(startsAt, timeZone, locale) }),
      title: t('seatsMoved.title'),
      body: [
        paragraph(greeting(t, firstName)),
        heading(title),
        paragraph(`${formatDateAndTime(startsAt, timeZone, locale)}, ${hallName}`),
        paragraph(t(isReserved ? 'seatsMoved.reserved' : 'seatsMoved.body', { number })),
        h('ul', look.styleOf('ink', { ...look.body, margin: '0 0 24px', paddingLeft: '20px' }), list),
        isReserved ? undefined : paragraph(t('seatsMoved.tickets')),
        button(t(isReserved ? 'seatsMoved.reservedButton' : 'seatsMoved.button'), links.order),
        paragraph(t('seatsMoved.contact')),
      ],
    }
  })
}
