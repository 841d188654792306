import type { Kysely } from 'kysely'
import { type Database, transact } from '#db'
import type { PaymentStatus } from '@playhouse/api-client/contract'
import type { OrderState } from '@playhouse/domain/order'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { Actor } from '#modules/basket'
import { keepCard } from '#modules/card'
import { type Attempt, findAttempt, isOpen, isPaid, type PaymentDeps, providerOf } from './attempt.ts'
import { syncPayment } from './sync-payment.ts'
import { maxDeclinesPerSession, recordDecline } from './declines.ts'
import {
  passNotFound,
  type PaymentProvider,
  type ProviderCallback,
  ProviderRefused,
  type ProviderSession,
  ProviderUnreachable,
  type SessionCallback,
} from './provider.ts'
import { applyRefundCallback } from './refund-failed.ts'
import { endUnsentAttempt, settlePayment } from './settle-payment.ts'
import { belongsToAttempt, recordUnmatched } from './unmatched-payment.ts'

/** Lets a session's end take effect, as the provider tells it. */
export async function settleSession(deps: PaymentDeps, attempt: string, session: ProviderSession, actor: Actor): Promise<void> {
  const { status, amount, currency } = session
  if (status === 'succeeded') {
    const isNews = !isPaid((await findAttempt(deps.db, attempt))!)
    await settlePayment(deps, attempt, { status, amount, currency }, actor)
    // A card that was removed since doesn't come back with later news of the same payment.
    if (isNews) await keepPaidCard(deps, attempt, session)
  } else if (status !== 'open') await settlePayment(deps, attempt, { status }, actor)
}

/** The card that was paid with, where the payer wished it kept. */
async function keepPaidCard({ db }: PaymentDeps, attempt: string, { keptCard }: ProviderSession): Promise<void> {
  if (!keptCard) return
  const { customer_id, provider } = (await findAttempt(db, attempt))!
  await transact(db, (trx) => keepCard(trx, customer_id, provider, keptCard), { idempotent: true })
}

/**
 * Closes the provider's page first, so that nobody can pay for seats that are about to go; a payment that was quicker
 * counts, and so does a page that is opened in this very moment.
 */
export async function closeSession(
  deps: PaymentDeps,
  attempt: Attempt,
  as: 'cancelled' | 'declined' | 'expired',
  actor: Actor,
): Promise<void> {
  if (!attempt.session_id) {
    const now = await endUnsentAttempt(deps, attempt.id, actor, as)
    return isOpen(now) && now.session_id ? closeSession(deps, now, as, actor) : undefined
  }
  const session = await providerOf(deps, attempt).expireSession(attempt.session_id)
  switch (session.status) {
    case 'succeeded':
    case 'processing':
      return settleSession(deps, attempt.id, session, actor)
    case 'cancelled':
    case 'expired':
    case 'failed':
      return void (await settlePayment(deps, attempt.id, { status: as }, actor))
    case 'open':
    case 'declined':
      // Its page takes money still: the seats stay, and the reconciler tries again.
      throw new ProviderUnreachable(`session ${attempt.session_id} is ${session.status} after it was closed`)
  }
}

/**
 * Where a customer's payment stands. In doubt it asks the provider, so that a lost callback costs nobody an order. The
 * return page calls this: a payer who comes back declined gets the basket back, and the page they left is closed.
 * @param how.isAsking false for what is known here alone
 * @param how.isStartedHere whether the visitor's session started it, be it as a guest before they signed in as this customer
 */
export async function checkPayment(
  deps: PaymentDeps,
  customer: string,
  id: string,
  actor: Actor,
  { isAsking = true, isStartedHere = false }: { readonly isAsking?: boolean; readonly isStartedHere?: boolean } = {},
): Promise<Result<PaymentStatus, Problem<'payment-unknown'>>> {
  const attempt = await findAttempt(deps.db, id)
  if (!attempt || (attempt.customer_id !== customer && !isStartedHere)) return fail(problem('payment-unknown'))
  if (isAsking && (isOpen(attempt) || attempt.state === 'confirming') && attempt.session_id)
    try {
      const session = await providerOf(deps, attempt).readSession(attempt.session_id)
      if (session.status === 'declined') await closeSession(deps, attempt, 'declined', actor)
      else await settleSession(deps, id, session, actor)
    } catch (error) {
      // It stands where it stood: whoever comes back from paying is not told of our trouble with the provider.
      if (!(error instanceof ProviderUnreachable || error instanceof ProviderRefused)) throw error
    }
  return ok(await readStatus(deps.db, id))
}

/** "Back to my basket": the customer gives the open payment up. */
export async function cancelPayment(
  deps: PaymentDeps,
  customer: string,
  id: string,
  actor: Actor,
): Promise<Result<PaymentStatus, Problem<'payment-unknown' | 'payment-unreachable'>>> {
  const attempt = await findAttempt(deps.db, id)
  if (!attempt || attempt.customer_id !== customer) return fail(problem('payment-unknown'))
  try {
    if (isOpen(attempt)) await closeSession(deps, attempt, await readCancelReason(deps, attempt), actor)
  } catch (error) {
    // Refused where its provider is not configured (any more): nobody can close its page from here.
    if (error instanceof ProviderUnreachable || error instanceof ProviderRefused) return fail(problem('payment-unreachable'))
    throw error
  }
  return ok(await readStatus(deps.db, id))
}

/** Whoever turns back after a card was declined has not just changed their mind. */
async function readCancelReason(deps: PaymentDeps, attempt: Attempt): Promise<'cancelled' | 'declined'> {
  if (!attempt.session_id) return 'cancelled'
  return (await providerOf(deps, attempt).readSession(attempt.session_id)).status === 'declined' ? 'declined' : 'cancelled'
}

/** Whose an event is: of a payment of ours, of another shop on the same account, or money of ours that no attempt explains. */
export type EventOwner = 'ours' | 'foreign' | 'unmatched'

/** Lets a signed event take effect. Nothing changes for one that isn't of a payment of ours; money that arrived is kept in view. */
export async function applyCallback(
  deps: PaymentDeps,
  callback: ProviderCallback,
  actor: Actor,
  source: PaymentProvider = deps.provider,
): Promise<EventOwner> {
  if ('sessionId' in callback) return applySessionCallback(deps, source, callback, actor)
  const attempt =
    'paymentId' in callback ? await syncPayment(deps, source, callback, actor) : await applyRefundCallback(deps, callback, actor)
  await recordEvent(deps, source, callback, attempt ?? null)
  return attempt === undefined ? 'foreign' : 'ours'
}

async function applySessionCallback(
  deps: PaymentDeps,
  source: PaymentProvider,
  callback: SessionCallback,
  actor: Actor,
): Promise<EventOwner> {
  const attempt = callback.attemptId === undefined ? undefined : await findAttempt(deps.db, callback.attemptId)
  // What the event says may be old by now; what the provider says is true now.
  const isOurs =
    attempt !== undefined && isSessionOf(attempt, source, callback.sessionId) && (await syncSession(deps, source, attempt, callback, actor))
  const declines = await recordEvent(deps, source, callback, isOurs ? attempt.id : null)
  if (isOurs && declines >= maxDeclinesPerSession && isOpen(attempt)) await closeSession(deps, attempt, 'declined', actor)
  if (isOurs) return 'ours'
  const isMoney = callback.type === 'session.succeeded' && (attempt !== undefined || callback.shop === deps.origin)
  if (!isMoney) return 'foreign'
  // A session of ours under the name of an unknown attempt: its own attempt settles it, by its own events or the reconciler.
  if (attempt === undefined && (await belongsToAttempt(deps.db, { provider: source.name, session: callback.sessionId }))) return 'foreign'
  await recordUnmatched(deps, source, callback, attempt !== undefined, actor)
  return 'unmatched'
}

/** Whether an attempt was made with this provider and may be paid on this session. */
export const isSessionOf = (attempt: Attempt, source: PaymentProvider, session: string): boolean =>
  attempt.provider === source.name && (attempt.session_id === null || attempt.session_id === session)

/**
 * Asks for a session that was heard of, notes it where the attempt has none yet, and lets what became of it take effect.
 * @returns false for one that the provider doesn't know, or that is another attempt's
 * @throws ProviderRefused while the provider rejects our credentials: the session may be the attempt's all the same
 */
export async function syncSession(
  deps: PaymentDeps,
  source: PaymentProvider,
  attempt: Attempt,
  { sessionId }: { readonly sessionId: string },
  actor: Actor,
): Promise<boolean> {
  const session = await source.readSession(sessionId).catch(passNotFound)
  if (session?.attemptId !== attempt.id) return false
  if (attempt.session_id === null)
    await deps.db
      .updateTable('payment_attempt')
      .set({ session_id: session.sessionId })
      .where('id', '=', attempt.id)
      .where('session_id', 'is', null)
      .execute()
  if (session.status !== 'declined') await settleSession(deps, attempt.id, session, actor)
  return true
}

/** Keeps an event, once however often it comes. @returns how many cards of the attempt have been declined, where it tells of one. */
async function recordEvent(
  { db }: PaymentDeps,
  { name }: PaymentProvider,
  callback: ProviderCallback,
  attempt: string | null,
): Promise<number> {
  const { eventId, type, amount, currency } = callback
  const { sessionId = null, shop = null, deployment = null } = 'sessionId' in callback ? callback : {}
  return transact(db, async (trx) => {
    const fresh = await trx
      .insertInto('payment_event')
      .values({ provider: name, event_id: eventId, type, attempt_id: attempt, session_id: sessionId, amount, currency, shop, deployment })
      .onConflict((conflict) => conflict.doNothing())
      .returning('event_id')
      .executeTakeFirst()
    return fresh && attempt !== null && type === 'session.declined' ? recordDecline(trx, attempt) : 0
  })
}

async function readStatus(db: Kysely<Database>, id: string): Promise<PaymentStatus> {
  const row = await db
    .selectFrom('payment_attempt')
    .leftJoin('customer_order', 'customer_order.attempt_id', 'payment_attempt.id')
    .select(['payment_attempt.state', 'customer_order.number', 'customer_order.state as orderState'])
    .where('payment_attempt.id', '=', id)
    .executeTakeFirstOrThrow()
  return { payment: id, state: row.state, order: row.number === null ? null : { number: row.number, state: shownState(row.orderState!) } }
}

/** To whoever comes back from paying an order on hold was bought, as one that was returned since. */
const shownState = (state: OrderState) => (state === 'on-hold' || state === 'returned' ? 'confirmed' : state)
