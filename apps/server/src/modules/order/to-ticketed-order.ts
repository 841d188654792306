import type { TicketedOrder } from '#modules/ticket'
import type { Brand } from '@playhouse/domain/brand'
import type { FullOrder } from './read-order.ts'

/** Converts an order for tickets and calendars. */
export function toTicketedOrder(brand: Brand, { order, customer, runningTimes }: FullOrder): TicketedOrder {
  return {
    number: order.number,
    placedAt: order.placedAt,
    address: brand.contact.address,
    customerName: order.bookedFor ?? `${customer.firstName} ${customer.lastName}`,
    tickets: order.tickets.map((ticket) => ({ ...ticket, runningTime: runningTimes.get(ticket.instance) ?? 0 })),
  }
}
