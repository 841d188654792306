import { sql, type Transaction } from 'kysely'
import { type Database, publish, transact } from '#db'
import { type Actor, type BasketRow, expireBasket, lockBasket, moveBasket, seatSets, ticketsOf } from '#modules/basket'
import { releaseReserved, reserve } from '#modules/ledger'
import { confirmOrder, failOrder, placeOrder } from '#modules/order'
import { holdAgain } from '#modules/seating'
import { type Attempt, lockAttempt, moveAttempt, type PaymentHouse } from './attempt.ts'
import type { ProviderSession, SessionStatus } from './provider.ts'
import { oweRefund } from './refund.ts'

/** What is known of a session. An ending that took no money needs no amount. */
export type Outcome =
  | (Pick<ProviderSession, 'amount' | 'currency'> & { readonly status: 'succeeded' })
  | { readonly status: Exclude<SessionStatus, 'succeeded' | 'open'> }

/** Minutes after which a debit that isn't certain is asked about again. */
const askAgainAfter = 10

/** After a payment that came to nothing the seats stay at least so long, so that another try is possible. Seconds. */
const atLeast = 120

/**
 * The one place where a payment's end takes effect, for callback, return page and reconciler alike. Any number of times,
 * in any order, from any process: the attempt's row is locked, and what is done stays done.
 * @param outcome as read from the provider, or from a callback whose signature is right.
 * @returns whether the attempt has bought its order.
 */
export async function settlePayment(house: PaymentHouse, attemptId: string, outcome: Outcome, actor: Actor): Promise<boolean> {
  return transact(house.db, async (trx) => {
    const attempt = await lockAttempt(trx, attemptId)
    if (outcome.status === 'succeeded') await takeMoney(trx, house, attempt, outcome, actor)
    else if (outcome.status === 'processing') await takePromise(trx, house, attempt, actor)
    else await giveUp(trx, attempt, outcome.status, actor)
    return (await lockAttempt(trx, attemptId)).state === 'succeeded'
  })
}

async function takeMoney(
  trx: Transaction<Database>,
  house: PaymentHouse,
  attempt: Attempt,
  paid: Pick<ProviderSession, 'amount' | 'currency'>,
  actor: Actor,
): Promise<void> {
  if (['succeeded', 'refund-due', 'refunded'].includes(attempt.state)) return
  const rightSum = paid.amount === attempt.amount && paid.currency === attempt.currency
  const isPromised = attempt.state === 'confirming'
  if (rightSum && (isPromised ? await confirmOrder(trx, attempt, actor) : await sell(trx, house, attempt, 'confirmed', actor))) {
    await moveAttempt(trx, attempt, 'succeed', actor)
    return
  }
  // Nothing was to be paid, and so there is nothing to give back.
  if (paid.amount === 0) return giveUp(trx, attempt, 'expired', actor)
  if (isPromised) await failOrder(trx, attempt, actor)
  await releaseReserved(trx, attempt.id)
  // Money that came for seats we can't give, or in the wrong sum, is never kept and never forgotten.
  await moveAttempt(trx, attempt, 'oweRefund', actor, { paid: paid.amount, currency: paid.currency, rightSum })
  await oweRefund(trx, { id: attempt.id, attempt: attempt.id, amount: paid.amount, reason: rightSum ? 'seats-gone' : 'wrong-sum' }, actor)
  const basket = await lockBasket(trx, attempt.basket_id)
  if (basket.state === 'paying') await reopen(trx, attempt, basket, 'timed-out', actor)
}

/** A direct debit: the order is placed and its seats are taken, and it is confirmed when the bank has paid, days later. */
async function takePromise(trx: Transaction<Database>, house: PaymentHouse, attempt: Attempt, actor: Actor): Promise<void> {
  if (attempt.state !== 'created' && attempt.state !== 'redirected') return
  if (!(await sell(trx, house, attempt, 'confirming', actor))) return
  await moveAttempt(trx, attempt, 'promise', actor)
  await trx
    .updateTable('payment_attempt')
    .set({ ask_at: sql<Date>`now() + make_interval(mins => ${askAgainAfter})` })
    .where('id', '=', attempt.id)
    .execute()
}

/**
 * Tries to sell inside a savepoint: a seat lost to somebody else, or a balance spent elsewhere, takes back what was sold
 * already, and no more.
 */
async function sell(
  trx: Transaction<Database>,
  house: PaymentHouse,
  attempt: Attempt,
  state: 'confirming' | 'confirmed',
  actor: Actor,
): Promise<boolean> {
  const basket = await lockBasket(trx, attempt.basket_id)
  if (basket.state === 'completed') return false
  await sql`savepoint sale`.execute(trx)
  // A success may come after the basket had been given up; if the seats can still be had, it counts.
  const ready: BasketRow = basket.state === 'paying' ? basket : { ...basket, state: 'paying' }
  await closeOthers(trx, attempt, actor)
  const isCovered = await reserve(trx, attempt.id, attempt.quote.spends ?? [])
  if (isCovered && (await placeOrder(trx, house.catalogue, ready, attempt, state, actor))) return true
  await sql`rollback to savepoint sale`.execute(trx)
  return false
}

/** A second attempt of the same basket that is still open: should it be paid too, that money goes back. */
async function closeOthers(trx: Transaction<Database>, attempt: Attempt, actor: Actor): Promise<void> {
  const others = await trx
    .selectFrom('payment_attempt')
    .selectAll()
    .where('basket_id', '=', attempt.basket_id)
    .where('id', '<>', attempt.id)
    .where('state', 'in', ['created', 'redirected'])
    .forUpdate()
    .execute()
  for (const other of others) {
    await moveAttempt(trx, other, 'cancel', actor, { paidBy: attempt.id })
    await releaseReserved(trx, other.id)
    await publish(trx, 'payment.close', other.id, { attempt: other.id })
  }
}

const endings = { declined: 'decline', failed: 'decline', cancelled: 'cancel', expired: 'timeOut' } as const
const lastPayments = { declined: 'declined', failed: 'declined', cancelled: 'cancelled', expired: 'timed-out' } as const

async function giveUp(trx: Transaction<Database>, attempt: Attempt, status: keyof typeof endings, actor: Actor): Promise<void> {
  const isPromised = attempt.state === 'confirming'
  if (isPromised && status !== 'failed') return
  const verb = attempt.state === 'created' && endings[status] === 'decline' ? 'cancel' : endings[status]
  if (!(await moveAttempt(trx, attempt, verb, actor))) return
  await releaseReserved(trx, attempt.id)
  if (isPromised) return failOrder(trx, attempt, actor)
  const basket = await lockBasket(trx, attempt.basket_id)
  if (basket.state === 'paying') await reopen(trx, attempt, basket, lastPayments[status], actor)
}

/** The payer has the basket back as it was: until its own deadline, and two minutes at least. Past it, it has expired. */
async function reopen(
  trx: Transaction<Database>,
  attempt: Attempt,
  basket: BasketRow,
  last: BasketRow['last_payment'],
  actor: Actor,
): Promise<void> {
  const clock = await trx
    .selectFrom('basket')
    .select(sql<boolean>`deadline <= now()`.as('over'))
    .select(sql<Date>`greatest(deadline, now() + make_interval(secs => ${atLeast}))`.as('until'))
    .where('id', '=', basket.id)
    .executeTakeFirstOrThrow()
  for (const set of seatSets(await ticketsOf(trx, basket.id))) await holdAgain(trx, basket.id, set, clock.until)
  await moveBasket(trx, basket, 'reopen', actor, { payment: attempt.id, last })
  await trx
    .updateTable('basket')
    .set({ last_payment: last, deadline: clock.over ? basket.deadline : clock.until })
    .where('id', '=', basket.id)
    .execute()
  if (clock.over) await expireBasket(trx, { ...basket, state: 'open' }, actor)
}
