import { sql, type Transaction } from 'kysely'
import { type Database, publish, transact } from '#db'
import { itemKinds } from '@playhouse/domain/item-kind'
import { type Actor, type BasketRow, exceedsTicketLimits, lockBasket, seatsByPerformance, ticketsOf } from '#modules/basket'
import { isAnyCancelled } from '#modules/catalogue'
import { lockAccounts, releaseReserved, reserve } from '#modules/ledger'
import { confirmOrder, failOrder, placeOrder } from '#modules/order'
import { releasePromo } from '#modules/promo'
import { releaseUnsold } from '#modules/seating'
import { staffActor } from '#modules/staff'
import { type Attempt, findAttempt, isOpen, isPaid, lockAttempt, moveAttempt, type PaymentDeps } from './attempt.ts'
import { recordDecline } from './declines.ts'
import { settleExchange } from './exchange.ts'
import type { ProviderSession, SessionStatus } from './provider.ts'
import { oweRefund } from './refund.ts'
import { reopenBasket } from './reopen-basket.ts'

/** The outcome of a session. An end without money has no amount. */
export type Outcome =
  | (Pick<ProviderSession, 'amount' | 'currency'> & { readonly status: 'succeeded' })
  | { readonly status: Exclude<SessionStatus, 'succeeded' | 'open'> }

/** Minutes until a pending direct debit is polled. */
const pollMinutes = 10

/**
 * Settles a payment: the only place where its outcome takes effect, for callbacks, the return page and the reconciler.
 * Idempotent, in any order and from any process: the attempt's row is locked.
 * @param outcome as read from the provider; amounts in minor units
 * @returns whether the attempt has bought its order
 */
export async function settlePayment(deps: PaymentDeps, attemptId: string, outcome: Outcome, actor: Actor): Promise<boolean> {
  return transact(deps.db, async (trx) => {
    const attempt = await lockWithBasket(trx, attemptId)
    if (outcome.status === 'succeeded') await Promise.all([lockBuyer(trx, attempt), applySuccess(trx, deps, attempt, outcome, actor)])
    else if (outcome.status === 'processing') await Promise.all([lockBuyer(trx, attempt), applyPromise(trx, deps, attempt, actor)])
    else await endUnpaid(trx, attempt, outcome.status, actor)
    return (await lockAttempt(trx, attemptId)).state === 'succeeded'
  })
}

/**
 * Ends an attempt without a payment page: the provider was unreachable, or the process crashed. An attempt that has a page by
 * now, because of a second tab for example, is left unchanged.
 * @returns the current attempt
 */
export async function endUnsentAttempt(
  { db }: Pick<PaymentDeps, 'db'>,
  attemptId: string,
  actor: Actor,
  status: keyof typeof verbByStatus = 'expired',
): Promise<Attempt> {
  return transact(db, async (trx) => {
    const attempt = await lockWithBasket(trx, attemptId)
    if (attempt.state === 'created' && attempt.session_id === null) await endUnpaid(trx, attempt, status, actor)
    return lockAttempt(trx, attemptId)
  })
}

/**
 * Locks the basket, then the orders, then the attempt (docs/architecture.md, order of locks). The orders are the one that the
 * basket became, the one that it adds to, and the one whose tickets are exchanged. An attempt's basket never changes.
 */
async function lockWithBasket(trx: Transaction<Database>, attemptId: string): Promise<Attempt> {
  const attempt = await findAttempt(trx, attemptId)
  if (!attempt) return lockAttempt(trx, attemptId)
  const lockOrders = sql`
    select 1 from customer_order where basket_id = ${attempt.basket_id} or id = ${attempt.quote.exchange?.order ?? null}::uuid
      or id = ${attempt.quote.addsTo ?? null}::uuid
    order by id for update`
  const [, , lockedAttempt] = await Promise.all([lockBasket(trx, attempt.basket_id), lockOrders.execute(trx), lockAttempt(trx, attemptId)])
  return lockedAttempt
}

/** Locks the customer before any ledger account, in the same order as a payment start, where a membership starts or limits are checked again. */
async function lockBuyer(trx: Transaction<Database>, attempt: Attempt): Promise<void> {
  const isMember = attempt.quote.items?.some(({ kind }) => itemKinds[kind].needs === 'account') ?? false
  if (isPaid(attempt) || !(isMember || !isOpen(attempt))) return
  await trx.selectFrom('customer').select('id').where('id', '=', attempt.customer_id).forNoKeyUpdate().execute()
}

async function applySuccess(
  trx: Transaction<Database>,
  deps: PaymentDeps,
  attempt: Attempt,
  session: Pick<ProviderSession, 'amount' | 'currency'>,
  actor: Actor,
): Promise<void> {
  if (isPaid(attempt)) return
  const rightSum = session.amount === attempt.amount && session.currency === attempt.currency
  const isPromised = attempt.state === 'confirming'
  if (rightSum && (isPromised ? await confirmOrder(trx, attempt, actor) : await sellQuote(trx, deps, attempt, 'confirmed', actor))) {
    await moveAttempt(trx, attempt, 'succeed', actor)
    return
  }
  // Nothing was paid, so nothing is refunded.
  if (session.amount === 0) return endUnpaid(trx, attempt, 'expired', actor)
  if (isPromised) await failOrder(trx, attempt, actor)
  await releaseReserved(trx, attempt.id)
  // Money for seats that are gone, or in the wrong amount, is refunded.
  await moveAttempt(trx, attempt, 'oweRefund', actor, { paid: session.amount, currency: session.currency, rightSum })
  await oweRefund(
    trx,
    deps,
    { id: attempt.id, attempt: attempt.id, amount: session.amount, reason: rightSum ? 'seats-gone' : 'wrong-sum' },
    actor,
  )
  const basket = await lockBasket(trx, attempt.basket_id)
  // A late payment does not end the attempt that the basket is being paid with now.
  if (basket.state === 'paying' && isOpen(attempt)) await reopenBasket(trx, basket, { payment: attempt.id, last: 'timed-out' }, actor)
}

/** Applies the promise of a direct debit: the order is placed in state `confirming`, and confirmed when the bank pays days later. */
async function applyPromise(trx: Transaction<Database>, deps: PaymentDeps, attempt: Attempt, actor: Actor): Promise<void> {
  if (isOpen(attempt)) {
    // If the sale fails, the basket is reopened. The bank may still pay, so the attempt is polled.
    if (await sellQuote(trx, deps, attempt, 'confirming', actor)) await moveAttempt(trx, attempt, 'promise', actor)
    else await endUnpaid(trx, attempt, 'expired', actor)
  } else if (isPaid(attempt)) return
  // An ended attempt holds no seats, but the bank may still pay for it.
  await trx
    .updateTable('payment_attempt')
    .set({ ask_at: sql<Date>`now() + make_interval(mins => ${pollMinutes})` })
    .where('id', '=', attempt.id)
    .execute()
}

/**
 * Sells the quote inside a savepoint, which is rolled back where a seat was lost or a balance is insufficient.
 * @returns whether the order was placed
 */
async function sellQuote(
  trx: Transaction<Database>,
  deps: PaymentDeps,
  attempt: Attempt,
  state: 'confirming' | 'confirmed',
  teller: Actor,
): Promise<boolean> {
  const [basket, isCancelled, , otherAttempts] = await Promise.all([
    lockBasket(trx, attempt.basket_id),
    isAnyPerformanceCancelled(trx, attempt),
    sql`savepoint sale`.execute(trx),
    lockOtherAttempts(trx, attempt),
  ])
  if (basket.state === 'completed' || isCancelled) return false
  const actor = await sellerOf(trx, basket, attempt, teller)
  await cancelAttempts(trx, otherAttempts, attempt, actor)
  const isSold = isOpen(attempt)
    ? (await reserveStoredValue(trx, attempt)) && (await placeOrder(trx, deps.catalogue, basket, attempt, state, actor))
    : await sellLate(trx, deps, attempt, basket, state, actor)
  const isDone = isSold && (await settleExchange(trx, deps, attempt, actor))
  if (!isDone) await sql`rollback to savepoint sale`.execute(trx)
  return isDone
}

/** A counter sale is audited as the clerk's, whichever process settles it. A payment by a link of the counter is not: the customer made it. */
async function sellerOf(trx: Transaction<Database>, { staff_id }: BasketRow, { id }: Attempt, teller: Actor): Promise<Actor> {
  if (staff_id === null) return teller
  const taken = await trx.selectFrom('counter_payment').select('attempt_id').where('attempt_id', '=', id).executeTakeFirst()
  return taken ? { ...teller, name: staffActor({ id: staff_id }) } : teller
}

/** Whether a performance of the quote is cancelled: no seat and no item of it is sold. Locks the performances until the sale commits. */
const isAnyPerformanceCancelled = (trx: Transaction<Database>, { quote }: Attempt): Promise<boolean> =>
  isAnyCancelled(
    trx,
    [...quote.tickets, ...(quote.items ?? [])].flatMap(({ performance }) => performance ?? []),
    true,
  )

/** Reserves what pays for the quote. The vouchers that it adds money to are locked with it, in one order. */
async function reserveStoredValue(trx: Transaction<Database>, { id, quote }: Attempt): Promise<boolean> {
  const toppedUp = (quote.items ?? []).flatMap(({ detail }) => (detail && 'voucher' in detail ? [detail.voucher] : []))
  const { spends = [] } = quote
  if (toppedUp.length > 0) await lockAccounts(trx, [...toppedUp, ...spends.map(({ account }) => account)])
  return reserve(trx, id, spends)
}

/**
 * Sells the quote of an attempt that had ended before its payment arrived, if the seats are still available. The basket may
 * have changed, have another customer, or be in another payment by now: the frozen quote is sold, and the other seats of the
 * basket are released.
 */
async function sellLate(
  trx: Transaction<Database>,
  deps: PaymentDeps,
  attempt: Attempt,
  basket: BasketRow,
  state: 'confirming' | 'confirmed',
  actor: Actor,
): Promise<boolean> {
  const { customer_id } = attempt
  const paidFor = attempt.quote.tickets.map(({ performance, priceType }) => ({ performance_id: performance, price_type: priceType }))
  if (await exceedsTicketLimits(trx, deps, { ...basket, customer_id }, paidFor)) return false
  await trx.updateTable('basket').set({ customer_id }).where('id', '=', basket.id).execute()
  await releasePromo(trx, basket.id, actor)
  const ready: BasketRow = { ...basket, customer_id, state: 'paying' }
  if (!(await reserveStoredValue(trx, attempt)) || !(await placeOrder(trx, deps.catalogue, ready, attempt, state, actor))) return false
  for (const seatSet of seatsByPerformance(await ticketsOf(trx, basket.id))) await releaseUnsold(trx, basket.id, seatSet)
  return true
}

/** Locks the other open attempts of the basket. */
const lockOtherAttempts = (trx: Transaction<Database>, attempt: Attempt): Promise<Attempt[]> =>
  trx
    .selectFrom('payment_attempt')
    .selectAll()
    .where('basket_id', '=', attempt.basket_id)
    .where('id', '<>', attempt.id)
    .where('state', 'in', ['created', 'redirected'])
    .forUpdate()
    .execute()

/** Cancels the other attempts of a basket that is paid. If one of them is paid too, its money is refunded. */
async function cancelAttempts(
  trx: Transaction<Database>,
  otherAttempts: readonly Attempt[],
  attempt: Attempt,
  actor: Actor,
): Promise<void> {
  for (const otherAttempt of otherAttempts) {
    await moveAttempt(trx, otherAttempt, 'cancel', actor, { paidBy: attempt.id })
    await releaseReserved(trx, otherAttempt.id)
    await publish(trx, 'payment.close', otherAttempt.id, { attempt: otherAttempt.id })
  }
}

const verbByStatus = { declined: 'decline', failed: 'decline', cancelled: 'cancel', expired: 'timeOut' } as const
const lastPaymentByStatus = { declined: 'declined', failed: 'declined', cancelled: 'cancelled', expired: 'timed-out' } as const

async function endUnpaid(trx: Transaction<Database>, attempt: Attempt, reported: keyof typeof verbByStatus, actor: Actor): Promise<void> {
  // The callback of a page that the shop closes may arrive before the reply to the shop.
  const status = reported === 'expired' ? (attempt.closing_as ?? reported) : reported
  const isPromised = attempt.state === 'confirming'
  if (isPromised && status !== 'failed') return
  if (!(await moveAttempt(trx, attempt, verbByStatus[status], actor))) return
  // Providers that report each declined card have had it counted.
  if (status === 'declined' && attempt.declines === 0) await recordDecline(trx, attempt.id)
  await releaseReserved(trx, attempt.id)
  if (isPromised) return failOrder(trx, attempt, actor)
  const basket = await lockBasket(trx, attempt.basket_id)
  if (basket.state === 'paying') await reopenBasket(trx, basket, { payment: attempt.id, last: lastPaymentByStatus[status] }, actor)
}
