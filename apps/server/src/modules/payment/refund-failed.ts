import { type Kysely, type Selectable, sql } from 'kysely'
import { auditBy, type Database, publish, type RefundTable, transact } from '#db'
import type { Actor } from '#modules/basket'
import { refundMeans } from '@playhouse/domain/counter-tender'
import { money } from '@playhouse/domain/money'
import { configuredProviders, findAttempt, lockAttempt, moveAttempt, type PaymentDeps, providerOf } from './attempt.ts'
import { meansOfRefund } from './refund.ts'
import { syncRefunds } from './sync-payment.ts'
import type { RefundCallback } from './provider.ts'
import { runConcurrently } from './run-concurrently.ts'

type Refund = Selectable<RefundTable>

/** Failures of a refund after which it waits for staff: a retry to the same card would hardly succeed. */
const maxFailures = 2
/** Days for which a made refund is polled, refunds per run, and refunds polled concurrently. */
const watchDays = 30
const batchSize = 100
const concurrency = 8

/**
 * Handles a callback about a refund. Its content may be outdated, so the refund is read from the provider.
 * @returns the id of the attempt; undefined for a refund of another shop, or one that is not stored yet: the reconciler polls that
 */
export async function applyRefundCallback(deps: PaymentDeps, { refundId }: RefundCallback, actor: Actor): Promise<string | undefined> {
  // A refund made in the dashboard may cover several refunds of the shop.
  const refunds = await deps.db.selectFrom('refund').selectAll().where('provider_refund', '=', refundId).execute()
  for (const refund of refunds) if (!refund.is_elsewhere) await pollRefund(deps, refund, actor)
  // A refund outside the shop is not a debt of the shop: the shop never sends it.
  const externalRefund = refunds.find(({ is_elsewhere }) => is_elsewhere)
  if (externalRefund) await syncRefunds(deps, (await findAttempt(deps.db, externalRefund.attempt_id))!, actor)
  return refunds[0]?.attempt_id
}

/** Polls made refunds with growing intervals, for as long as they may still fail. @throws AggregateError of the failures */
export async function pollRefunds(deps: PaymentDeps, actor: Actor): Promise<void> {
  const { rows } = await sql<Refund>`
    update refund set ask_at = case when made_at > now() - make_interval(days => ${watchDays})
      then now() + least(now() - made_at, interval '3 days') end
    where id in (
      select f.id from refund f join payment_attempt a on a.id = f.attempt_id
      where f.ask_at < now() and not f.is_elsewhere and a.provider = any(${configuredProviders(deps).map(({ name }) => name)}) order by f.ask_at limit ${batchSize} for update of f skip locked)
    returning *`.execute(deps.db)
  const failures = await runConcurrently(rows, concurrency, (refund) => pollRefund(deps, refund, actor))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} refunds could not be read`)
}

async function pollRefund(deps: PaymentDeps, refund: Refund, actor: Actor): Promise<void> {
  const attempt = (await findAttempt(deps.db, refund.attempt_id))!
  const sessionId = attempt.session_id
  if (refund.state !== 'made' || refund.provider_refund === null || sessionId === null) return
  const status = await providerOf(deps, attempt).readRefund({ sessionId, refundId: refund.provider_refund })
  if (status === 'failed') await oweRefundAgain(deps, refund, actor)
}

/** Owes a failed refund again: the first time it is resent at once, after that it waits for staff. Idempotent per failed refund. */
async function oweRefundAgain(
  { db }: PaymentDeps,
  { id, attempt_id, order_id, amount, provider_refund }: Refund,
  actor: Actor,
): Promise<void> {
  await transact(db, async (trx) => {
    const attempt = await lockAttempt(trx, attempt_id)
    const refund = await trx
      .updateTable('refund')
      .set({
        state: sql`case when failures + 1 < ${maxFailures} then 'due' else 'failed' end`,
        failures: sql`failures + 1`,
        refusal: null,
        failed_at: sql<Date>`now()`,
        due_at: sql<Date>`now()`,
        provider_refund: null,
        made_at: null,
        ask_at: null,
      })
      .where('id', '=', id)
      .where('state', '=', 'made')
      .where('provider_refund', '=', provider_refund)
      .returning('state')
      .executeTakeFirst()
    if (!refund) return
    const detail = { refundId: provider_refund, amount }
    await auditBy(trx, actor, { subject: 'refund', subjectId: id, verb: 'fail', from: 'made', to: refund.state, detail })
    if (order_id === null) await moveAttempt(trx, attempt, 'refundFailed', actor, detail)
    if (refund.state === 'due') await publish(trx, 'payment.refund', id, { refund: id })
  })
}

/** Marks the `provider_refund` of a refund that staff made by other means. Stored. */
const byHandPrefix = 'by hand: '

/** Lists the refunds of an order, oldest first. */
export async function listRefunds(db: Kysely<Database>, order: string) {
  const rows = await db
    .selectFrom('refund')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'refund.attempt_id')
    .selectAll('refund')
    .select('payment_attempt.provider')
    .where('refund.order_id', '=', order)
    .orderBy('refund.created_at')
    .orderBy('refund.id')
    .execute()
  return rows.map(
    ({ id, amount, means, provider, state, failures, made_at, due_at, failed_at, refusal, provider_refund, is_elsewhere }) => ({
      id,
      amount: money(amount),
      state,
      failures,
      at: (made_at ?? (state === 'failed' && failed_at ? failed_at : due_at)).toISOString(),
      refusal: state === 'failed' ? refusal : null,
      byHand: provider_refund?.startsWith(byHandPrefix) ? provider_refund.slice(byHandPrefix.length) : null,
      means: meansOfRefund(means, provider),
      isExternal: is_elsewhere,
    }),
  )
}

/** Lists failed refunds, which wait for staff, oldest first. */
export async function listFailedRefunds(db: Kysely<Database>) {
  return db
    .selectFrom('refund')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'refund.attempt_id')
    .innerJoin('customer', 'customer.id', 'payment_attempt.customer_id')
    .leftJoin('customer_order', 'customer_order.id', 'refund.order_id')
    .select(['refund.id', 'refund.amount', 'payment_attempt.currency', 'refund.due_at', 'refund.failed_at', 'refund.refusal'])
    .select(['refund.reason', 'refund.means', 'customer_order.number'])
    .select(['customer.email', 'customer.first_name', 'customer.last_name'])
    .where('refund.state', '=', 'failed')
    .orderBy('refund.due_at')
    .execute()
}

/** Sends a failed refund again. @returns false where the refund is not `failed` */
export async function retryRefund(db: Kysely<Database>, id: string, actor: Actor): Promise<boolean> {
  return transact(db, async (trx) => {
    const triedRefund = await trx
      .updateTable('refund')
      .set({ state: 'due', due_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('state', '=', 'failed')
      // No provider sends a transfer or a credit note of the theatre's office.
      .where((eb) => eb.or([eb('means', 'is', null), eb('means', '=', 'card')]))
      .executeTakeFirst()
    if (triedRefund.numUpdatedRows === 0n) return false
    await auditBy(trx, actor, { subject: 'refund', subjectId: id, verb: 'try-again', from: 'failed', to: 'due' })
    await publish(trx, 'payment.refund', id, { refund: id })
    return true
  })
}

/**
 * Marks a failed refund as made by other means, such as a bank transfer.
 * @param explanation a reference for auditors, such as the transfer's number
 * @returns false where the refund is not `failed`
 */
export async function settleRefundByHand(db: Kysely<Database>, id: string, explanation: string, actor: Actor): Promise<boolean> {
  return transact(db, async (trx) => {
    const settledRefund = await trx
      .updateTable('refund')
      .set({ state: 'made', made_at: sql<Date>`now()`, provider_refund: `${byHandPrefix}${explanation}` })
      .where('id', '=', id)
      .where('state', '=', 'failed')
      .returning(['attempt_id', 'order_id', 'amount', 'means'])
      .executeTakeFirst()
    if (!settledRefund) return false
    const { attempt_id, order_id, amount, means } = settledRefund
    const detail = { how: explanation, amount }
    await auditBy(trx, actor, { subject: 'refund', subjectId: id, verb: 'settle', from: 'failed', to: 'made', detail })
    if (order_id === null) await moveAttempt(trx, await lockAttempt(trx, attempt_id), 'refund', actor, detail)
    if (means !== null && refundMeans[means] === 'office') await publish(trx, 'mail.refund-made', id, { refund: id })
    return true
  })
}
