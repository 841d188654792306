import { sql } from 'kysely'
import type { HeldTicket } from '@playhouse/api-client/contract'
import { type OrderDeps, readOrderById } from './read-order.ts'

/** Hours after its start for which a performance counts as current: longer than the longest play. */
const currentHours = 12
/** Maximum number of orders in the list. */
const maxOrders = 50

/** Lists a customer's tickets for current and future performances, by the database clock, next performance first. */
export async function listHeldTickets(deps: OrderDeps, customer: string): Promise<HeldTicket[]> {
  const rows = await deps.db
    .selectFrom('customer_order')
    .innerJoin('ticket', 'ticket.order_id', 'customer_order.id')
    .innerJoin('performance', 'performance.id', 'ticket.performance_id')
    .select(['customer_order.id', 'ticket.performance_id'])
    .distinct()
    .where('customer_order.customer_id', '=', customer)
    .where('customer_order.state', '=', 'confirmed')
    .where('ticket.returned_at', 'is', null)
    .where('performance.starts_at', '>', sql<Date>`now() - make_interval(hours => ${currentHours})`)
    .orderBy('customer_order.id', 'desc')
    .limit(maxOrders)
    .execute()
  const rowsByOrder = Map.groupBy(rows, ({ id }) => id)
  const orders = await Promise.all([...rowsByOrder.keys()].map((id) => readOrderById(deps, id)))
  return orders
    .flatMap((fullOrder) => fullOrder?.order.tickets.map((ticket) => ({ ...ticket, order: fullOrder.order.number })) ?? [])
    .filter(({ instance }) => rows.some(({ performance_id }) => performance_id === instance))
    .map(({ price: _, voucher: __, ...ticket }) => ticket)
    .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
}
