import type { BrandMessages } from '#modules/messages'
import type { Messages } from '#modules/messages'
import ical from 'ical-generator'
import type { Brand, Locale } from '@playhouse/domain/brand'
import { languageTag } from '@playhouse/shop-ui/i18n/locale'
import { ticketWords } from './ticket-words.ts'
import { byPerformance, type OrderedTicket, type TicketedOrder } from './ticketed-order.ts'

/**
 * Renders an order as an iCalendar file (RFC 5545), one event per performance. Times are UTC instants, which every calendar
 * shows in its own time zone, so that no time zone rules are included. Event ids are derived from order and performance:
 * importing the file again updates the events.
 * @param request.url the page of the order
 */
export function orderCalendar(request: {
  brand: BrandMessages & Pick<Brand, 'id'>
  order: TicketedOrder
  url: string
  locale: Locale
}): string {
  const { brand, order, url, locale } = request
  const t = ticketWords(brand, locale)
  const calendar = ical({
    name: t('calendar.name', { number: order.number }),
    prodId: { company: 'Playhouse', product: brand.name, language: languageTag(locale).toUpperCase() },
  })
  for (const tickets of byPerformance(order.tickets)) {
    const { instance, title, startsAt, runningTime, hallName } = tickets[0]!
    const start = Date.parse(startsAt)
    calendar.createEvent({
      id: `${instance}.${order.number}@${brand.id}.playhouse`,
      start: new Date(start),
      end: new Date(start + runningTime * 60_000),
      // The order's time, not the file's: the same order yields the same file.
      stamp: new Date(order.placedAt),
      summary: title,
      location: `${brand.name}, ${hallName}, ${order.address}`,
      description: describe(t, order, tickets, url),
      url,
    })
  }
  return calendar.toString()
}

function describe(t: Messages, order: TicketedOrder, tickets: readonly OrderedTicket[], url: string): string {
  const seats = tickets.map(({ area, row, number, seating, entrance }) => {
    const seat =
      seating === 'standing'
        ? t('calendar.standing', { area })
        : row && number
          ? t(seating === 'table' ? 'calendar.table' : 'calendar.seat', { area, row, seat: number })
          : area
    return entrance ? `${seat}, ${t('calendar.entrance', { entrance })}` : seat
  })
  return [...seats, '', t('calendar.order', { number: order.number }), t('calendar.tickets', { url }), t('calendar.help')].join('\n')
}
