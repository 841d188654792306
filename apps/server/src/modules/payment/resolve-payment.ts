import type { Kysely, Transaction } from 'kysely'
import { type Database, transact } from '#db'
import type { PaymentStatus } from '@playhouse/api-client/contract'
import type { OrderState } from '@playhouse/domain/order'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { Actor } from '#modules/basket'
import { keepCard } from '#modules/card'
import { confirmPurchaseConsents } from '#modules/membership'
import { type Attempt, findAttempt, isOpen, isPaid, type PaymentDeps, providerOf } from './attempt.ts'
import { syncPayment } from './sync-payment.ts'
import { maxDeclinesPerSession, recordDecline } from './declines.ts'
import { applyMandateCallback } from './mandate.ts'
import {
  type MandateCallback,
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

/** Applies the end of a session, as read from the provider. Does nothing for an open one. */
export async function settleSession(deps: PaymentDeps, attempt: string, session: ProviderSession, actor: Actor): Promise<void> {
  const { status, amount, currency, declineCode } = session
  if (declineCode !== undefined)
    await deps.db.updateTable('off_session_charge').set({ decline_code: declineCode }).where('attempt_id', '=', attempt).execute()
  if (status === 'succeeded') {
    const isFirstReport = !isPaid((await findAttempt(deps.db, attempt))!)
    await settlePayment(deps, attempt, { status, amount, currency }, actor)
    // Only on the first report: a card that the customer has removed since must not be saved again.
    if (isFirstReport) await keepPaidCard(deps, attempt, session, actor)
  } else if (status !== 'open') await settlePayment(deps, attempt, { status }, actor)
}

/** Saves the card where the payer asked for it, or agreed to later charges of it: those consents are valid from then on. */
async function keepPaidCard({ db }: PaymentDeps, attempt: string, { keptCard }: ProviderSession, actor: Actor): Promise<void> {
  if (!keptCard) return
  const { customer_id, provider } = (await findAttempt(db, attempt))!
  const keep = async (trx: Transaction<Database>): Promise<void> => {
    await keepCard(trx, customer_id, provider, keptCard)
    await confirmPurchaseConsents(trx, attempt, actor)
  }
  await transact(db, keep, { idempotent: true })
}

/** Why the shop closes a page. */
type ClosingStatus = 'cancelled' | 'declined' | 'expired'

/**
 * Closes the provider's page before the attempt ends, so that no payer pays for seats that are released. A payment that arrived
 * first is settled. Also closes a page that a concurrent request opens.
 * @throws ProviderUnreachable where the page is still open afterwards; ProviderRefused
 */
export async function closeSession(deps: PaymentDeps, attempt: Attempt, status: ClosingStatus, actor: Actor): Promise<void> {
  if (!attempt.session_id) {
    const now = await endUnsentAttempt(deps, attempt.id, actor, status)
    return isOpen(now) && now.session_id ? closeSession(deps, now, status, actor) : undefined
  }
  const session = await expirePage(deps, attempt, attempt.session_id, status)
  switch (session.status) {
    case 'succeeded':
    case 'processing':
      return settleSession(deps, attempt.id, session, actor)
    case 'cancelled':
    case 'expired':
    case 'failed':
      return void (await settlePayment(deps, attempt.id, { status }, actor))
    case 'open':
    case 'declined':
      // The page still accepts money: the seats are kept, and the reconciler retries.
      await forgetClosing(deps, attempt.id, status)
      throw new ProviderUnreachable(`session ${attempt.session_id} is ${session.status} after it was closed`)
  }
}

/**
 * Closes the page, and records before why a visitor closes it: the provider's callback of an expiry may arrive before its reply. The reason
 * stays after a lost reply, because the page may be closed.
 */
async function expirePage(deps: PaymentDeps, attempt: Attempt, session: string, status: ClosingStatus): Promise<ProviderSession> {
  if (status !== 'expired') await openAttempt(deps, attempt.id).set({ closing_as: status }).execute()
  try {
    return await providerOf(deps, attempt).expireSession(session)
  } catch (error) {
    if (error instanceof ProviderRefused) await forgetClosing(deps, attempt.id, status)
    throw error
  }
}

/** Removes the reason of a close that had no effect, unless another one has replaced it. */
const forgetClosing = (deps: PaymentDeps, attempt: string, status: ClosingStatus): Promise<unknown> =>
  openAttempt(deps, attempt)
    .set({ closing_as: null })
    .where('closing_as', '=', status as 'cancelled' | 'declined')
    .execute()

const openAttempt = ({ db }: PaymentDeps, attempt: string) =>
  db.updateTable('payment_attempt').where('id', '=', attempt).where('state', 'in', ['created', 'redirected'])

/**
 * Reads the status of a customer's payment. An unresolved payment is read from the provider, so that a lost callback does not
 * lose an order. The return page calls this: after a declined card the page is closed and the basket reopened.
 * @param options.isAsking false to read the stored status only
 * @param options.isStartedHere whether the visitor's session started the payment, possibly as a guest before signing in
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
      // The stored status is returned: a failed read is not the payer's problem.
      if (!(error instanceof ProviderUnreachable || error instanceof ProviderRefused)) throw error
    }
  return ok(await readStatus(deps.db, id))
}

/** Cancels the customer's open payment ("Back to my basket"). @returns `payment-unreachable` where its page could not be closed */
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
    // Refused where its provider is not configured: the page cannot be closed.
    if (error instanceof ProviderUnreachable || error instanceof ProviderRefused) return fail(problem('payment-unreachable'))
    throw error
  }
  return ok(await readStatus(deps.db, id))
}

/** A customer who returns after a declined card did not merely cancel. */
async function readCancelReason(deps: PaymentDeps, attempt: Attempt): Promise<'cancelled' | 'declined'> {
  if (!attempt.session_id) return 'cancelled'
  return (await providerOf(deps, attempt).readSession(attempt.session_id)).status === 'declined' ? 'declined' : 'cancelled'
}

/** The owner of an event: a payment of this shop, another shop on the same account, or a payment to this shop without an attempt. */
export type EventOwner = 'ours' | 'foreign' | 'unmatched'

/** Applies a verified callback. A payment to this shop without an attempt is recorded; events of other shops change nothing. */
export async function applyCallback(
  deps: PaymentDeps,
  callback: ProviderCallback,
  actor: Actor,
  source: PaymentProvider = deps.provider,
): Promise<EventOwner> {
  if ('mandate' in callback) return (await applyMandateCallback(deps, source, callback.mandate, actor)) ? 'ours' : 'foreign'
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
  // The event may be outdated: the session is read from the provider.
  const isOurs =
    attempt !== undefined && isSessionOf(attempt, source, callback.sessionId) && (await syncSession(deps, source, attempt, callback, actor))
  const declines = await recordEvent(deps, source, callback, isOurs ? attempt.id : null)
  if (isOurs && declines >= maxDeclinesPerSession && isOpen(attempt)) await closeSession(deps, attempt, 'declined', actor)
  if (isOurs) return 'ours'
  const isMoney = callback.type === 'session.succeeded' && (attempt !== undefined || callback.shop === deps.origin)
  if (!isMoney) return 'foreign'
  // The session belongs to a known attempt, although the event names an unknown one: that attempt's events or the reconciler settle it.
  if (attempt === undefined && (await belongsToAttempt(deps.db, { provider: source.name, session: callback.sessionId }))) return 'foreign'
  await recordUnmatched(deps, source, callback, attempt !== undefined, actor)
  return 'unmatched'
}

/** Whether an attempt was made with this provider and may be paid on this session. */
export const isSessionOf = (attempt: Attempt, source: PaymentProvider, session: string): boolean =>
  attempt.provider === source.name && (attempt.session_id === null || attempt.session_id === session)

/**
 * Reads a session from the provider, stores it with the attempt where that has none yet, and applies its state.
 * @returns false where the provider does not know the session, or it belongs to another attempt
 * @throws ProviderRefused while the provider rejects the credentials: the session may belong to the attempt all the same
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

/** Stores an event once. @returns the number of declined cards of the attempt after a new `session.declined`, else 0 */
async function recordEvent(
  { db }: PaymentDeps,
  { name }: PaymentProvider,
  callback: Exclude<ProviderCallback, MandateCallback>,
  attempt: string | null,
): Promise<number> {
  const { eventId, type, amount, currency } = callback
  const { sessionId = null, shop = null, deployment = null } = 'sessionId' in callback ? callback : {}
  return transact(db, async (trx) => {
    const inserted = await trx
      .insertInto('payment_event')
      .values({ provider: name, event_id: eventId, type, attempt_id: attempt, session_id: sessionId, amount, currency, shop, deployment })
      .onConflict((conflict) => conflict.doNothing())
      .returning('event_id')
      .executeTakeFirst()
    return inserted && attempt !== null && type === 'session.declined' ? recordDecline(trx, attempt) : 0
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

/** The order state that the payer sees: an order on hold, or returned since, was bought. */
const shownState = (state: OrderState) => (state === 'on-hold' || state === 'returned' ? 'confirmed' : state)
