import type { OrderSummary } from '@playhouse/api-client/contract'
import type { Titled } from '@playhouse/domain/production-texts'
import { serverNow } from '#browser'

export type OrderWithPerformance = OrderSummary & Titled & { readonly firstAt: string; readonly timeZone: string }
/** Whether an order has tickets: others have no title and no time. */
export const hasPerformance = (order: OrderSummary): order is OrderWithPerformance => order.firstAt !== null

/** An order is upcoming until 24 hours after its first performance began. */
const dayMs = 24 * 60 * 60 * 1000
export const isUpcoming = ({ firstAt }: Pick<OrderWithPerformance, 'firstAt'>): boolean => Date.parse(firstAt) + dayMs > serverNow()

/** Reserved for the customer and not paid yet. */
export const isReserved = ({ state }: Pick<OrderSummary, 'state'>): boolean => state === 'reserved' || state === 'in-basket'

/** Days for which an order without a performance is current: a membership lasts a year, and a voucher is sent within one. */
const currentDays = 365
/** Orders without a performance that a brand without a list of past orders shows with the upcoming ones. */
export const isCurrent = (order: OrderSummary): boolean =>
  !hasPerformance(order) && Date.parse(order.placedAt) + currentDays * dayMs > serverNow()

/** Groups orders into the lists of the account. Failed orders are in none of them; orders without a performance are past. */
export function sortOrders(orders: readonly OrderSummary[]) {
  const paidOrders = orders.filter((order) => order.state !== 'returned' && order.state !== 'failed' && !isReserved(order))
  return {
    reserved: orders.filter(isReserved),
    upcoming: paidOrders
      .filter(hasPerformance)
      .filter(isUpcoming)
      .toSorted((a, b) => a.firstAt.localeCompare(b.firstAt)),
    past: paidOrders.filter((order) => !hasPerformance(order) || !isUpcoming(order)),
    returned: orders.filter(({ state }) => state === 'returned'),
  }
}
