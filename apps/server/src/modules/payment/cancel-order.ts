import { sql } from 'kysely'
import { transact } from '#db'
import type { Actor } from '#modules/basket'
import { lockMember, lockSoldGifts } from '#modules/membership'
import { returnOrder } from '#modules/order'
import { lockSoldVouchers } from '#modules/voucher'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { PaymentDeps } from './attempt.ts'
import { isMembershipUsed } from './member-price-uses.ts'
import { isCreditable, refundValue } from './return-tickets.ts'
import { readOrderWorth } from './order-worth.ts'

/**
 * Cancels an order on behalf of its customer, in exchange for account credit. The brand sets how many hours before the first
 * performance this is possible, by the database clock. The part paid by vouchers and credit returns to them with its expiry
 * date unchanged; the rest becomes new credit. Earlier refunds are deducted.
 * @returns `order-not-found` for another customer's order; `cancel-order-failed` for a guest (no account for the credit), past
 * the time limit, with a spent gift voucher or a claimed gift membership, where what paid for it cannot become credit, or where the order contains a membership and the customer has bought something later, or is
 * paying for something: staff decide then
 */
export async function cancelOrder(
  deps: Pick<PaymentDeps, 'db' | 'brand'>,
  customer: string,
  number: string,
  actor: Actor,
): Promise<Result<unknown, Problem<'order-not-found' | 'cancel-order-failed'>>> {
  const { features, limits } = deps.brand
  return transact(deps.db, async (trx): Promise<Result<unknown, Problem<'order-not-found' | 'cancel-order-failed'>>> => {
    // An upgrade that is being settled may spend the value of a membership of this order. The customer is locked before the order.
    await lockMember(trx, customer)
    const order = await trx
      .selectFrom('customer_order')
      .selectAll()
      .where('number', '=', number)
      .where('customer_id', '=', customer)
      .forUpdate()
      .executeTakeFirst()
    if (!order) return fail(problem('order-not-found'))
    const { rows } = await sql<{ isGuest: boolean; isTooLate: boolean; isOfUse: boolean }>`
      select (select is_guest from customer where id = ${customer}) as "isGuest",
        ${isMembershipUsed(order)} as "isOfUse",
        coalesce(min(p.starts_at) <= now() + make_interval(hours => ${limits.cancelHoursBefore}), true) as "isTooLate"
      from ticket t join performance p on p.id = t.performance_id where t.order_id = ${order.id} and t.returned_at is null`.execute(trx)
    const { isGuest, isTooLate, isOfUse } = rows[0]!
    if (!features.cancelOrders || order.state !== 'confirmed' || isGuest || isTooLate || isOfUse)
      return fail(problem('cancel-order-failed'))
    await lockSoldVouchers(trx, order.id)
    await lockSoldGifts(trx, order.id)
    const worth = await readOrderWorth(trx, order)
    if (worth.kept > 0 || !(await isCreditable(trx, order))) return fail(problem('cancel-order-failed'))
    await returnOrder(trx, order, actor)
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
