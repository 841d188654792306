import { type Kysely, type Selectable, sql } from 'kysely'
import { audit, type Database, publish, type RefundTable, transact } from '#db'
import type { Actor } from '#modules/basket'
import { money } from '@playhouse/domain/money'
import { configuredProviders, findAttempt, lockAttempt, moveAttempt, type PaymentDeps, providerOf } from './attempt.ts'
import { syncRefunds } from './sync-payment.ts'
import type { RefundCallback } from './provider.ts'

type Refund = Selectable<RefundTable>

/** How often a refund may come back before a person has to see to it: the same card would hardly take it a third time. */
const maxFailures = 2
/** Days for which the provider is asked about a refund that it has made, refunds that one round asks about, and at once. */
const watchDays = 30
const batchSize = 100
const concurrency = 8

/**
 * A notice about a refund. What it says may be old by now: the provider is asked.
 * @returns the attempt it is of; undefined for a refund that isn't ours, or not written down yet, which the reconciler asks about.
 */
export async function applyRefundCallback(deps: PaymentDeps, { refundId }: RefundCallback, actor: Actor): Promise<string | undefined> {
  // A refund made in the dashboard may cover several of ours.
  const refunds = await deps.db.selectFrom('refund').selectAll().where('provider_refund', '=', refundId).execute()
  for (const refund of refunds) if (!refund.is_elsewhere) await pollRefund(deps, refund, actor)
  // What was refunded outside the shop is no debt of the shop: it is never sent by us.
  const elsewhere = refunds.find(({ is_elsewhere }) => is_elsewhere)
  if (elsewhere) await syncRefunds(deps, (await findAttempt(deps.db, elsewhere.attempt_id))!, actor)
  return refunds[0]?.attempt_id
}

/** Asks about refunds that were made, later and later: soon after, and for as many days as they still may come back. */
export async function pollRefunds(deps: PaymentDeps, actor: Actor): Promise<void> {
  const { rows } = await sql<Refund>`
    update refund set ask_at = case when made_at > now() - make_interval(days => ${watchDays})
      then now() + least(now() - made_at, interval '3 days') end
    where id in (
      select f.id from refund f join payment_attempt a on a.id = f.attempt_id
      where f.ask_at < now() and not f.is_elsewhere and a.provider = any(${configuredProviders(deps).map(({ name }) => name)}) order by f.ask_at limit ${batchSize} for update of f skip locked)
    returning *`.execute(deps.db)
  const left = [...rows]
  const failures: unknown[] = []
  const work = async (): Promise<void> => {
    for (let refund = left.pop(); refund; refund = left.pop())
      await pollRefund(deps, refund, actor).catch((error: unknown) => failures.push(error))
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} refunds are in doubt`)
}

async function pollRefund(deps: PaymentDeps, refund: Refund, actor: Actor): Promise<void> {
  const attempt = (await findAttempt(deps.db, refund.attempt_id))!
  const sessionId = attempt.session_id
  if (refund.state !== 'made' || refund.provider_refund === null || sessionId === null) return
  const status = await providerOf(deps, attempt).readRefund({ sessionId, refundId: refund.provider_refund })
  if (status === 'failed') await oweRefundAgain(deps, refund, actor)
}

/** What was sent came back: it is owed again, and is sent again at once the first time. Once for each refund that failed. */
async function oweRefundAgain(
  { db }: PaymentDeps,
  { id, attempt_id, order_id, amount, provider_refund }: Refund,
  actor: Actor,
): Promise<void> {
  await transact(db, async (trx) => {
    const attempt = await lockAttempt(trx, attempt_id)
    const owed = await trx
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
    if (!owed) return
    const { name, requestId } = actor
    const detail = { refundId: provider_refund, amount }
    await audit(trx, { actor: name, requestId, subject: 'refund', subjectId: id, verb: 'fail', from: 'made', to: owed.state, detail })
    if (order_id === null) await moveAttempt(trx, attempt, 'refundFailed', actor, detail)
    if (owed.state === 'due') await publish(trx, 'payment.refund', id, { refund: id })
  })
}

/** What was noted of a way that is none of the provider's. */
const byHandPrefix = 'by hand: '

/** Money of an order on its way back, or there, in the order in which it was owed. */
export async function listRefunds(db: Kysely<Database>, order: string) {
  const rows = await db.selectFrom('refund').selectAll().where('order_id', '=', order).orderBy('created_at').orderBy('id').execute()
  return rows.map(({ id, amount, state, failures, made_at, due_at, failed_at, refusal, provider_refund }) => ({
    id,
    amount: money(amount),
    state,
    failures,
    at: (made_at ?? (state === 'failed' && failed_at ? failed_at : due_at)).toISOString(),
    refusal: state === 'failed' ? refusal : null,
    byHand: provider_refund?.startsWith(byHandPrefix) ? provider_refund.slice(byHandPrefix.length) : null,
  }))
}

/** Refunds that were refused or came back and wait for a person, longest first. */
export async function listFailedRefunds(db: Kysely<Database>) {
  return db
    .selectFrom('refund')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'refund.attempt_id')
    .innerJoin('customer', 'customer.id', 'payment_attempt.customer_id')
    .leftJoin('customer_order', 'customer_order.id', 'refund.order_id')
    .select(['refund.id', 'refund.amount', 'payment_attempt.currency', 'refund.due_at', 'refund.failed_at', 'refund.refusal'])
    .select(['refund.reason', 'customer_order.number'])
    .select(['customer.email', 'customer.first_name', 'customer.last_name'])
    .where('refund.state', '=', 'failed')
    .orderBy('refund.due_at')
    .execute()
}

/** A person says that the same way may be tried once more. @returns false where it doesn't wait for a person. */
export async function retryRefund(db: Kysely<Database>, id: string, actor: Actor): Promise<boolean> {
  return transact(db, async (trx) => {
    const tried = await trx
      .updateTable('refund')
      .set({ state: 'due', due_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('state', '=', 'failed')
      .executeTakeFirst()
    if (tried.numUpdatedRows === 0n) return false
    const { name, requestId } = actor
    await audit(trx, { actor: name, requestId, subject: 'refund', subjectId: id, verb: 'try-again', from: 'failed', to: 'due' })
    await publish(trx, 'payment.refund', id, { refund: id })
    return true
  })
}

/**
 * A person brought the money to whom it belongs, by another way: a bank transfer, say.
 * @param how what will be asked for by whoever looks it over.
 * @returns false where it doesn't wait for a person.
 */
export async function settleRefundByHand(db: Kysely<Database>, id: string, how: string, actor: Actor): Promise<boolean> {
  return transact(db, async (trx) => {
    const settled = await trx
      .updateTable('refund')
      .set({ state: 'made', made_at: sql<Date>`now()`, provider_refund: `${byHandPrefix}${how}` })
      .where('id', '=', id)
      .where('state', '=', 'failed')
      .returning(['attempt_id', 'order_id', 'amount'])
      .executeTakeFirst()
    if (!settled) return false
    const { attempt_id, order_id, amount } = settled
    const detail = { how, amount }
    const { name, requestId } = actor
    await audit(trx, { actor: name, requestId, subject: 'refund', subjectId: id, verb: 'settle', from: 'failed', to: 'made', detail })
    if (order_id === null) await moveAttempt(trx, await lockAttempt(trx, attempt_id), 'refund', actor, detail)
    return true
  })
}
