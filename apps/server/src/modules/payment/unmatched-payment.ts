import { type Kysely, sql } from 'kysely'
import { auditBy, audit, type Database, publish, transact } from '#db'
import type { Actor } from '#modules/basket'
import { money } from '@playhouse/domain/money'
import { findProvider, type PaymentDeps } from './attempt.ts'
import { foreignDatabaseMessage, readDeployment } from './deployment.ts'
import { type PaidSession, type PaymentProvider, ProviderRefused, ProviderUnreachable } from './provider.ts'

type SessionKey = { readonly provider: string; readonly session: string }

/**
 * Records a paid session without an attempt, once. It is refunded automatically only where its attempt exists in this
 * database and both the session and the deployment belong to this shop. An unknown attempt means that commits are missing, or
 * that this database is a copy: then an operator decides.
 * @param isAttemptKnown whether the attempt named by the session exists, with another session
 * @throws ProviderUnreachable where the session belongs to an attempt that cannot be settled now: the caller retries
 */
export async function recordUnmatched(
  { db, origin }: PaymentDeps,
  source: PaymentProvider,
  { sessionId, attemptId, amount, currency, shop, deployment }: PaidSession,
  isAttemptKnown: boolean,
  actor: Actor,
): Promise<void> {
  if (amount <= 0) return
  const place = await readDeployment(db, origin)
  const isSentBack = isAttemptKnown && shop === origin && deployment === place.id && !place.mayLackCommits
  await transact(db, async (trx) => {
    if (await belongsToAttempt(trx, { provider: source.name, session: sessionId }))
      throw new ProviderUnreachable(`session ${sessionId} of a payment attempt can't be read`)
    const insertedPayment = await trx
      .insertInto('unmatched_payment')
      .values({
        provider: source.name,
        session_id: sessionId,
        attempt_id: attemptId ?? null,
        amount,
        currency,
        deployment: deployment ?? null,
        reason: isAttemptKnown ? 'other-session' : 'unknown-attempt',
        state: isSentBack ? 'refund-due' : 'open',
        decided_at: isSentBack ? sql<Date>`now()` : null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('state')
      .executeTakeFirst()
    if (!insertedPayment) return
    const detail = { provider: source.name, attemptId, amount, currency, deployment }
    await auditBy(trx, actor, { subject: 'unmatched-payment', subjectId: sessionId, verb: 'find', to: insertedPayment.state, detail })
    await publish(trx, 'mail.box-office-notice', sessionId, { notice: 'unmatched', provider: source.name, session: sessionId })
    if (isSentBack) await publish(trx, 'payment.refund-unmatched', sessionId, { provider: source.name, session: sessionId })
  })
}

/** Whether a session belongs to an attempt: its money is settled and refunded with that attempt. */
export async function belongsToAttempt(db: Kysely<Database>, { provider, session }: SessionKey): Promise<boolean> {
  const attempt = await db
    .selectFrom('payment_attempt')
    .select('id')
    .where('session_id', '=', session)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return attempt !== undefined
}

/** Reads one unmatched payment for the notice to the box office; undefined where it was deleted. */
export const readUnmatched = (db: Kysely<Database>, { provider, session }: SessionKey) =>
  db
    .selectFrom('unmatched_payment')
    .select(['amount', 'currency', 'state'])
    .where('provider', '=', provider)
    .where('session_id', '=', session)
    .executeTakeFirst()

/** Lists paid sessions without an attempt that wait for an operator, oldest first. */
export const listUnmatched = (db: Kysely<Database>) =>
  db.selectFrom('unmatched_payment').selectAll().where('state', '=', 'open').orderBy('found_at').orderBy('session_id').execute()

/** Reads due refunds of orders and of unmatched payments; amounts in minor units. */
export async function readDueRefunds(db: Kysely<Database>): Promise<{ readonly amount: number; readonly currency: string }[]> {
  const { rows } = await sql<{ amount: number; currency: string }>`
    select f.amount::bigint as amount, a.currency from refund f join payment_attempt a on a.id = f.attempt_id where f.state = 'due'
    union all select amount, currency from unmatched_payment where state = 'refund-due'`.execute(db)
  return rows
}

/**
 * Orders the refund of unmatched sessions, on behalf of an operator. Sessions that belong to an attempt are skipped.
 * @returns how many of the sessions were open and are refunded now
 */
export async function refundUnmatched(db: Kysely<Database>, sessions: readonly string[], actor: Actor): Promise<number> {
  return transact(db, async (trx) => {
    const refunds = await trx
      .updateTable('unmatched_payment')
      .set({ state: 'refund-due', decided_at: sql<Date>`now()` })
      .where('session_id', 'in', [...sessions])
      .where('state', '=', 'open')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('payment_attempt')
              .select('payment_attempt.id')
              .whereRef('payment_attempt.session_id', '=', 'unmatched_payment.session_id')
              .whereRef('payment_attempt.provider', '=', 'unmatched_payment.provider'),
          ),
        ),
      )
      .returning(['provider', 'session_id', 'amount'])
      .execute()
    for (const { provider, session_id, amount } of refunds) {
      const transition = { verb: 'owe', from: 'open', to: 'refund-due', detail: { amount } }
      await auditBy(trx, actor, { subject: 'unmatched-payment', subjectId: session_id, ...transition })
      await publish(trx, 'payment.refund-unmatched', session_id, { provider, session: session_id })
    }
    return refunds.length
  })
}

/** Keeps the money of an unmatched session, with the operator's reason. @returns false where the session is not open */
export async function keepUnmatched(db: Kysely<Database>, session: string, note: string, actor: Actor): Promise<boolean> {
  return transact(db, async (trx) => {
    const update = await trx
      .updateTable('unmatched_payment')
      .set({ state: 'kept', decided_at: sql<Date>`now()`, note })
      .where('session_id', '=', session)
      .where('state', '=', 'open')
      .executeTakeFirst()
    if (update.numUpdatedRows === 0n) return false
    const transition = { verb: 'keep', from: 'open', to: 'kept', detail: { note } }
    await auditBy(trx, actor, { subject: 'unmatched-payment', subjectId: session, ...transition })
    return true
  })
}

/** Sends the refund of an unmatched session. Idempotent. A refused refund waits for an operator again. */
export async function makeUnmatchedRefund(deps: PaymentDeps, { provider, session }: SessionKey): Promise<void> {
  const { db, origin } = deps
  const due = await db
    .selectFrom('unmatched_payment')
    .selectAll()
    .where('provider', '=', provider)
    .where('session_id', '=', session)
    .where('state', '=', 'refund-due')
    .executeTakeFirst()
  if (!due) return
  if (!(await readDeployment(db, origin)).isOwn) throw new Error(foreignDatabaseMessage)
  const outcome = (await belongsToAttempt(db, { provider, session }))
    ? ({ state: 'open', note: 'the session belongs to a payment attempt' } as const)
    : await sendUnmatchedRefund(deps, { provider, session }, due.amount)
  await transact(db, async (trx) => {
    const update = await trx
      .updateTable('unmatched_payment')
      .set(outcome)
      .where('provider', '=', provider)
      .where('session_id', '=', session)
      .where('state', '=', 'refund-due')
      .executeTakeFirst()
    if (update.numUpdatedRows === 0n) return
    const transition = { verb: outcome.state === 'refunded' ? 'make' : 'refuse', from: 'refund-due', to: outcome.state, detail: outcome }
    await audit(trx, { actor: 'reconciler', subject: 'unmatched-payment', subjectId: session, ...transition })
    if (outcome.state === 'open') await publish(trx, 'mail.box-office-notice', session, { notice: 'unmatched', provider, session })
  })
}

async function sendUnmatchedRefund(
  deps: PaymentDeps,
  { provider, session }: SessionKey,
  amount: number,
): Promise<{ state: 'refunded'; provider_refund: string } | { state: 'open'; note: string }> {
  const source = findProvider(deps, provider)
  if (!source) return { state: 'open', note: `the payment provider ${provider} is not configured` }
  try {
    const { refundId } = await source.refund({ sessionId: session, amount: money(amount), key: `unmatched.${session}` })
    return { state: 'refunded', provider_refund: refundId }
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    return { state: 'open', note: error.message.slice(0, 200) }
  }
}
