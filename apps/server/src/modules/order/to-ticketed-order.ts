import type { TicketedOrder } from '#modules/ticket'
import type { Brand, Locale } from '@playhouse/domain/brand'
import { titledIn } from '@playhouse/domain/production-texts'
import type { FullOrder } from './read-order.ts'

/** Converts an order for tickets and calendars. @param locale of its titles, where they are translated */
export function toTicketedOrder(brand: Brand, { order, customer, runningTimes }: FullOrder, locale: Locale): TicketedOrder {
  return {
    number: order.number,
    placedAt: order.placedAt,
    address: brand.contact.address,
    customerName: order.bookedFor ?? `${customer.firstName} ${customer.lastName}`,
    tickets: order.tickets.map((ticket) => ({ ...titledIn(ticket, locale), runningTime: runningTimes.get(ticket.instance) ?? 0 })),
  }
}
