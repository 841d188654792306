import { type Selectable, sql, type Transaction } from 'kysely'
import { auditBy, type CustomerOrderTable, type Database, newId, publish, transact } from '#db'
import type { Actor } from '#modules/basket'
import { next } from '@playhouse/domain/machine'
import { orderMoves } from '@playhouse/domain/order'
import { type Attempt, lockAttempt, type PaymentDeps, providerOf } from './attempt.ts'
import { type Dispute, passNotFound, type PaymentProvider, type SessionRefund } from './provider.ts'
import { refundKeyOf, markRefundMade } from './refund.ts'

/** Seconds for which a due refund counts as being sent. */
const sendingSeconds = 60
const disputeLost = 'dispute lost'
type OrderRow = Selectable<CustomerOrderTable>

/**
 * Reads the disputes and refunds of a payment at the provider, and applies them to its order. A dispute or a full refund outside
 * the shop puts the order on hold; a won dispute releases it. Money that left without the shop is recorded as a refund, so
 * that it is not refunded twice. Idempotent; calls may come in any order.
 * @returns the id of the attempt; undefined for a payment of another shop
 * @throws ProviderRefused while the provider rejects the credentials or they lack a permission
 */
export async function syncPayment(
  { db }: PaymentDeps,
  source: PaymentProvider,
  { paymentId }: { readonly paymentId: string },
  actor: Actor,
): Promise<string | undefined> {
  const payment = await source.readPayment(paymentId).catch(passNotFound)
  if (!payment) return undefined
  const { sessionId, dispute } = payment
  const attempt = await db
    .selectFrom('payment_attempt')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('provider', '=', source.name)
    .executeTakeFirst()
  if (!attempt) return undefined
  const refunds = await source.listRefunds(sessionId)
  await transact(db, (trx) => applyToOrder(trx, attempt.id, { paymentId, dispute, refunds }, actor), { idempotent: true })
  return attempt.id
}

/** Reads and applies the refunds of an attempt's session, after a refund outside the shop failed or was cancelled. */
export async function syncRefunds(deps: PaymentDeps, attempt: Attempt, actor: Actor): Promise<void> {
  if (attempt.session_id === null) return
  const refunds = await providerOf(deps, attempt).listRefunds(attempt.session_id)
  await transact(deps.db, (trx) => applyToOrder(trx, attempt.id, { refunds }, actor), { idempotent: true })
}

type ProviderState = {
  readonly refunds: readonly SessionRefund[]
  /** Absent where only the refunds were read: the stored dispute is kept. */
  readonly paymentId?: string
  readonly dispute?: Dispute | undefined
}

async function applyToOrder(trx: Transaction<Database>, attempt: string, providerState: ProviderState, actor: Actor): Promise<void> {
  // Locks the order before its attempt, as returns do.
  const order = await trx.selectFrom('customer_order').selectAll().where('attempt_id', '=', attempt).forUpdate().executeTakeFirst()
  if (!order) return
  const { dispute, refunds, paymentId } = providerState
  for (const { refundId, status } of refunds) if (status === 'failed') await dropExternalRefund(trx, order, refundId, actor)
  const keys = new Set(refunds.flatMap(({ key, status }) => (key !== undefined && status !== 'failed' ? [key] : [])))
  let refundedTotal = 0
  for (const { refundId, amount, status, key } of refunds)
    if (key === undefined && status !== 'failed')
      refundedTotal += await recordExternalRefund(trx, order, { id: refundId, amount, reason: 'refunded at the provider', keys }, actor)
  if (dispute?.state === 'lost' && paymentId !== undefined)
    await recordExternalRefund(trx, order, { id: `dispute ${paymentId}`, amount: dispute.amount, reason: disputeLost, keys }, actor)
  const hold = await updateHold(trx, order, dispute?.state ?? order.dispute, actor)
  if (hold) await publish(trx, 'mail.box-office-notice', order.id, { notice: hold, order: order.id })
  if (refundedTotal > 0 && hold !== 'refunded')
    await publish(trx, 'mail.box-office-notice', order.id, { notice: 'part-refunded', order: order.id, amount: refundedTotal })
}

type ExternalRefund = {
  readonly id: string
  readonly amount: number
  readonly reason: string
  /** Idempotency keys of the shop's refunds that the provider has made. */
  readonly keys: ReadonlySet<string>
}

/**
 * Records money that left without the shop, as far as no refund of the shop covers it. Failed and due refunds are marked as made
 * first, because the money was sent in their place; only the rest becomes a separate refund.
 * @returns the rest in minor units; 0 where there is none, or where it is recorded already
 */
async function recordExternalRefund(trx: Transaction<Database>, order: OrderRow, external: ExternalRefund, actor: Actor): Promise<number> {
  const { id, amount, reason } = external
  const attempt = await lockAttempt(trx, order.attempt_id)
  const { covered: coveredAmount, owed: owedAmount } = await trx
    .selectFrom('refund')
    .select(sql<number>`coalesce(sum(amount) filter (where provider_refund = ${id}), 0)::int`.as('covered'))
    .select(sql<number>`coalesce(sum(amount), 0)::int`.as('owed'))
    .where('attempt_id', '=', attempt.id)
    .executeTakeFirstOrThrow()
  const uncoveredAmount = await coverWaitingRefunds(trx, attempt, external, amount - coveredAmount, actor)
  const remaining = Math.min(uncoveredAmount, attempt.amount - owedAmount)
  if (remaining <= 0) return 0
  const refund = newId()
  await trx
    .insertInto('refund')
    .values({
      id: refund,
      attempt_id: attempt.id,
      order_id: order.id,
      amount: remaining,
      state: 'made',
      actor: actor.name,
      reason,
      provider_refund: id,
      made_at: sql<Date>`now()`,
      is_elsewhere: true,
    })
    .execute()
  const detail = { attempt: attempt.id, order: order.id, amount: remaining, reason }
  await auditBy(trx, actor, { subject: 'refund', subjectId: refund, verb: 'record', to: 'made', detail })
  return remaining
}

/**
 * Removes a failed refund that was made outside the shop: the payer did not receive the money, and the order regains its
 * value. If the order's tickets are returned already, the money is owed instead, as a failed refund that waits for staff.
 */
async function dropExternalRefund(trx: Transaction<Database>, order: OrderRow, refundId: string, actor: Actor): Promise<void> {
  const externalRefund = await trx
    .selectFrom('refund')
    .select(['id', 'amount', 'state'])
    .where('attempt_id', '=', order.attempt_id)
    .where('provider_refund', '=', refundId)
    .where('is_elsewhere', '=', true)
    .execute()
  const isOwed = order.state === 'returned'
  for (const { id, amount, state: from } of externalRefund) {
    if (isOwed) await trx.updateTable('refund').set(failedExternalRefund).where('id', '=', id).execute()
    else await trx.deleteFrom('refund').where('id', '=', id).execute()
    const transition = isOwed ? { verb: 'fail', from, to: 'failed' } : { verb: 'drop', from }
    await auditBy(trx, actor, { subject: 'refund', subjectId: id, ...transition, detail: { refundId, amount } })
  }
}

/** Makes it a refund of the shop, which staff retry or settle. */
const failedExternalRefund = {
  state: 'failed',
  failures: sql<number>`failures + 1`,
  refusal: 'the refund that was made at the provider failed',
  failed_at: sql<Date>`now()`,
  provider_refund: null,
  made_at: null,
  ask_at: null,
  is_elsewhere: false,
} as const

/** Marks failed and due refunds as made by an external refund. @returns the remaining amount, in minor units */
async function coverWaitingRefunds(
  trx: Transaction<Database>,
  attempt: Attempt,
  { id, reason, keys }: ExternalRefund,
  amount: number,
  actor: Actor,
): Promise<number> {
  const waiting = await trx
    .selectFrom('refund')
    .selectAll()
    .where('attempt_id', '=', attempt.id)
    .where(sql<boolean>`state = 'failed' or state = 'due' and due_at < now() - make_interval(secs => ${sendingSeconds})`)
    .orderBy(sql`state = 'due'`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  let uncoveredAmount = amount
  for (const refund of waiting) {
    // Skips a refund that the provider has made under its own key: its job is about to mark it as made.
    if (refund.amount > uncoveredAmount || keys.has(refundKeyOf(refund))) continue
    if (await markRefundMade(trx, attempt, refund, { refundId: id, isAsked: reason !== disputeLost }, actor))
      uncoveredAmount -= refund.amount
  }
  return uncoveredAmount
}

/**
 * Puts the order on hold or releases it, by the current state of its payment.
 * @returns the reason where it is newly on hold, else null
 */
async function updateHold(
  trx: Transaction<Database>,
  order: OrderRow,
  dispute: OrderRow['dispute'],
  actor: Actor,
): Promise<OrderRow['hold']> {
  const reason = await readHold(trx, order, dispute)
  const verb = order.state === 'confirmed' && reason ? 'hold' : order.state === 'on-hold' && !reason ? 'release' : undefined
  const to = (verb && next(orderMoves, order.state, verb)) ?? order.state
  const hold = to === 'on-hold' ? reason : null
  if (to === order.state && hold === order.hold && dispute === order.dispute) return null
  await trx.updateTable('customer_order').set({ state: to, hold, dispute }).where('id', '=', order.id).execute()
  const detail = { hold, dispute }
  await auditBy(trx, actor, { subject: 'order', subjectId: order.id, verb: verb ?? 'note-dispute', from: order.state, to, detail })
  return hold === order.hold ? null : hold
}

async function readHold(trx: Transaction<Database>, { attempt_id }: OrderRow, dispute: OrderRow['dispute']): Promise<OrderRow['hold']> {
  if (dispute === 'open') return 'disputed'
  if (dispute === 'lost') return 'dispute-lost'
  const { isRefunded } = await trx
    .selectFrom('payment_attempt')
    .leftJoin('refund', 'refund.attempt_id', 'payment_attempt.id')
    .select(sql<boolean>`coalesce(bool_or(refund.is_elsewhere), false) and sum(refund.amount) >= payment_attempt.amount`.as('isRefunded'))
    .where('payment_attempt.id', '=', attempt_id)
    .groupBy('payment_attempt.id')
    .executeTakeFirstOrThrow()
  return isRefunded ? 'refunded' : null
}

/** Whether tickets of an order can be returned at the counter: not while a dispute is open. */
export const isReturnable = ({ state, dispute }: Pick<OrderRow, 'state' | 'dispute'>): boolean =>
  state === 'confirmed' || (state === 'on-hold' && dispute !== 'open')
