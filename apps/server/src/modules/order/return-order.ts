import { type Selectable, sql, type Transaction } from 'kysely'
import { auditBy, type CustomerOrderTable, type Database } from '#db'
import { type Actor, seatsByPerformance } from '#modules/basket'
import { returnItems } from '#modules/item'
import { returnSeats, type SeatSet } from '#modules/seating'
import { next } from '@playhouse/domain/machine'
import { orderMoves } from '@playhouse/domain/order'

type OrderRow = Selectable<CustomerOrderTable>

/** Invalidates some or all tickets of an order and puts their seats on sale. @returns the seats by performance */
export async function returnTickets(trx: Transaction<Database>, order: string, ticketIds?: readonly string[]): Promise<SeatSet[]> {
  const returnedTickets = await trx
    .updateTable('ticket')
    .set({ returned_at: sql<Date>`now()` })
    .where('order_id', '=', order)
    .where('returned_at', 'is', null)
    .$if(ticketIds !== undefined, (update) => update.where('id', 'in', [...ticketIds!]))
    .returning(['performance_id', 'seat'])
    .execute()
  const sets = seatsByPerformance(returnedTickets)
  for (const seatSet of sets) await returnSeats(trx, order, seatSet)
  return sets
}

/**
 * Moves an order into `returned`, with its tickets and items. The caller refunds the money in the same transaction.
 * @throws RangeError where the order's state has no such move
 */
export async function returnOrder(trx: Transaction<Database>, order: OrderRow, actor: Actor): Promise<void> {
  const to = next(orderMoves, order.state, 'return')
  if (!to) throw new RangeError(`order ${order.number} is ${order.state} and can't be returned`)
  await returnTickets(trx, order.id)
  await returnItems(trx, order.id, actor)
  await trx.updateTable('customer_order').set({ state: to, hold: null }).where('id', '=', order.id).execute()
  await auditBy(trx, actor, { subject: 'order', subjectId: order.id, verb: 'return', from: order.state, to })
}
