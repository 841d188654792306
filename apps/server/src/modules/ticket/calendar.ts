import type { BrandMessages } from '#modules/messages'
import type { TFunction } from 'i18next'
import ical from 'ical-generator'
import type { Brand, Locale } from '@playhouse/domain/brand'
import { languageTag } from '@playhouse/shop-ui/i18n/locale'
import { ticketWords } from './ticket-words.ts'
import { byPerformance, type OrderedTicket, type TicketedOrder } from './ticketed-order.ts'

/**
 * An order as an iCalendar file (RFC 5545), one event a performance. Times are UTC instants: a performance is a moment,
 * and every calendar shows a moment rightly on the wall clock of wherever its owner is, with no time zone rules to ship.
 * Ids are the order's and the performance's, so that a file opened twice updates its events and adds none.
 * @param wanted.url where the customer finds the order
 */
export function orderCalendar(wanted: {
  brand: BrandMessages & Pick<Brand, 'id'>
  order: TicketedOrder
  url: string
  locale: Locale
}): string {
  const { brand, order, url, locale } = wanted
  const say = ticketWords(brand, locale)
  const calendar = ical({
    name: say('calendar.name', { number: order.number }),
    prodId: { company: 'Playhouse', product: brand.name, language: languageTag(locale).toUpperCase() },
  })
  for (const tickets of byPerformance(order.tickets)) {
    const { instance, title, startsAt, runningTime, hallName } = tickets[0]!
    const start = Date.parse(startsAt)
    calendar.createEvent({
      id: `${instance}.${order.number}@${brand.id}.playhouse`,
      start: new Date(start),
      end: new Date(start + runningTime * 60_000),
      // When the order was made, not when the file was: the same order is the same file.
      stamp: new Date(order.placedAt),
      summary: title,
      location: `${brand.name}, ${hallName}, ${order.address}`,
      description: describe(say, order, tickets, url),
      url,
    })
  }
  return calendar.toString()
}

function describe(say: TFunction<'ticket'>, order: TicketedOrder, tickets: readonly OrderedTicket[], url: string): string {
  const seats = tickets.map(({ area, row, number, seating, entrance }) => {
    const seat =
      seating === 'standing'
        ? say('calendar.standing', { area })
        : row && number
          ? say(seating === 'table' ? 'calendar.table' : 'calendar.seat', { area, row, seat: number })
          : area
    return entrance ? `${seat}, ${say('calendar.entrance', { entrance })}` : seat
  })
  return [...seats, '', say('calendar.order', { number: order.number }), say('calendar.tickets', { url }), say('calendar.help')].join('\n')
}
