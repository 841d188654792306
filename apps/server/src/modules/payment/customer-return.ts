import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { ReturnOffer } from '@playhouse/api-client/contract'
import { type CustomerOrderTable, type Database, newId, publish, transact } from '#db'
import type { Actor } from '#modules/basket'
import { lockMember, lockSoldGifts } from '#modules/membership'
import { lockSoldSubscriptions } from '#modules/subscription'
import { lockSoldVouchers } from '#modules/voucher'
import { type CounterPaymentMethod, methodOfProvider } from '@playhouse/domain/counter-tender'
import {
  findReturnRefusal,
  hasOrderDeadline,
  isCompleteChoice,
  returnDeadline,
  type ReturnRefusal,
  type ReturnSplit,
  type SoldPart,
  valueOfReturn,
  withDependentParts,
} from '@playhouse/domain/customer-return'
import type { ItemKind } from '@playhouse/domain/item-kind'
import type { StoredDetail } from '@playhouse/domain/stored-detail'
import { foodDeadline } from '@playhouse/domain/menu'
import { tableDeadline } from '@playhouse/domain/sitting'
import { add, type Money, money, zero } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { PaymentDeps } from './attempt.ts'
import { isMembershipUsed } from './member-price-uses.ts'
import { type OrderWorth, readOrderWorth } from './order-worth.ts'
import { addReturnedMoney, recordReturn, refundedByMeans, restoreValue } from './return-tickets.ts'

type OrderRow = Selectable<CustomerOrderTable>
type Deps = Pick<PaymentDeps, 'db' | 'brand'>

/** A part of an order that is not returned, with what its customer may do with it. */
type OfferedPart = {
  readonly id: string
  readonly kind: 'ticket' | ItemKind
  readonly value: Money
  readonly keptPostage: Money
  readonly refusal: ReturnRefusal | undefined
  readonly until: number | undefined
}

/** What of an order its customer may return, and until when. @returns undefined for an unknown number or another customer's order */
export async function readReturnOffer({ db, brand }: Deps, customer: string, number: string): Promise<ReturnOffer | undefined> {
  const order = await db
    .selectFrom('customer_order')
    .selectAll()
    .where('number', '=', number)
    .where('customer_id', '=', customer)
    .executeTakeFirst()
  if (!order) return undefined
  const worth = await readOrderWorth(db, order)
  const taken = await readTaken(db, order)
  const parts = order.state === 'confirmed' ? await readParts(db, brand, { order, worth, method: taken.method }) : []
  const toReply = ({ id, value, keptPostage, refusal, until }: OfferedPart): ReturnOffer['tickets'][number] => ({
    id,
    value,
    keptPostage,
    refusal: refusal ?? null,
    until: until === undefined ? null : new Date(until).toISOString(),
  })
  return {
    tickets: parts.filter(({ kind }) => kind === 'ticket').map(toReply),
    items: parts.filter(({ kind }) => kind !== 'ticket').map(toReply),
    remaining: worth.remaining,
    money: { taken: taken.amount, refunded: worth.refundedByAttempt, credited: worth.returnedAsCredit },
  }
}

/** What was paid besides vouchers and credit, and its method. */
async function readTaken(db: Kysely<Database>, order: OrderRow): Promise<{ amount: Money; method: CounterPaymentMethod }> {
  const { amount, provider } = await db
    .selectFrom('payment_attempt')
    .select(['amount', 'provider'])
    .where('id', '=', order.attempt_id)
    .executeTakeFirstOrThrow()
  return { amount: money(amount), method: methodOfProvider(provider) }
}

/** Reads the parts of an order that are not returned, each with its refusal by the database clock. */
async function readParts(
  db: Kysely<Database>,
  brand: Deps['brand'],
  { order, worth, method }: { readonly order: OrderRow; readonly worth: OrderWorth; readonly method: CounterPaymentMethod },
): Promise<OfferedPart[]> {
  // The clock of the statement, not of the transaction, which may have waited for a lock.
  const clock = await sql<{ now: Date; isOfUse: boolean }>`
    select clock_timestamp() as now, ${isMembershipUsed(order)} as "isOfUse"`.execute(db)
  const { now, isOfUse } = clock.rows[0]!
  const tickets = await db
    .selectFrom('ticket')
    .innerJoin('performance', 'performance.id', 'ticket.performance_id')
    .select(['ticket.id', 'performance.starts_at'])
    .where('ticket.order_id', '=', order.id)
    .where('ticket.returned_at', 'is', null)
    .orderBy('performance.starts_at')
    .orderBy('ticket.seat')
    .execute()
  const items = await db
    .selectFrom('order_item')
    .leftJoin('performance', 'performance.id', 'order_item.performance_id')
    .select(['order_item.id', 'kind', 'detail', 'performance.starts_at'])
    .where('order_id', '=', order.id)
    .where('returned_at', 'is', null)
    .orderBy('position')
    .execute()
  const sale = { placedAt: order.placed_at.getTime(), method }
  const describe = (id: string, value: Money, part: SoldPart, keptPostage = zero): OfferedPart => ({
    id,
    kind: part.kind,
    value,
    keptPostage,
    refusal: findReturnRefusal(brand, part, sale, now.getTime()),
    until: returnDeadline(brand, part, sale),
  })
  return [
    ...tickets.map(({ id, starts_at }) => describe(id, worth.tickets.get(id)!, { kind: 'ticket', startsAt: starts_at.getTime() })),
    ...items.map(({ id, kind, detail, starts_at }) => {
      const sold = worth.items.get(id)
      const isUsed = !sold || (kind === 'membership' && isOfUse)
      const part = hasOrderDeadline(kind) ? { kind, isUsed, closesAt: closingOf(detail, starts_at) } : { kind, isUsed }
      return describe(id, sold?.value ?? zero, part, sold?.keptPostage)
    }),
  ]
}

/** When orders of food, or bookings of a table, end, in epoch milliseconds: by the present start of its performance. */
function closingOf(detail: StoredDetail, startsAt: Date | null): number {
  if (detail && 'courses' in detail) return foodDeadline(startsAt?.toISOString() ?? detail.performance.startsAt, detail)
  return detail && 'sitting' in detail ? tableDeadline(startsAt?.toISOString() ?? detail.performance.startsAt, detail) : 0
}

/**
 * Locks a confirmed order for a return by its customer, with the vouchers and gift memberships that it sold.
 * @returns `order-not-found` for another customer's order; `cancel-order-failed` in another state
 */
export async function lockOrderOf(
  trx: Transaction<Database>,
  customer: string,
  number: string,
): Promise<Result<OrderRow, Problem<'order-not-found' | 'cancel-order-failed'>>> {
  // An upgrade that is being settled may spend the value of a membership of this order. The customer is locked before the order.
  await lockMember(trx, customer)
  const order = await trx
    .selectFrom('customer_order')
    .selectAll()
    .where('number', '=', number)
    .where('customer_id', '=', customer)
    .forUpdate()
    .executeTakeFirst()
  if (!order) return fail(problem('order-not-found'))
  if (order.state !== 'confirmed') return fail(problem('cancel-order-failed'))
  await lockSoldVouchers(trx, order.id)
  await lockSoldGifts(trx, order.id)
  await lockSoldSubscriptions(trx, order.id)
  return ok(order)
}

type ReturnRequest = {
  readonly tickets: readonly string[]
  readonly items: readonly string[]
  /** The value that was shown, in minor units. */
  readonly value: Money
}
type ReturnProblem = Problem<'order-not-found' | 'cancel-order-failed' | 'price-changed'>

/**
 * Returns parts of an order for its customer, each by its own rule (`customerReturnRules`). Vouchers and credit that paid for them
 * get their part back, with their last day unchanged.
 * @returns what went where; `cancel-order-failed` where one of the parts cannot be returned, or no longer; `price-changed` where
 * their value is no longer the one shown
 */
export async function returnByCustomer(
  { db, brand }: Deps,
  customer: string,
  number: string,
  request: ReturnRequest,
  actor: Actor,
): Promise<Result<ReturnSplit, ReturnProblem>> {
  return transact(db, async (trx): Promise<Result<ReturnSplit, ReturnProblem>> => {
    const lockedOrder = await lockOrderOf(trx, customer, number)
    if (!lockedOrder.ok) return lockedOrder
    const order = lockedOrder.value
    const worth = await readOrderWorth(trx, order)
    const { method } = await readTaken(trx, order)
    const offered = await readParts(trx, brand, { order, worth, method })
    const chosen = new Set([...request.tickets, ...request.items])
    const returnable = { parts: offered.filter(({ id }) => worth.tickets.has(id) || worth.items.has(id)), remaining: worth.remaining }
    const isAllowed = [...chosen].every((id) => returnable.parts.some((part) => part.id === id && part.refusal === undefined))
    if (chosen.size === 0 || !isAllowed || !isCompleteChoice(returnable, chosen)) return fail(problem('cancel-order-failed'))
    const { toOrigin, toCredit } = valueOfReturn(returnable, chosen)
    if (toOrigin + toCredit !== request.value) return fail(problem('price-changed'))
    const included = withDependentParts(returnable, chosen)
    const reason = 'returned by the customer'
    const refund = async (to: 'origin' | 'credit', amount: number) =>
      restoreValue(
        trx,
        { brand },
        { order, worth: await readOrderWorth(trx, order) },
        { to, amount: money(amount), reason, isRenewed: false },
        actor,
      )
    const legs = [await refund('origin', toOrigin), await refund('credit', toCredit)] as const
    const returnedMoney = addReturnedMoney(...legs.map((leg) => leg.returnedMoney))
    const origin = refundedByMeans(returnedMoney)
    const tickets = included.filter(({ kind }) => kind === 'ticket').map(({ id }) => id)
    const items = included.filter(({ kind }) => kind !== 'ticket').map(({ id }) => id)
    const entry = { verb: 'return-tickets' as const, returnedMoney, total: money(toOrigin + toCredit), reason }
    const reservations = await recordReturn(trx, { order, worth, tickets, items }, entry, actor)
    await publish(trx, 'mail.parts-returned', newId(), {
      ...{ order: order.id, tickets, items: [...items, ...reservations.items], hasReservations: reservations.isAny },
      ...{ origin, credit: returnedMoney.credit, expiresOn: legs[1].expiresOn },
      ...{ purses: returnedMoney.purses, ended: add(...legs.map(({ ended }) => ended)) },
    })
    return ok({ origin, credit: returnedMoney.credit, purses: returnedMoney.purses })
  })
}
