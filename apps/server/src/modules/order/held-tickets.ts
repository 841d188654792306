import { sql } from 'kysely'
import type { HeldTicket } from '@playhouse/api-client/contract'
import { type OrderDeps, readOrderById } from './read-order.ts'

/** Hours after its beginning for which an evening isn't over yet: the longest play, and the way home. */
const currentHours = 12
const maxOrders = 50

/** A customer's tickets of evenings that aren't over, by the database's clock; the next one first. */
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
  const ahead = Map.groupBy(rows, ({ id }) => id)
  const orders = await Promise.all([...ahead.keys()].map((id) => readOrderById(deps, id)))
  return orders
    .flatMap((found) => found?.order.tickets.map((ticket) => ({ ...ticket, order: found.order.number })) ?? [])
    .filter(({ instance }) => rows.some(({ performance_id }) => performance_id === instance))
    .map(({ price: _, ...shown }) => shown)
    .toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
}
