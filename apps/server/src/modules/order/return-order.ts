import { type Selectable, sql, type Transaction } from 'kysely'
import { audit, type CustomerOrderTable, type Database, publish, transact } from '#db'
import { type Actor, seatSets } from '#modules/basket'
import { giveCredit } from '#modules/credit'
import { returnSeats, type SeatSet } from '#modules/seating'
import type { Brand } from '@playhouse/domain/brand'
import { next } from '@playhouse/domain/machine'
import { money } from '@playhouse/domain/money'
import { orderMoves } from '@playhouse/domain/order'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { forgetGifts } from './gift.ts'
import { endMemberships } from './membership-sale.ts'
import type { OrderHouse } from './read-order.ts'

type OrderRow = Selectable<CustomerOrderTable>

/** Takes tickets of an order back, some or all of them: they open no door any more, and their seats are free again. */
export async function returnTickets(trx: Transaction<Database>, order: string, only?: readonly string[]): Promise<SeatSet[]> {
  const returned = await trx
    .updateTable('ticket')
    .set({ returned_at: sql<Date>`now()` })
    .where('order_id', '=', order)
    .where('returned_at', 'is', null)
    .$if(only !== undefined, (update) => update.where('id', 'in', [...only!]))
    .returning(['performance_id', 'seat'])
    .execute()
  const sets = seatSets(returned)
  for (const set of sets) await returnSeats(trx, order, set)
  return sets
}

/** Moves an order into `returned` with its tickets. What becomes of the money is the caller's to see to, in the same transaction. */
export async function returnOrder(trx: Transaction<Database>, order: OrderRow, actor: Actor): Promise<void> {
  const to = next(orderMoves, order.state, 'return')
  if (!to) throw new RangeError(`order ${order.number} is ${order.state} and can't be returned`)
  await returnTickets(trx, order.id)
  await forgetGifts(trx, order.id)
  await endMemberships(trx, order.id)
  await trx.updateTable('customer_order').set({ state: to }).where('id', '=', order.id).execute()
  await audit(trx, {
    actor: actor.name,
    requestId: actor.requestId,
    subject: 'order',
    subjectId: order.id,
    verb: 'return',
    from: order.state,
    to,
  })
}

/**
 * The customer gives their order back for account credit, as long as the house allows before the first performance. By the
 * database's clock; what was refunded before isn't given twice. Who bought as a guest has no account to put credit on. A membership that came with it has been of use once something
 * else was bought: then it is for the box office to say what it is still worth.
 */
export async function cancelOrder(
  house: OrderHouse & { readonly brand: Brand },
  customer: string,
  number: string,
  actor: Actor,
): Promise<Result<unknown, Problem<'order-not-found' | 'cancel-order-failed'>>> {
  const { features, limits } = house.brand
  return transact(house.db, async (trx): Promise<Result<unknown, Problem<'order-not-found' | 'cancel-order-failed'>>> => {
    const order = await trx
      .selectFrom('customer_order')
      .selectAll()
      .where('number', '=', number)
      .where('customer_id', '=', customer)
      .forUpdate()
      .executeTakeFirst()
    if (!order) return fail(problem('order-not-found'))
    const { rows } = await sql<{ isGuest: boolean; isTooLate: boolean; isOfUse: boolean; refunded: number }>`
      select (select is_guest from customer where id = ${customer}) as "isGuest",
        exists (select from membership m join customer_order o on o.customer_id = m.customer_id
          where m.order_id = ${order.id} and o.id <> ${order.id} and o.state in ('confirming', 'confirmed') and o.placed_at >= ${order.placed_at}) as "isOfUse",
        coalesce(min(p.starts_at) <= now() + make_interval(hours => ${limits.cancelHoursBefore}), true) as "isTooLate",
        ((select coalesce(sum(amount), 0) from refund where order_id = ${order.id})
          + (select coalesce(sum(amount), 0) from ledger_entry where order_id = ${order.id} and account_id is not null and reason in ('refunded', 'returned')))::int as refunded
      from ticket t join performance p on p.id = t.performance_id where t.order_id = ${order.id} and t.returned_at is null`.execute(trx)
    const { isGuest, isTooLate, isOfUse, refunded } = rows[0]!
    if (!features.cancelOrders || order.state !== 'confirmed' || isGuest || isTooLate || isOfUse)
      return fail(problem('cancel-order-failed'))
    await returnOrder(trx, order, actor)
    const amount = money(order.paid - refunded)
    if (amount > 0) {
      const gift = { customer, amount, months: limits.creditMonths, from: 'returns', order: order.id } as const
      const expiresOn = await giveCredit(trx, gift, actor)
      await publish(trx, 'mail.order-returned', order.id, { order: order.id, amount, expiresOn })
    }
    return ok(undefined)
  })
}
