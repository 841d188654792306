import type { Transaction } from 'kysely'
import type { Database, Exchange } from '#db'
import type { Actor } from '#modules/basket'
import { openAccount, post } from '#modules/ledger'
import { type Money, money, subtract } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { ReturnDestination } from '@playhouse/domain/staff'
import type { Attempt, PaymentDeps } from './attempt.ts'
import { hasBegun, isCreditable, refundValue, recordReturn } from './return-tickets.ts'
import { readOrderWorth, worthOf } from './order-worth.ts'

export type ExchangeRequest = {
  readonly order: string
  readonly tickets: readonly string[]
  readonly value: Money
  readonly rest: ReturnDestination
}
/** A valid exchange, ready to be frozen with a basket, and the customer of its order. */
export type ValidExchange = { readonly exchange: Omit<Exchange, 'used'>; readonly customer: string }

/** Validates an exchange. The old tickets are returned only when the new seats are sold ({@link settleExchange}). */
export async function validateExchange(
  deps: PaymentDeps,
  trx: Transaction<Database>,
  { order: number, tickets, value, rest }: ExchangeRequest,
): Promise<Result<ValidExchange, Problem<'order-not-found' | 'cancel-order-failed' | 'price-changed'>>> {
  const order = await trx.selectFrom('customer_order').selectAll().where('number', '=', number).executeTakeFirst()
  if (!order) return fail(problem('order-not-found'))
  const amount = order.state === 'confirmed' ? worthOf(await readOrderWorth(trx, order), { tickets }, 'exchange') : undefined
  // The value of exchanged tickets pays as account credit.
  if (amount === undefined || !(await isCreditable(trx, order)) || (await hasBegun(trx, deps, tickets)))
    return fail(problem('cancel-order-failed'))
  if (amount !== value) return fail(problem('price-changed'))
  return ok({ exchange: { order: order.id, tickets: [...tickets], value: amount, rest }, customer: order.customer_id })
}

/**
 * Returns the exchanged tickets in the transaction that sells the new seats. Their value pays its part through the ledger.
 * @returns false where the tickets are no longer worth what the exchange was frozen at: the caller rolls the sale back
 */
export async function settleExchange(trx: Transaction<Database>, deps: PaymentDeps, attempt: Attempt, actor: Actor): Promise<boolean> {
  const { exchange } = attempt.quote
  if (!exchange) return true
  const order = await trx.selectFrom('customer_order').selectAll().where('id', '=', exchange.order).forUpdate().executeTakeFirstOrThrow()
  const worth = await readOrderWorth(trx, order)
  if (order.state !== 'confirmed' || worthOf(worth, exchange, 'exchange') !== exchange.value) return false
  const newOrder = await trx
    .selectFrom('customer_order')
    .select(['id', 'number'])
    .where('attempt_id', '=', attempt.id)
    .executeTakeFirstOrThrow()
  if (exchange.used > 0) {
    const account = { kind: 'credit' as const, customer_id: order.customer_id, code_digest: null, hint: null }
    const worthSpent = { amount: exchange.used, from: 'returns' as const, order: order.id }
    const creditAccount = await openAccount(trx, { ...account, ends: { months: deps.brand.limits.creditMonths } }, worthSpent, actor)
    const spentEntry = {
      account: creditAccount.id,
      house: 'sales' as const,
      amount: -exchange.used,
      reason: 'spent' as const,
      order: newOrder.id,
    }
    await post(trx, spentEntry, actor)
  }
  const remaining = subtract(money(exchange.value), money(exchange.used))
  const refundedValue = await refundValue(
    trx,
    deps,
    { order, worth },
    { to: exchange.rest, amount: remaining, reason: `exchanged: ${newOrder.number}`, isPart: true },
    actor,
  )
  const entry = { verb: 'exchange' as const, returnedMoney: refundedValue, total: money(exchange.value), reason: newOrder.number }
  await recordReturn(trx, { order, worth, tickets: exchange.tickets, items: [] }, entry, actor)
  return true
}
