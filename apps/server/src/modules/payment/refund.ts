import { type Selectable, sql, type Transaction } from 'kysely'
import { audit, type Database, newId, publish, type RefundTable, transact } from '#db'
import type { Actor } from '#modules/basket'
import { giveCredit } from '#modules/credit'
import { restartAccount, lockAccounts, post, today } from '#modules/ledger'
import { returnOrder } from '#modules/order'
import { type Money, money, subtract, zero } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type Attempt, findAttempt, lockAttempt, moveAttempt, type PaymentDeps } from './attempt.ts'
import { foreignDatabaseMessage, readDeployment } from './deployment.ts'
import { findCoveringRefund, readExistingRefunds, resolveRefusal, sendRefund } from './send-refund.ts'

/** Seconds after which the provider is asked for the first time whether a refund has arrived. */
const firstPollSeconds = 40

type Debt = {
  /** The provider's idempotency key: the same debt is paid once. */
  readonly id: string
  readonly attempt: string
  readonly order?: string
  readonly amount: number
  readonly reason: string
}

/** Notes that money has to go back through the provider, before anybody is asked to send it; the outbox sends it. */
export async function oweRefund(trx: Transaction<Database>, debt: Debt, actor: Actor): Promise<void> {
  const { id, attempt, order, amount, reason } = debt
  await trx
    .insertInto('refund')
    .values({
      id,
      attempt_id: attempt,
      order_id: order ?? null,
      amount,
      state: 'due',
      actor: actor.name,
      reason,
      provider_refund: null,
      made_at: null,
    })
    .execute()
  await audit(trx, {
    actor: actor.name,
    requestId: actor.requestId,
    subject: 'refund',
    subjectId: id,
    verb: 'owe',
    to: 'due',
    detail: { attempt, order, amount, reason },
  })
  await publish(trx, 'payment.refund', id, { refund: id })
}

/** The key that a refund is sent by, another one for each try. */
export const refundKeyOf = ({ id, failures }: Pick<Selectable<RefundTable>, 'id' | 'failures'>): string =>
  failures === 0 ? id : `${id}.${failures}`

/**
 * Sends what is owed, once, however often it is tried: the refund's id is the key that the provider remembers. What came back
 * or was refused is sent by another key, so that the provider doesn't answer with the try that failed, and only after the
 * provider lists no refund that was made in its place, such as in the dashboard. A refused refund is
 * `failed`, unless it turns out to be made already, such as in the provider's dashboard.
 */
export async function makeRefund(deps: PaymentDeps, id: string): Promise<void> {
  const refund = await deps.db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirst()
  if (refund?.state !== 'due') return
  const { amount, failures } = refund
  const attempt = await findAttempt(deps.db, refund.attempt_id)
  // Cash goes back over the counter, by whoever took it: there is nobody to ask.
  const isCash = attempt?.provider === 'cash'
  // A copy of the database must move no money of the shop that it was copied from.
  if (!isCash && !(await readDeployment(deps.db, deps.origin)).isOwn) throw new Error(foreignDatabaseMessage)
  const order = { id, amount: money(amount), failures, key: refundKeyOf(refund) }
  const by: Actor = { name: 'reconciler' }
  if (!isCash && failures > 0) {
    const existing = await readExistingRefunds(deps, attempt)
    const isMade = await transact(deps.db, async (trx) => {
      const locked = await lockAttempt(trx, refund.attempt_id)
      const covering = await findCoveringRefund(trx, order, existing)
      return covering !== undefined && (await markRefundMade(trx, locked, refund, { refundId: covering, isAsked: true }, by))
    })
    if (isMade) return
  }
  const sent = isCash ? { refundId: 'over the counter' } : await sendRefund(deps, attempt, order)
  await transact(deps.db, async (trx) => {
    const locked = await lockAttempt(trx, refund.attempt_id)
    const refundId = 'refused' in sent ? await resolveRefusal(trx, order, sent, by) : sent.refundId
    if (refundId === undefined) return
    await markRefundMade(trx, locked, refund, { refundId, isAsked: !isCash }, by)
  })
}

/**
 * Notes that a refund is made, as the state and the try that it was read with: a try that came back meanwhile is another one.
 * The caller holds the lock of the attempt.
 * @param made.isAsked whether the provider is asked later if it has arrived
 * @returns false where the refund is in another state by now
 */
export async function markRefundMade(
  trx: Transaction<Database>,
  attempt: Attempt,
  { id, state, failures, amount, order_id }: Selectable<RefundTable>,
  { refundId, isAsked }: { readonly refundId: string; readonly isAsked: boolean },
  by: Actor,
): Promise<boolean> {
  const made = await trx
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
  if (made.numUpdatedRows === 0n) return false
  await audit(trx, {
    actor: by.name,
    requestId: by.requestId,
    subject: 'refund',
    subjectId: id,
    verb: 'make',
    from: state,
    to: 'made',
    detail: { refundId },
  })
  // An attempt that bought an order stays what it is; one that could not is over with this.
  if (!order_id && (await moveAttempt(trx, attempt, 'refund', by, { refundId, amount })))
    await trx.updateTable('payment_attempt').set({ refund_id: refundId }).where('id', '=', attempt.id).execute()
  await publish(trx, 'mail.refund-made', id, { refund: id })
  return true
}

/**
 * Gives money of an order back where it came from, in part or whole, by the box office: the card first, then vouchers and
 * credit. Once nothing is left of what was paid, the tickets are returned and the seats are free.
 * @returns what has been given back in sum; a problem for more than is left of it.
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
    const { rows } = await sql<{ card: number; ledger: number }>`
      select (select coalesce(sum(amount), 0) from refund where order_id = ${order.id})::int as card,
        (select coalesce(sum(amount), 0) from ledger_entry where order_id = ${order.id} and account_id is not null and reason in ('refunded', 'returned'))::int as ledger`.execute(
      trx,
    )
    const before = rows[0]!
    const left = order.paid - before.card - before.ledger
    if (amount <= 0 || amount > left) return fail(problem('invalid-input', { fields: ['amount'] }))
    const byCard = money(Math.min(amount, attempt.amount - before.card))
    if (byCard > 0) await oweRefund(trx, { id: newId(), attempt: attempt.id, order: order.id, amount: byCard, reason }, actor)
    await refundStoredValue(trx, deps, order, subtract(amount, byCard), actor)
    await audit(trx, {
      actor: actor.name,
      requestId: actor.requestId,
      subject: 'order',
      subjectId: order.id,
      verb: 'refund',
      from: order.state,
      to: order.state,
      detail: { amount, byCard, reason },
    })
    if (amount === left) await returnOrder(trx, order, actor)
    return ok(money(before.card + before.ledger + amount))
  })
}

/** Money that was put back on a purse, and whose that is; null for a voucher's. `hasEnded`: it can't be spent any more. */
export type RestoredValue = {
  readonly account: string
  readonly customer: string | null
  readonly amount: Money
  readonly hasEnded: boolean
}

/**
 * Puts money back on the vouchers and the credit it was spent from; what has ended meanwhile begins anew. Credit that has comes
 * last: what began anew before is on another account, and would be begun once more.
 * @param isRenewed false where vouchers and credit keep their last day, also one that has passed
 */
export async function refundStoredValue(
  trx: Transaction<Database>,
  { brand }: Pick<PaymentDeps, 'brand'>,
  order: { readonly id: string; readonly customer_id: string },
  amount: Money,
  actor: Actor,
  isRenewed = true,
): Promise<RestoredValue[]> {
  const { rows } = await sql<{ account: string; customer: string | null; left: number; hasEnded: boolean; isOver: boolean }>`
    select a.id as account, a.customer_id as customer, -sum(e.amount)::int as left,
      coalesce(a.kind = 'credit' and a.expires_on < ${today} and not c.is_guest, false) as "hasEnded",
      coalesce(a.expires_on < ${today}, false) as "isOver"
    from ledger_entry e join ledger_account a on a.id = e.account_id left join customer c on c.id = a.customer_id
    where e.order_id = ${order.id} and e.reason in ('spent', 'refunded')
    group by a.id, c.is_guest having sum(e.amount) < 0 order by "hasEnded", a.id`.execute(trx)
  await lockAccounts(
    trx,
    rows.map(({ account: id }) => id),
  )
  const made: RestoredValue[] = []
  let left = amount
  for (const spent of rows) {
    const part = money(Math.min(left, spent.left))
    if (part === 0) continue
    left = subtract(left, part)
    if (spent.hasEnded && isRenewed) {
      const gift = { customer: order.customer_id, amount: part, months: brand.limits.creditMonths, from: 'sales', order: order.id } as const
      await giveCredit(trx, gift, actor)
      continue
    }
    if (isRenewed && spent.isOver && spent.customer === null) await restartAccount(trx, spent.account, brand.limits.creditMonths, actor)
    await post(trx, { account: spent.account, house: 'sales', amount: part, reason: 'refunded', order: order.id }, actor)
    made.push({ account: spent.account, customer: spent.customer, amount: part, hasEnded: spent.isOver && !isRenewed })
  }
  if (left !== zero) throw new Error(`order ${order.id} has ${left} less on its purses than was paid with them`)
  return made
}
