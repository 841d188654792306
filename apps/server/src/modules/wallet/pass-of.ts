import type { Brand, Locale } from '@playhouse/domain/brand'
import { formatDateAndTime } from '@playhouse/domain/calendar'
import { sanitizeLine } from '@playhouse/domain/sanitize'
import { textIn } from '@playhouse/domain/text-in'
import type { BrandMessages } from '#modules/messages'
import { type TicketedOrder, ticketWords } from '#modules/ticket'
import type { PassFact, PassTicket } from './wallets.ts'

/** Builds the wallet pass of one ticket of an order. @returns undefined for a ticket that is not in the order */
export function passOf(passRequest: {
  readonly brand: BrandMessages & Pick<Brand, 'isTestShop'>
  readonly locale: Locale
  readonly order: TicketedOrder
  readonly ticket: string
}): PassTicket | undefined {
  const { brand, locale, order } = passRequest
  const ticket = order.tickets.find(({ id }) => id === passRequest.ticket)
  if (!ticket) return undefined
  const t = ticketWords(brand, locale)
  const fact = (key: string, name: string, value: string): PassFact => ({ key, name, value })
  const isStanding = ticket.seating === 'standing'
  return {
    id: ticket.id,
    locale,
    order: order.number,
    title: brand.isTestShop ? t('test.title', { title: ticket.title }) : ticket.title,
    ...(brand.isTestShop && { warning: t('test.warning') }),
    startsAt: ticket.startsAt,
    endsAt: new Date(Date.parse(ticket.startsAt) + ticket.runningTime * 60_000).toISOString(),
    when: formatDateAndTime(ticket.startsAt, ticket.timeZone, locale),
    instance: ticket.instance,
    hall: ticket.hallName,
    qr: ticket.qr,
    places: [
      fact('area', t('field.area'), ticket.area),
      fact('row', t(ticket.seating === 'table' ? 'field.table' : 'field.row'), ticket.row),
      fact('seat', t('field.seat'), isStanding ? t('field.standing') : ticket.number),
      fact('entrance', t('field.entrance'), ticket.entrance),
    ].filter(({ value }) => value !== ''),
    facts: [fact('type', t('field.priceType'), ticket.priceTypeName), fact('order', t('field.order'), order.number)],
    notes: [
      ...(ticket.proofAtDoor ? [fact('proof', t('field.proof'), textIn(ticket.proofAtDoor, locale))] : []),
      fact('where', brand.name, `${ticket.hallName}, ${order.address}`),
      fact('holder', t(ticket.holder === undefined ? 'field.name' : 'field.holder'), sanitizeLine(ticket.holder ?? order.customerName)),
      fact('door', t('note.title'), `${t('note.door')}\n${t('note.arrive')}`),
      fact('help', brand.contact.boxOffice, t('calendar.help')),
    ],
  }
}
