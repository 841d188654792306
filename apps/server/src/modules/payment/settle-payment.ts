import { sql, type Transaction } from 'kysely'
import { type Database, publish, transact } from '#db'
import { type Actor, type BasketRow, exceedsTicketLimits, lockBasket, seatSets, ticketsOf } from '#modules/basket'
import { isAnyCancelled } from '#modules/catalogue'
import { releaseReserved, reserve } from '#modules/ledger'
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

/** What is known of a session. An ending that took no money needs no amount. */
export type Outcome =
  | (Pick<ProviderSession, 'amount' | 'currency'> & { readonly status: 'succeeded' })
  | { readonly status: Exclude<SessionStatus, 'succeeded' | 'open'> }

/** Minutes after which a debit that isn't certain is asked about again. */
const pollMinutes = 10

/**
 * The one place where a payment's end takes effect, for callback, return page and reconciler alike. Any number of times,
 * in any order, from any process: the attempt's row is locked, and what is done stays done.
 * @param outcome as read from the provider, or from a callback whose signature is right.
 * @returns whether the attempt has bought its order.
 */
export async function settlePayment(deps: PaymentDeps, attemptId: string, outcome: Outcome, actor: Actor): Promise<boolean> {
  return transact(deps.db, async (trx) => {
    const attempt = await lockWithBasket(trx, attemptId)
    if (outcome.status === 'succeeded' || outcome.status === 'processing') await lockBuyer(trx, attempt)
    if (outcome.status === 'succeeded') await applySuccess(trx, deps, attempt, outcome, actor)
    else if (outcome.status === 'processing') await applyPromise(trx, deps, attempt, actor)
    else await endUnpaid(trx, attempt, outcome.status, actor)
    return (await lockAttempt(trx, attemptId)).state === 'succeeded'
  })
}

/**
 * Gives up an attempt whose page nobody was sent to: the provider was away, or we crashed on the way. Where somebody else
 * reached the provider with it meanwhile, a second tab say, it stays as it is.
 * @returns the attempt as it is now.
 */
export async function endUnsentAttempt(
  { db }: Pick<PaymentDeps, 'db'>,
  attemptId: string,
  actor: Actor,
  as: keyof typeof verbByStatus = 'expired',
): Promise<Attempt> {
  return transact(db, async (trx) => {
    const attempt = await lockWithBasket(trx, attemptId)
    if (attempt.state === 'created' && attempt.session_id === null) await endUnpaid(trx, attempt, as, actor)
    return lockAttempt(trx, attemptId)
  })
}

/**
 * Locks the basket, then the orders, then the attempt (docs/architecture.md, order of locks). The orders are the one that the
 * basket became and the one whose tickets are exchanged. An attempt's basket never changes.
 */
async function lockWithBasket(trx: Transaction<Database>, attemptId: string): Promise<Attempt> {
  const found = await findAttempt(trx, attemptId)
  if (found) {
    await lockBasket(trx, found.basket_id)
    await sql`
      select 1 from customer_order where basket_id = ${found.basket_id} or id = ${found.quote.exchange?.order ?? null}::uuid
      order by id for update`.execute(trx)
  }
  return lockAttempt(trx, attemptId)
}

/** Locks the customer before any account, where a membership begins or limits are counted anew: as a payment that starts does. */
async function lockBuyer(trx: Transaction<Database>, attempt: Attempt): Promise<void> {
  const isMember = attempt.quote.items?.some(({ detail }) => detail && 'membership' in detail) ?? false
  if (isPaid(attempt) || !(isMember || !isOpen(attempt))) return
  await trx.selectFrom('customer').select('id').where('id', '=', attempt.customer_id).forNoKeyUpdate().execute()
}

async function applySuccess(
  trx: Transaction<Database>,
  deps: PaymentDeps,
  attempt: Attempt,
  paid: Pick<ProviderSession, 'amount' | 'currency'>,
  actor: Actor,
): Promise<void> {
  if (isPaid(attempt)) return
  const rightSum = paid.amount === attempt.amount && paid.currency === attempt.currency
  const isPromised = attempt.state === 'confirming'
  if (rightSum && (isPromised ? await confirmOrder(trx, attempt, actor) : await sellQuote(trx, deps, attempt, 'confirmed', actor))) {
    await moveAttempt(trx, attempt, 'succeed', actor)
    return
  }
  // Nothing was to be paid, and so there is nothing to give back.
  if (paid.amount === 0) return endUnpaid(trx, attempt, 'expired', actor)
  if (isPromised) await failOrder(trx, attempt, actor)
  await releaseReserved(trx, attempt.id)
  // Money that came for seats we can't give, or in the wrong sum, is never kept and never forgotten.
  await moveAttempt(trx, attempt, 'oweRefund', actor, { paid: paid.amount, currency: paid.currency, rightSum })
  await oweRefund(trx, { id: attempt.id, attempt: attempt.id, amount: paid.amount, reason: rightSum ? 'seats-gone' : 'wrong-sum' }, actor)
  const basket = await lockBasket(trx, attempt.basket_id)
  // Money that came late says nothing about the attempt that the basket is being paid with by now.
  if (basket.state === 'paying' && isOpen(attempt)) await reopenBasket(trx, basket, { payment: attempt.id, last: 'timed-out' }, actor)
}

/** A direct debit: the order is placed and its seats are taken, and it is confirmed when the bank has paid, days later. */
async function applyPromise(trx: Transaction<Database>, deps: PaymentDeps, attempt: Attempt, actor: Actor): Promise<void> {
  if (isOpen(attempt)) {
    // Where nothing can be sold the payer has the basket back; the bank may pay all the same, and is asked about it.
    if (await sellQuote(trx, deps, attempt, 'confirming', actor)) await moveAttempt(trx, attempt, 'promise', actor)
    else await endUnpaid(trx, attempt, 'expired', actor)
  } else if (isPaid(attempt)) return
  // One that was given up keeps no seats; what the bank pays for it all the same must not be overlooked.
  await trx
    .updateTable('payment_attempt')
    .set({ ask_at: sql<Date>`now() + make_interval(mins => ${pollMinutes})` })
    .where('id', '=', attempt.id)
    .execute()
}

/**
 * Tries to sell inside a savepoint: a seat lost to somebody else, or a balance spent elsewhere, takes back what was sold
 * already, and no more.
 */
async function sellQuote(
  trx: Transaction<Database>,
  deps: PaymentDeps,
  attempt: Attempt,
  state: 'confirming' | 'confirmed',
  teller: Actor,
): Promise<boolean> {
  const basket = await lockBasket(trx, attempt.basket_id)
  if (basket.state === 'completed' || (await isAnyPerformanceCancelled(trx, attempt))) return false
  // What is sold at the counter is sold by who stands there, whoever brings the news of the card.
  const actor = basket.staff_id === null ? teller : { ...teller, name: staffActor({ id: basket.staff_id }) }
  await sql`savepoint sale`.execute(trx)
  await cancelOtherAttempts(trx, attempt, actor)
  const isSold = isOpen(attempt)
    ? (await reserveStoredValue(trx, attempt)) && (await placeOrder(trx, deps.catalogue, basket, attempt, state, actor))
    : await sellLate(trx, deps, attempt, basket, state, actor)
  const isDone = isSold && (await settleExchange(trx, deps, attempt, actor))
  if (!isDone) await sql`rollback to savepoint sale`.execute(trx)
  return isDone
}

/** Whether a performance was cancelled while it was paid for: no seat of it is sold. None is cancelled while this sale goes on. */
const isAnyPerformanceCancelled = (trx: Transaction<Database>, { quote }: Attempt): Promise<boolean> =>
  isAnyCancelled(
    trx,
    quote.tickets.map(({ performance }) => performance),
    true,
  )

const reserveStoredValue = (trx: Transaction<Database>, { id, quote }: Attempt): Promise<boolean> => reserve(trx, id, quote.spends ?? [])

/**
 * A success after the attempt had been given up: if the seats can still be had, it counts. The basket may be another by
 * now, somebody else's after signing in, changed, or on its way to be paid for anew: what was frozen is sold, and what the
 * basket holds besides is let go with it.
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
  for (const set of seatSets(await ticketsOf(trx, basket.id))) await releaseUnsold(trx, basket.id, set)
  return true
}

/** A second attempt of the same basket that is still open: should it be paid too, that money goes back. */
async function cancelOtherAttempts(trx: Transaction<Database>, attempt: Attempt, actor: Actor): Promise<void> {
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

const verbByStatus = { declined: 'decline', failed: 'decline', cancelled: 'cancel', expired: 'timeOut' } as const
const lastPaymentByStatus = { declined: 'declined', failed: 'declined', cancelled: 'cancelled', expired: 'timed-out' } as const

async function endUnpaid(trx: Transaction<Database>, attempt: Attempt, status: keyof typeof verbByStatus, actor: Actor): Promise<void> {
  const isPromised = attempt.state === 'confirming'
  if (isPromised && status !== 'failed') return
  const verb = attempt.state === 'created' && verbByStatus[status] === 'decline' ? 'cancel' : verbByStatus[status]
  if (!(await moveAttempt(trx, attempt, verb, actor))) return
  // A provider that tells of each declined card has had it counted.
  if (status === 'declined' && attempt.declines === 0) await recordDecline(trx, attempt.id)
  await releaseReserved(trx, attempt.id)
  if (isPromised) return failOrder(trx, attempt, actor)
  const basket = await lockBasket(trx, attempt.basket_id)
  if (basket.state === 'paying') await reopenBasket(trx, basket, { payment: attempt.id, last: lastPaymentByStatus[status] }, actor)
}
