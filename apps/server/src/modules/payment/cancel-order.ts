import { sql } from 'kysely'
import { transact } from '#db'
import type { Actor } from '#modules/basket'
import { returnOrder } from '#modules/order'
import { canCancelOrder } from '@playhouse/domain/customer-return'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { PaymentDeps } from './attempt.ts'
import { lockOrderOf } from './customer-return.ts'
import { isCreditable, refundValue } from './return-tickets.ts'
import { returnSurplusReservations } from './return-reservations.ts'
import { readOrderWorth } from './order-worth.ts'

/**
 * Cancels an order on behalf of its customer, in exchange for account credit. The brand sets how many hours before the first
 * performance this is possible, by the database clock. The part paid by vouchers and credit returns to them with its expiry
 * date unchanged; the rest becomes new credit. Earlier refunds are deducted.
 * @returns `order-not-found` for another customer's order; `cancel-order-failed` for a guest (no account for the credit), past
 * the time limit, with a part that does not become credit (`customerReturnRules`), or where what paid for it cannot become credit
 */
export async function cancelOrder(
  deps: Pick<PaymentDeps, 'db' | 'brand'>,
  customer: string,
  number: string,
  actor: Actor,
): Promise<Result<unknown, Problem<'order-not-found' | 'cancel-order-failed'>>> {
  return transact(deps.db, async (trx): Promise<Result<unknown, Problem<'order-not-found' | 'cancel-order-failed'>>> => {
    const lockedOrder = await lockOrderOf(trx, customer, number)
    if (!lockedOrder.ok) return lockedOrder
    const order = lockedOrder.value
    const { rows } = await sql<{ isGuest: boolean; firstStartsAt: Date | null; now: Date }>`
      select (select is_guest from customer where id = ${customer}) as "isGuest", min(p.starts_at) as "firstStartsAt", now() as now
      from ticket t join performance p on p.id = t.performance_id where t.order_id = ${order.id} and t.returned_at is null`.execute(trx)
    const { isGuest, firstStartsAt, now } = rows[0]!
    const items = await trx
      .selectFrom('order_item')
      .select('kind')
      .where('order_id', '=', order.id)
      .where('returned_at', 'is', null)
      .execute()
    const toCancel = { isGuest, firstStartsAt: firstStartsAt?.getTime(), items: items.map(({ kind }) => kind) }
    if (!canCancelOrder(deps.brand, toCancel, now.getTime())) return fail(problem('cancel-order-failed'))
    if (!(await isCreditable(trx, order))) return fail(problem('cancel-order-failed'))
    const worth = await readOrderWorth(trx, order)
    await returnOrder(trx, order, actor)
    await returnSurplusReservations(trx, order, actor)
    await refundValue(
      trx,
      deps,
      { order, worth },
      { to: 'credit', amount: worth.remaining, reason: 'cancelled', isPart: false, isRenewed: false },
      actor,
    )
    return ok(undefined)
  })
}
