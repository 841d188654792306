import type { ReceiptedOrder } from '#modules/ticket'
import type { FullOrder } from './read-order.ts'

/** Converts an order for its receipt, which lists everything that was paid for. */
export const toReceiptedOrder = ({ order, customer, boughtTickets, paidBy }: FullOrder): ReceiptedOrder => ({
  number: order.number,
  placedAt: order.placedAt,
  customerName: `${customer.firstName} ${customer.lastName}`.trim(),
  addsTo: order.addsTo,
  tickets: boughtTickets,
  items: order.items,
  totals: order.totals,
  postalAddress: order.delivery.address,
  paidBy,
})
