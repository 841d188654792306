import type { Kysely } from 'kysely'
import { type Database, transact } from '#db'
import type { PaymentStatus } from '@playhouse/api-client/contract'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { Actor } from '#modules/basket'
import { keepCard } from '#modules/card'
import { type Attempt, findAttempt, isOpen, isPaid, type PaymentHouse } from './attempt.ts'
import { mostOnPage, noteDecline } from './declines.ts'
import { type ProviderCallback, ProviderRefused, type ProviderSession, ProviderUnreachable, type SessionCallback } from './provider.ts'
import { hearOfRefund } from './refund-failed.ts'
import { giveUpUnsent, settlePayment } from './settle-payment.ts'

/** Lets a session's end take effect, as the provider tells it. */
export async function settleSession(house: PaymentHouse, attempt: string, session: ProviderSession, actor: Actor): Promise<void> {
  const { status, amount, currency } = session
  if (status === 'succeeded') {
    const isNews = !isPaid((await findAttempt(house.db, attempt))!)
    await settlePayment(house, attempt, { status, amount, currency }, actor)
    // A card that was removed since doesn't come back with later news of the same payment.
    if (isNews) await keepPaidCard(house, attempt, session)
  } else if (status !== 'open') await settlePayment(house, attempt, { status }, actor)
}

/** The card that was paid with, where the payer wished it kept. */
async function keepPaidCard({ db, provider }: PaymentHouse, attempt: string, { keptCard }: ProviderSession): Promise<void> {
  if (!keptCard) return
  const { customer_id } = (await findAttempt(db, attempt))!
  await transact(db, (trx) => keepCard(trx, customer_id, provider.name, keptCard), { idempotent: true })
}

/**
 * Closes the provider's page first, so that nobody can pay for seats that are about to go; a payment that was quicker
 * counts, and so does a page that is opened in this very moment.
 */
export async function closeSession(
  house: PaymentHouse,
  attempt: Attempt,
  as: 'cancelled' | 'declined' | 'expired',
  actor: Actor,
): Promise<void> {
  if (!attempt.session_id) {
    const now = await giveUpUnsent(house, attempt.id, actor, as)
    return isOpen(now) && now.session_id ? closeSession(house, now, as, actor) : undefined
  }
  const session = await house.provider.expireSession(attempt.session_id)
  const isTaken = session.status === 'succeeded' || session.status === 'processing'
  if (isTaken) await settleSession(house, attempt.id, session, actor)
  else await settlePayment(house, attempt.id, { status: as }, actor)
}

/**
 * Where a customer's payment stands. In doubt it asks the provider, so that a lost callback costs nobody an order. The
 * return page calls this: a payer who comes back declined gets the basket back, and the page they left is closed.
 * @param how.isAsking false for what is known here alone
 */
export async function checkPayment(
  house: PaymentHouse,
  customer: string,
  id: string,
  actor: Actor,
  { isAsking = true }: { readonly isAsking?: boolean } = {},
): Promise<Result<PaymentStatus, Problem<'payment-unknown'>>> {
  const attempt = await findAttempt(house.db, id)
  if (!attempt || attempt.customer_id !== customer) return fail(problem('payment-unknown'))
  if (isAsking && (isOpen(attempt) || attempt.state === 'confirming') && attempt.session_id)
    try {
      const session = await house.provider.readSession(attempt.session_id)
      if (session.status === 'declined') await closeSession(house, attempt, 'declined', actor)
      else await settleSession(house, id, session, actor)
    } catch (error) {
      // It stands where it stood: whoever comes back from paying is not told of our trouble with the provider.
      if (!(error instanceof ProviderUnreachable || error instanceof ProviderRefused)) throw error
    }
  return ok(await readStatus(house.db, id))
}

/** "Back to my basket": the customer gives the open payment up. */
export async function cancelPayment(
  house: PaymentHouse,
  customer: string,
  id: string,
  actor: Actor,
): Promise<Result<PaymentStatus, Problem<'payment-unknown' | 'payment-unreachable'>>> {
  const attempt = await findAttempt(house.db, id)
  if (!attempt || attempt.customer_id !== customer) return fail(problem('payment-unknown'))
  try {
    if (isOpen(attempt)) await closeSession(house, attempt, await howItWasLeft(house, attempt), actor)
  } catch (error) {
    if (error instanceof ProviderUnreachable) return fail(problem('payment-unreachable'))
    throw error
  }
  return ok(await readStatus(house.db, id))
}

/** Whoever turns back after a card was declined has not just changed their mind. */
async function howItWasLeft({ provider }: PaymentHouse, { session_id }: Attempt): Promise<'cancelled' | 'declined'> {
  return session_id && (await provider.readSession(session_id)).status === 'declined' ? 'declined' : 'cancelled'
}

/** @returns false for an attempt or refund that isn't ours: nothing changes, and the provider needn't send it again. */
export async function takeCallback(house: PaymentHouse, callback: ProviderCallback, actor: Actor): Promise<boolean> {
  if ('sessionId' in callback) return takeSessionCallback(house, callback, actor)
  const attempt = await hearOfRefund(house, callback, actor)
  await noteEvent(house, callback, attempt ?? null)
  return attempt !== undefined
}

async function takeSessionCallback(house: PaymentHouse, callback: SessionCallback, actor: Actor): Promise<boolean> {
  const attempt = await findAttempt(house.db, callback.attemptId)
  const ours = attempt !== undefined && (attempt.session_id === null || attempt.session_id === callback.sessionId)
  if (ours) {
    // What the notice says may be old by now; what the provider says is true now.
    const session = await house.provider.readSession(callback.sessionId)
    if (session.attemptId === attempt.id) {
      if (attempt.session_id === null)
        await house.db
          .updateTable('payment_attempt')
          .set({ session_id: session.sessionId })
          .where('id', '=', attempt.id)
          .where('session_id', 'is', null)
          .execute()
      if (session.status !== 'declined') await settleSession(house, attempt.id, session, actor)
    }
  }
  const declines = await noteEvent(house, callback, ours ? attempt.id : null)
  if (ours && declines >= mostOnPage && isOpen(attempt)) await closeSession(house, attempt, 'declined', actor)
  return ours
}

/** Keeps a notice, once however often it comes. @returns how many cards of the attempt have been declined, where it tells of one. */
async function noteEvent({ db, provider }: PaymentHouse, { eventId, type }: ProviderCallback, attempt: string | null): Promise<number> {
  return transact(db, async (trx) => {
    const fresh = await trx
      .insertInto('payment_event')
      .values({ provider: provider.name, event_id: eventId, type, attempt_id: attempt })
      .onConflict((conflict) => conflict.doNothing())
      .returning('event_id')
      .executeTakeFirst()
    return fresh && attempt !== null && type === 'session.declined' ? noteDecline(trx, attempt) : 0
  })
}

async function readStatus(db: Kysely<Database>, id: string): Promise<PaymentStatus> {
  const row = await db
    .selectFrom('payment_attempt')
    .leftJoin('customer_order', 'customer_order.attempt_id', 'payment_attempt.id')
    .select(['payment_attempt.state', 'customer_order.number', 'customer_order.state as orderState'])
    .where('payment_attempt.id', '=', id)
    .executeTakeFirstOrThrow()
  return { payment: id, state: row.state, order: row.number === null ? null : { number: row.number, state: row.orderState as 'confirmed' } }
}
