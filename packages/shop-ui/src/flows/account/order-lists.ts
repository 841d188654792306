import type { OrderSummary } from '@playhouse/api-client/contract'
import { serverNow } from '#browser'

/** A performance belongs to the evening it is on: an order is upcoming until a day after it began. */
const dayMs = 24 * 60 * 60 * 1000
export const isUpcoming = ({ firstAt }: Pick<OrderSummary, 'firstAt'>): boolean => Date.parse(firstAt) + dayMs > serverNow()

/** Kept for the customer and not paid yet. */
export const isReserved = ({ state }: Pick<OrderSummary, 'state'>): boolean => state === 'reserved' || state === 'in-basket'

/** Orders by the list they stand in; what failed stands in none. */
export function sortOrders(orders: readonly OrderSummary[]) {
  const paidOrders = orders.filter((order) => order.state !== 'returned' && order.state !== 'failed' && !isReserved(order))
  return {
    reserved: orders.filter(isReserved),
    upcoming: paidOrders.filter(isUpcoming).toSorted((one, other) => one.firstAt.localeCompare(other.firstAt)),
    past: paidOrders.filter((order) => !isUpcoming(order)),
    returned: orders.filter(({ state }) => state === 'returned'),
  }
}
