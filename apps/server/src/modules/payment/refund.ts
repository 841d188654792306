import { type Selectable, sql, type Transaction } from 'kysely'
import { auditBy, type Database, newId, publish, type RefundTable, transact } from '#db'
import type { Actor } from '#modules/basket'
import { giveCredit } from '#modules/credit'
import { restartAccount, lockAccounts, post, today } from '#modules/ledger'
import { returnOrder } from '#modules/order'
import { lockSoldGifts } from '#modules/membership'
import { lockSoldVouchers } from '#modules/voucher'
import { methodOfProvider, type RefundMeans, refundMeans, refundMeansOf, tenderRules } from '@playhouse/domain/counter-tender'
import { add, type Money, money, subtract, zero } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type Attempt, findAttempt, lockAttempt, moveAttempt, type PaymentDeps } from './attempt.ts'
import { foreignDatabaseMessage, readDeployment } from './deployment.ts'
import { readOrderWorth } from './order-worth.ts'
import { returnSurplusReservations } from './return-reservations.ts'
import { findCoveringRefund, readExistingRefunds, resolveRefusal, sendRefund } from './send-refund.ts'

/** Seconds after which a made refund is polled for the first time. */
const firstPollSeconds = 40

type Debt = {
  /** Also the provider's idempotency key, so that the debt is paid once. */
  readonly id: string
  readonly attempt: string
  readonly order?: string
  readonly amount: number
  readonly reason: string
}

/**
 * Records that money must be refunded by the means of its payment. The outbox sends it; what the office of the theatre refunds waits
 * for staff instead. `debt.amount` in minor units.
 * @returns the means of the refund
 */
export async function oweRefund(
  trx: Transaction<Database>,
  { brand }: Pick<PaymentDeps, 'brand'>,
  debt: Debt,
  actor: Actor,
): Promise<RefundMeans> {
  const { id, attempt, order, amount, reason } = debt
  const { provider } = await trx.selectFrom('payment_attempt').select('provider').where('id', '=', attempt).executeTakeFirstOrThrow()
  const means = refundMeansOf(brand, methodOfProvider(provider))
  // What was taken for a sale that failed is still at the counter: the clerk hands it back at once.
  const isForStaff = order !== undefined && refundMeans[means] === 'office'
  await trx
    .insertInto('refund')
    .values({
      id,
      attempt_id: attempt,
      order_id: order ?? null,
      amount,
      means,
      state: isForStaff ? 'failed' : 'due',
      ...(isForStaff && { failed_at: sql<Date>`now()` }),
      actor: actor.name,
      reason,
      provider_refund: null,
      made_at: null,
    })
    .execute()
  const detail = { attempt, order, amount, means, reason }
  await auditBy(trx, actor, { subject: 'refund', subjectId: id, verb: 'owe', to: isForStaff ? 'failed' : 'due', detail })
  if (!isForStaff) await publish(trx, 'payment.refund', id, { refund: id })
  return means
}

/** The means of a refund. Rows before other methods of payment have none. */
export const meansOfRefund = (means: RefundMeans | null, provider: string): RefundMeans =>
  means ?? tenderRules[methodOfProvider(provider)].refund

/** The idempotency key of a refund at the provider; each try has another key. */
export const refundKeyOf = ({ id, failures }: Pick<Selectable<RefundTable>, 'id' | 'failures'>): string =>
  failures === 0 ? id : `${id}.${failures}`

/**
 * Sends a due refund to the provider, once however often it is called: the idempotency key derives from the refund's id. A retry
 * after a failure has another key, because the provider would repeat the failed answer; before a retry, refunds that were made
 * in its place, such as in the dashboard, are looked up. A refused refund becomes `failed` unless such a refund covers it.
 * @throws ProviderUnreachable; Error in a copied database (see {@link readDeployment})
 */
export async function makeRefund(deps: PaymentDeps, id: string): Promise<void> {
  const refund = await deps.db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirst()
  if (refund?.state !== 'due') return
  const { amount, failures } = refund
  const attempt = await findAttempt(deps.db, refund.attempt_id)
  // Without a provider the clerk has handed it over: cash, tokens, or what was taken for a sale that failed.
  const isAtCounter = refundMeans[meansOfRefund(refund.means, attempt?.provider ?? '')] !== 'provider'
  // A copy of the database must not move the original shop's money.
  if (!isAtCounter && !(await readDeployment(deps.db, deps.origin)).isOwn) throw new Error(foreignDatabaseMessage)
  const order = { id, amount: money(amount), failures, key: refundKeyOf(refund) }
  const actor: Actor = { name: 'reconciler' }
  if (!isAtCounter && failures > 0) {
    const existing = await readExistingRefunds(deps, attempt)
    const isMade = await transact(deps.db, async (trx) => {
      const lockedAttempt = await lockAttempt(trx, refund.attempt_id)
      const coveringRefund = await findCoveringRefund(trx, order, existing)
      return (
        coveringRefund !== undefined &&
        (await markRefundMade(trx, lockedAttempt, refund, { refundId: coveringRefund, isAsked: true }, actor))
      )
    })
    if (isMade) return
  }
  const sendResult = isAtCounter ? { refundId: 'over the counter' } : await sendRefund(deps, attempt, order)
  await transact(deps.db, async (trx) => {
    const lockedAttempt = await lockAttempt(trx, refund.attempt_id)
    const refundId = 'refusalReason' in sendResult ? await resolveRefusal(trx, order, sendResult, actor) : sendResult.refundId
    if (refundId === undefined) return
    await markRefundMade(trx, lockedAttempt, refund, { refundId, isAsked: !isAtCounter }, actor)
  })
}

/**
 * Marks a refund as made, if its state and number of failures are still those that were read. The caller holds the lock of the
 * attempt.
 * @param made.refundId the id at the provider
 * @param made.isAsked whether the refund is polled later
 * @returns false where the refund has changed since it was read
 */
export async function markRefundMade(
  trx: Transaction<Database>,
  attempt: Attempt,
  { id, state, failures, amount, order_id }: Selectable<RefundTable>,
  { refundId, isAsked }: { readonly refundId: string; readonly isAsked: boolean },
  actor: Actor,
): Promise<boolean> {
  const update = await trx
    .updateTable('refund')
    .set({
      state: 'made',
      provider_refund: refundId,
      made_at: sql<Date>`now()`,
      ask_at: isAsked ? sql<Date>`now() + make_interval(secs => ${firstPollSeconds})` : null,
    })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('failures', '=', failures)
    .executeTakeFirst()
  if (update.numUpdatedRows === 0n) return false
  await auditBy(trx, actor, { subject: 'refund', subjectId: id, verb: 'make', from: state, to: 'made', detail: { refundId } })
  // An attempt without an order ends with its refund; one that bought an order keeps its state.
  if (!order_id && (await moveAttempt(trx, attempt, 'refund', actor, { refundId, amount })))
    await trx.updateTable('payment_attempt').set({ refund_id: refundId }).where('id', '=', attempt.id).execute()
  await publish(trx, 'mail.refund-made', id, { refund: id })
  return true
}

/**
 * Refunds part or all of an order to its origin, on behalf of staff: the card first, then vouchers and credit. With a full
 * refund the tickets are returned and their seats go on sale.
 * @returns the sum of all refunds of the order, in minor units; `invalid-input` for more than its remaining value
 */
export async function refundOrder(
  deps: PaymentDeps,
  number: string,
  { amount, reason }: { readonly amount: Money; readonly reason: string },
  actor: Actor,
): Promise<Result<Money, Problem<'order-not-found' | 'invalid-input' | 'cancel-order-failed'>>> {
  return transact(deps.db, async (trx): Promise<Result<Money, Problem<'order-not-found' | 'invalid-input' | 'cancel-order-failed'>>> => {
    const order = await trx.selectFrom('customer_order').selectAll().where('number', '=', number).forUpdate().executeTakeFirst()
    if (!order) return fail(problem('order-not-found'))
    if (order.state !== 'confirmed') return fail(problem('cancel-order-failed'))
    const attempt = await lockAttempt(trx, order.attempt_id)
    await lockSoldVouchers(trx, order.id)
    await lockSoldGifts(trx, order.id)
    const { remaining, kept, refundedByAttempt, returnedByLedger } = await readOrderWorth(trx, order)
    if (amount <= 0 || amount > remaining) return fail(problem('invalid-input', { fields: ['amount'] }))
    const byCard = money(Math.min(amount, attempt.amount - refundedByAttempt))
    if (byCard > 0) await oweRefund(trx, deps, { id: newId(), attempt: attempt.id, order: order.id, amount: byCard, reason }, actor)
    await refundStoredValue(trx, deps, order, subtract(amount, byCard), actor)
    await auditBy(trx, actor, {
      subject: 'order',
      subjectId: order.id,
      verb: 'refund',
      from: order.state,
      to: order.state,
      detail: { amount, byCard, reason },
    })
    if (amount === remaining && kept === 0) {
      await returnOrder(trx, order, actor)
      await returnSurplusReservations(trx, order, actor)
    }
    return ok(add(refundedByAttempt, returnedByLedger, amount))
  })
}

/** Money that was refunded to a ledger account. `customer`: the account's owner; null for a voucher. `hasEnded`: it is not spendable. */
export type RestoredValue = {
  readonly account: string
  readonly customer: string | null
  readonly amount: Money
  readonly hasEnded: boolean
}

/**
 * Refunds money to the vouchers and the credit it was spent from. An expired voucher is extended; expired credit is replaced by
 * new credit. Expired credit is refunded last, because the replacement of an earlier refund is another account.
 * @param isRenewed false where vouchers and credit keep their last day, also one that has passed
 * @returns the refunds to existing accounts
 * @throws Error where `amount` exceeds what was spent from stored value
 */
export async function refundStoredValue(
  trx: Transaction<Database>,
  { brand }: Pick<PaymentDeps, 'brand'>,
  order: { readonly id: string; readonly customer_id: string },
  amount: Money,
  actor: Actor,
  isRenewed = true,
): Promise<RestoredValue[]> {
  const { rows } = await sql<{ account: string; customer: string | null; amount: number; hasEnded: boolean; isOver: boolean }>`
    select a.id as account, a.customer_id as customer, -sum(e.amount)::int as amount,
      coalesce(a.kind = 'credit' and a.expires_on < ${today} and not c.is_guest, false) as "hasEnded",
      coalesce(a.expires_on < ${today}, false) as "isOver"
    from ledger_entry e join ledger_account a on a.id = e.account_id left join customer c on c.id = a.customer_id
    where e.order_id = ${order.id} and e.reason in ('spent', 'refunded')
    group by a.id, c.is_guest having sum(e.amount) < 0 order by "hasEnded", a.id`.execute(trx)
  await lockAccounts(
    trx,
    rows.map(({ account: id }) => id),
  )
  const restoredValues: RestoredValue[] = []
  let remaining = amount
  for (const spentEntry of rows) {
    const part = money(Math.min(remaining, spentEntry.amount))
    if (part === 0) continue
    remaining = subtract(remaining, part)
    if (spentEntry.hasEnded && isRenewed) {
      const gift = { customer: order.customer_id, amount: part, months: brand.limits.creditMonths, from: 'sales', order: order.id } as const
      await giveCredit(trx, gift, actor)
      continue
    }
    if (isRenewed && spentEntry.isOver && spentEntry.customer === null)
      await restartAccount(trx, spentEntry.account, brand.limits.creditMonths, actor)
    await post(trx, { account: spentEntry.account, house: 'sales', amount: part, reason: 'refunded', order: order.id }, actor)
    restoredValues.push({
      account: spentEntry.account,
      customer: spentEntry.customer,
      amount: part,
      hasEnded: spentEntry.isOver && !isRenewed,
    })
  }
  if (remaining !== zero) throw new Error(`order ${order.id}: refund exceeds the stored value spent by ${remaining}`)
  return restoredValues
}
