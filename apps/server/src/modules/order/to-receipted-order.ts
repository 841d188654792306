import type { ReceiptedOrder } from '#modules/ticket'
import type { Locale } from '@playhouse/domain/brand'
import { titledIn } from '@playhouse/domain/production-texts'
import type { FullOrder } from './read-order.ts'

/** Converts an order for its receipt, which lists everything that was paid for. @param locale of its titles, where they are translated */
export const toReceiptedOrder = ({ order, customer, boughtTickets, paidBy }: FullOrder, locale: Locale): ReceiptedOrder => ({
  number: order.number,
  placedAt: order.placedAt,
  customerName: `${customer.firstName} ${customer.lastName}`.trim(),
  addsTo: order.addsTo,
  tickets: boughtTickets.map((ticket) => titledIn(ticket, locale)),
  items: order.items,
  totals: order.totals,
  postalAddress: order.delivery.address,
  paidBy,
})
