import type { Selectable, Transaction } from 'kysely'
import { auditBy, type CustomerOrderTable, type Database, type Exchange, newId, publish, transact } from '#db'
import type { Actor } from '#modules/basket'
import { giveCredit } from '#modules/credit'
import { returnItems } from '#modules/item'
import { post } from '#modules/ledger'
import { lockMember, lockSoldGifts } from '#modules/membership'
import { returnOrder, returnTickets } from '#modules/order'
import { lockSoldSubscriptions, extendForReturn } from '#modules/subscription'
import { lockSoldVouchers } from '#modules/voucher'
import { methodOfProvider, type RefundMeans, tenderRules } from '@playhouse/domain/counter-tender'
import { splitReturn } from '@playhouse/domain/customer-return'
import { findUncoveredTickets } from '@playhouse/domain/membership-return'
import { add, type Money, money, subtract, zero } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { divideReturn, type ReturnedKind } from '@playhouse/domain/refunds-by-kind'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { ReturnDestination } from '@playhouse/domain/staff'
import { isReturnable } from './sync-payment.ts'
import { lockAttempt, type PaymentDeps } from './attempt.ts'
import { itemsToReturn, type OrderWorth, readOrderWorth, worthOf } from './order-worth.ts'
import { readMemberPriceUses } from './member-price-uses.ts'
import { type ReturnedReservations, returnSurplusReservations } from './return-reservations.ts'
import { oweRefund, type RestoredValue, refundStoredValue } from './refund.ts'

type OrderRow = Selectable<CustomerOrderTable>
/** Minor units that were returned: by each means of refund, as new credit, and to the stored value it was paid from (`purses`). */
export type ReturnedMoney = Readonly<Record<RefundMeans | 'credit' | 'purses', Money>>
const noMoney: ReturnedMoney = {
  ...{ cash: zero, card: zero, 'theatre-tokens': zero, 'bank-transfer': zero, 'credit-note': zero },
  ...{ credit: zero, purses: zero },
}
/** The sum of returned money by each destination. */
export const addReturnedMoney = (...parts: readonly ReturnedMoney[]): ReturnedMoney =>
  Object.fromEntries(
    Object.keys(noMoney).map((key) => [key, add(...parts.map((part) => part[key as keyof ReturnedMoney]))]),
  ) as ReturnedMoney
/** The part of returned money that was refunded by the means of the payment. */
export const refundedByMeans = ({ credit: _credit, purses: _purses, ...byMeans }: ReturnedMoney): Money => add(...Object.values(byMeans))
type RefundOptions = {
  readonly to: ReturnDestination
  readonly amount: Money
  readonly reason: string
  /** Whether the order has other tickets or items left, or was exchanged. Selects the mail's text. */
  readonly isPart: boolean
  /** False for a cancellation by the customer, which does not renew expired vouchers and credit. */
  readonly isRenewed?: boolean
}
type ReturnedIds = { readonly tickets: readonly string[]; readonly items: readonly string[] }
type ReturnRequest = {
  readonly tickets: readonly string[]
  /** Items other than tickets. */
  readonly items?: readonly string[] | undefined
  readonly to: ReturnDestination
  /** The value that was shown, in minor units; left out where the caller compares it. */
  readonly value?: Money
  readonly reason: string
  /** Whether tickets of a performance that has started can be returned. */
  readonly isLateAllowed: boolean
  /** Whether memberships are returned without the tickets that they opened a price for members for. */
  readonly leavesMemberPrices?: boolean | undefined
}

type ReturnResult = Result<ReturnedMoney, Problem<'order-not-found' | 'cancel-order-failed' | 'price-changed'>>

/**
 * Returns tickets and items of an order for their value, and puts the seats on sale. With the last of them the order itself is
 * returned. Without any it closes an order on hold that has none left, and returns its remaining money.
 * @returns `cancel-order-failed` where they cannot be returned, or where tickets would stay at a price for members without the
 * membership; `price-changed` where their value is no longer the one shown
 */
export async function processReturn(deps: PaymentDeps, number: string, request: ReturnRequest, actor: Actor): Promise<ReturnResult> {
  return transact(deps.db, (trx) => returnInTransaction(trx, deps, number, request, actor))
}

/** Returns tickets and items as {@link processReturn} does, as a part of a transaction. */
export async function returnInTransaction(
  trx: Transaction<Database>,
  deps: PaymentDeps,
  number: string,
  { tickets, items: chosenItems = [], to, value, reason, isLateAllowed, leavesMemberPrices = false }: ReturnRequest,
  actor: Actor,
): Promise<ReturnResult> {
  // An upgrade that is being settled may spend the value of a membership of this order. The customer is locked before the order.
  const owner = await trx.selectFrom('customer_order').select('customer_id').where('number', '=', number).executeTakeFirst()
  if (owner?.customer_id) await lockMember(trx, owner.customer_id)
  const order = await trx.selectFrom('customer_order').selectAll().where('number', '=', number).forUpdate().executeTakeFirst()
  if (!order) return fail(problem('order-not-found'))
  if (!isReturnable(order)) return fail(problem('cancel-order-failed'))
  await lockSoldVouchers(trx, order.id)
  await lockSoldGifts(trx, order.id)
  await lockSoldSubscriptions(trx, order.id)
  const worth = await readOrderWorth(trx, order)
  const chosen = { tickets, items: chosenItems }
  const isClosing = tickets.length === 0 && chosenItems.length === 0
  if (isClosing && !isClosable(order, worth.tickets.size + worth.items.size)) return fail(problem('cancel-order-failed'))
  const amount = worthOf(worth, chosen, 'return')
  if (amount === undefined) return fail(problem('cancel-order-failed'))
  if (!isLateAllowed && (await hasBegun(trx, deps, tickets))) return fail(problem('cancel-order-failed'))
  if (value !== undefined && amount !== value) return fail(problem('price-changed'))
  if (to === 'credit' && !(await isCreditable(trx, order))) return fail(problem('cancel-order-failed'))
  const items = itemsToReturn(worth, chosen)
  const uncovered = await readUncoveredTickets(trx, deps, order, { tickets, items })
  if (uncovered.length > 0 && !leavesMemberPrices) return fail(problem('cancel-order-failed'))
  if (uncovered.length > 0) {
    const detail = { order: order.number, reason, tickets: uncovered.map(({ ticket }) => ticket) }
    await auditBy(trx, actor, { subject: 'order', subjectId: order.id, verb: 'leave-member-prices', detail })
  }
  const isPart = new Set(tickets).size < worth.tickets.size || items.length < worth.items.size
  const refundedValue = await refundValue(trx, deps, { order, worth }, { to, amount, reason, isPart }, actor)
  await extendForReturn(trx, tickets, actor)
  await recordReturn(
    trx,
    { order, worth, tickets, items },
    { verb: 'return-tickets', returnedMoney: refundedValue, total: amount, reason },
    actor,
  )
  return ok(refundedValue)
}

/** The tickets that would stay at a price for members without its membership. Not of an order on hold: its money is disputed or gone. */
async function readUncoveredTickets(trx: Transaction<Database>, deps: PaymentDeps, order: OrderRow, returned: ReturnedIds) {
  return order.state === 'on-hold' ? [] : findUncoveredTickets(await readMemberPriceUses(trx, deps, order), returned)
}

/** Whether what an order was paid with may become account credit (see `tenderRules`). */
export async function isCreditable(trx: Transaction<Database>, { attempt_id }: Pick<OrderRow, 'attempt_id'>): Promise<boolean> {
  const { provider } = await trx.selectFrom('payment_attempt').select('provider').where('id', '=', attempt_id).executeTakeFirstOrThrow()
  return tenderRules[methodOfProvider(provider)].isCreditable
}

/** Whether an order is on hold with nothing to return: staff close it. @param parts how many tickets and items it has */
export const isClosable = ({ state }: Pick<OrderRow, 'state'>, parts: number): boolean => state === 'on-hold' && parts === 0

/** Whether one of the tickets is for a performance that has started. */
export async function hasBegun(trx: Transaction<Database>, { catalogue }: PaymentDeps, tickets: readonly string[]): Promise<boolean> {
  if (tickets.length === 0) return false
  const now = new Date(await catalogue.now())
  const returnedOrder = await trx
    .selectFrom('ticket')
    .innerJoin('performance', 'performance.id', 'ticket.performance_id')
    .select('ticket.id')
    .where('ticket.id', 'in', [...tickets])
    .where('performance.starts_at', '<=', now)
    .executeTakeFirst()
  return returnedOrder !== undefined
}

/** Returns money of an order as {@link restoreValue} does, and mails the customer what became credit. */
export async function refundValue(
  trx: Transaction<Database>,
  deps: Pick<PaymentDeps, 'brand'>,
  sale: RefundedSale,
  options: RefundOptions,
  actor: Actor,
): Promise<ReturnedMoney> {
  const { returnedMoney, expiresOn, ended } = await restoreValue(trx, deps, sale, options, actor)
  const { credit, purses } = returnedMoney
  const sums = { amount: credit, purses: subtract(purses, ended), ended }
  if (options.to === 'credit' && options.amount > 0)
    await publish(trx, 'mail.order-returned', newId(), { order: sale.order.id, ...sums, expiresOn, isPart: options.isPart })
  return returnedMoney
}

type RefundedSale = { readonly order: OrderRow; readonly worth: Pick<OrderWorth, 'refundedByAttempt' | 'returnedAsCredit'> }
/** `expiresOn`: the last day of new credit, an ISO date; null without any. `ended`: the part of `purses` that is not spendable. */
type RestoredMoney = { readonly returnedMoney: ReturnedMoney; readonly expiresOn: string | null; readonly ended: Money }

/**
 * Returns money of an order: as credit, or to its origin, that is the means of its payment first, then stored value. Only the part
 * that was not paid by stored value becomes new credit: new credit would extend the expiry date of vouchers and credit.
 */
export async function restoreValue(
  trx: Transaction<Database>,
  deps: Pick<PaymentDeps, 'brand'>,
  { order, worth }: RefundedSale,
  { to, amount, reason, isRenewed = true }: Omit<RefundOptions, 'isPart'>,
  actor: Actor,
): Promise<RestoredMoney> {
  if (amount === 0) return { returnedMoney: noMoney, expiresOn: null, ended: zero }
  const attempt = await lockAttempt(trx, order.attempt_id)
  const paid = { taken: attempt.amount, refunded: worth.refundedByAttempt, credited: worth.returnedAsCredit }
  const { origin, credit, purses } = splitReturn(amount, to, paid)
  const months = deps.brand.limits.creditMonths
  const gift = { customer: order.customer_id, amount: credit, months, from: 'returns' as const, order: order.id }
  const expiresOn = credit > 0 ? await giveCredit(trx, gift, actor) : null
  const debt = { id: newId(), attempt: attempt.id, order: order.id, amount: origin, reason }
  const means = origin > 0 ? await oweRefund(trx, deps, debt, actor) : 'card'
  const onPurses = purses > 0 ? await refundStoredValue(trx, deps, order, purses, actor, isRenewed) : []
  const ended = add(...onPurses.filter(({ hasEnded }) => hasEnded).map((part) => part.amount))
  const returnedMoney = { ...noMoney, [means]: origin, credit, purses }
  const { exchange } = attempt.quote
  const isOnExchanged = to === 'origin' && exchange !== undefined && onPurses.length > 0
  return {
    returnedMoney: isOnExchanged
      ? await refundExchangedOrder(trx, deps, exchange, { returnedMoney, onPurses, reason }, actor)
      : returnedMoney,
    expiresOn,
    ended,
  }
}

/**
 * Follows the money of an exchange to the exchanged order. Its value was refunded to a credit account, which a guest cannot
 * use: there it is taken off the account and returned to the origin of the exchanged order, through every earlier exchange.
 */
async function refundExchangedOrder(
  trx: Transaction<Database>,
  deps: Pick<PaymentDeps, 'brand'>,
  exchange: Exchange,
  {
    returnedMoney,
    onPurses,
    reason,
  }: { readonly returnedMoney: ReturnedMoney; readonly onPurses: readonly RestoredValue[]; readonly reason: string },
  actor: Actor,
): Promise<ReturnedMoney> {
  const order = await trx.selectFrom('customer_order').selectAll().where('id', '=', exchange.order).forUpdate().executeTakeFirstOrThrow()
  const { is_guest } = await trx.selectFrom('customer').select('is_guest').where('id', '=', order.customer_id).executeTakeFirstOrThrow()
  const guestCredits = onPurses.filter(({ customer }) => customer === order.customer_id)
  const amount = add(...guestCredits.map((credit) => credit.amount))
  if (!is_guest || amount === 0) return returnedMoney
  for (const { account, amount: part } of guestCredits)
    await post(trx, { account, house: 'returns', amount: -part, reason: 'returned', order: order.id }, actor)
  const additional = await refundValue(
    trx,
    deps,
    { order, worth: await readOrderWorth(trx, order) },
    { to: 'origin', amount, reason, isPart: true },
    actor,
  )
  return { ...addReturnedMoney(returnedMoney, additional), purses: add(subtract(returnedMoney.purses, amount), additional.purses) }
}

type ReturnedParts = {
  readonly order: OrderRow
  readonly worth: OrderWorth
  readonly tickets: readonly string[]
  readonly items: readonly string[]
}
type ReturnAudit = {
  readonly verb: 'return-tickets' | 'exchange'
  readonly returnedMoney: ReturnedMoney
  readonly total: Money
  readonly reason: string
}

/**
 * Invalidates returned tickets and items, and audits the return with its value by kind, for the sales report. An order without remaining
 * tickets, items and value becomes `returned`.
 * @returns the reservations that were returned too, because no ticket covers them any more
 */
export async function recordReturn(
  trx: Transaction<Database>,
  { order, worth, tickets, items }: ReturnedParts,
  { verb, returnedMoney, total, reason }: ReturnAudit,
  actor: Actor,
): Promise<ReturnedReservations> {
  const returnedSets = tickets.length > 0 ? await returnTickets(trx, order.id, tickets) : []
  const returnedItems = await returnItems(trx, order.id, actor, items)
  const sums = { total, ...returnedMoney, kinds: await readReturnedKinds(trx, order, { worth, tickets, items }, total) }
  for (const [nth, { performance, seats }] of returnedSets.entries()) {
    const detail = { performance, seats, order: order.number, reason, ...(nth === 0 && sums) }
    await auditBy(trx, actor, { subject: 'order', subjectId: order.id, verb, detail })
  }
  const hasTickets = returnedSets.length > 0
  if (returnedItems.length > 0 || !hasTickets) {
    const detail = { order: order.number, reason, items: returnedItems, ...(!hasTickets && sums) }
    await auditBy(trx, actor, { subject: 'order', subjectId: order.id, verb: returnedItems.length > 0 ? 'return-items' : 'close', detail })
  }
  const reservations = await returnSurplusReservations(trx, order, actor)
  const left = await readOrderWorth(trx, order)
  // Free items that were not chosen stay valid.
  if (left.remaining === 0 && left.kept === 0 && left.tickets.size === 0 && left.items.size === 0) await returnOrder(trx, order, actor)
  return reservations
}

/** Divides the value of a return among the kinds that were returned. */
async function readReturnedKinds(
  trx: Transaction<Database>,
  { id }: Pick<OrderRow, 'id'>,
  { worth, tickets, items }: Omit<ReturnedParts, 'order'>,
  total: Money,
): Promise<ReturnedKind[]> {
  const chosenTickets = [...new Set(tickets)].map((ticket) => worth.tickets.get(ticket)!)
  const sold = await trx.selectFrom('order_item').select(['id', 'kind', 'quantity']).where('order_id', '=', id).execute()
  const lines = await trx.selectFrom('order_line').select('amount').where('order_id', '=', id).where('kind', '=', 'delivery').execute()
  const ticketPart = { kind: 'ticket' as const, count: chosenTickets.length, amount: add(...chosenTickets) }
  const itemParts = sold
    .filter((item) => items.includes(item.id))
    .map((item) => ({ kind: item.kind, count: item.quantity, amount: worth.items.get(item.id)?.value ?? zero }))
  const parts = chosenTickets.length > 0 ? [ticketPart, ...itemParts] : itemParts
  return divideReturn(parts, money(lines.reduce((sum, { amount }) => sum + amount, 0)), total)
}
