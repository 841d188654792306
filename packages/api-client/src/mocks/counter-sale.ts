import type { CounterExchange, CounterSale, Order } from '#contract'
import {
  type CounterPaymentMethod,
  findTenderProblem,
  isReferenceValid,
  otherTenderOf,
  type RefundMeans,
  refundMeansOf,
  tenderRules,
} from '@playhouse/domain/counter-tender'
import { exchangePaymentOf } from '@playhouse/domain/exchange-payment'
import { money, zero } from '@playhouse/domain/money'
import { isEmpty } from '@playhouse/domain/item-kind'
import { isPosted } from '@playhouse/domain/postage'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { TenderedSale } from '@playhouse/domain/sales-by-tender'
import { counterPaymentOf } from '@playhouse/domain/staff'
import { removeBarredItem } from './buyer-problem.ts'
import { payMock } from './checkout.ts'
import { type MockCounter, mockPaymentMethods, type MockStaffSession, newCounterBasket, sendMockRefund } from './mock-counter.ts'
import type { MockShop } from './mock-shop.ts'
import { voucherUsesOf, withExchanged } from './subscriptions.ts'
import { recordReturned, returnParts } from './return-parts.ts'
import { allocationsOf, amountsOf, readItems } from './read-basket.ts'

type SaleRequest = {
  readonly version: number
  readonly quote?: string | undefined
  readonly way: CounterPaymentMethod
  readonly reference?: string | undefined
  readonly tendered?: number | undefined
  readonly delivery: 'print' | 'email'
  readonly exchange?: CounterExchange | undefined
}

/** Customer id of walk-in sales. */
export const walkIn = 'walk-in'

/** Sells the counter basket. With an empty basket, returns the last sale of the session again. */
export const sellAtCounter = (
  shop: MockShop,
  counter: MockCounter,
  session: MockStaffSession,
  request: SaleRequest,
): Result<CounterSale, Problem> =>
  withExchanged(session.basket, request.exchange?.tickets ?? [], () => sellBasket(shop, counter, session, request))

function sellBasket(shop: MockShop, counter: MockCounter, session: MockStaffSession, request: SaleRequest): Result<CounterSale, Problem> {
  const { basket, account } = session
  if (isEmpty(basket)) return session.lastOrder ? ok(readSale(shop, counter, session, session.lastOrder)) : fail(problem('basket-empty'))
  if (!mockPaymentMethods(shop).includes(request.way)) return fail(problem('invalid-input', { fields: ['way'] }))
  const otherTender = otherTenderOf(shop.brand, request.way)
  if (otherTender && !isReferenceValid(otherTender, request.reference ?? ''))
    return fail(problem('invalid-input', { fields: ['reference'] }))
  if (basket.version !== request.version) return fail(problem('price-changed'))
  if (request.quote !== undefined && amountsOf(shop, basket).quote !== request.quote) return fail(problem('price-changed'))
  const barred = removeBarredItem(shop, basket)
  if (barred) return fail(barred)
  const { exchange } = request
  const exchangedValue = exchange && exchangedTickets(shop, counter, session, exchange)
  if (exchangedValue && !exchangedValue.ok) return exchangedValue
  const { totals } = amountsOf(shop, basket)
  const { total } = totals
  const { used, leftToPay, returned: back } = exchangePaymentOf({ totals, items: readItems(shop, basket) }, exchange?.value ?? zero)
  const payment = counterPaymentOf(leftToPay, request.way, request.tendered)
  if (!payment) return fail(problem('invalid-input', { fields: ['tendered'] }))
  const { way, due, tendered, change } = payment
  const unaccepted = way === 'none' ? undefined : findTenderProblem(way, { hasCustomer: account !== null, items: basket.items })
  if (unaccepted) return fail(unaccepted)
  if (basket.items.some(isPosted) && basket.delivery.address === null) return fail(problem('step-incomplete', { step: 'delivery' }))
  const id = crypto.randomUUID()
  const [{ performance = '' } = {}] = basket.tickets
  const seats = basket.tickets.map(({ seat }) => seat)
  const fromVouchers = allocationsOf(shop, basket).reduce(
    (sum, { account, amount }) => sum + (basket.vouchers.includes(account) ? amount : 0),
    0,
  )
  const vouchers = voucherUsesOf(shop, basket)
  shop.payments.set(id, { id, visit: basket, state: 'redirected', order: null, customer: account?.customer.id ?? walkIn, vouchers })
  payMock(shop, id)
  const order = shop.payments.get(id)!.order!
  counter.sales.set(order.number, {
    number: order.number,
    by: session.staffUser,
    at: shop.now(),
    way,
    reference: way === 'none' ? null : request.reference || null,
    taken: due,
    other: total - due,
    lines: linesOfOrder(order),
    voucher: Math.min(fromVouchers, total - due - used),
    tendered,
    change,
    delivery: request.delivery,
    exchanged: exchange ? used : null,
    rest: back > 0 ? { amount: back, to: exchange!.rest } : null,
  })
  counter.record({ performance, who: session.staffUser.name, verb: 'sell', seats, order: order.number, amount: total })
  if (exchangedValue?.ok) {
    const { order: old, tickets, value } = exchangedValue.value
    const performances = new Set(old.tickets.filter(({ id }) => tickets.includes(id)).map(({ instance }) => instance))
    returnParts(shop, old, tickets)
    if (back > 0 && exchange!.rest === 'credit' && account) account.credit += back
    if (back > 0) recordReturned(old, exchange!.rest, back)
    const at = shop.now()
    counter.refunds.push(sendMockRefund({ number: old.number, by: session.staffUser, at, to: 'credit', amount: value }))
    counter.returns.push({
      ...{ by: session.staffUser, at },
      kinds: [{ kind: 'ticket', count: tickets.length, amount: money(value) }],
      destinations: {
        exchange: money(used),
        [exchange!.rest === 'credit' ? 'credit' : mockRefundMeansOf(shop, counter, old.number)]: money(back),
      },
    })
    const auditEntry = { who: session.staffUser.name, verb: 'exchange', seats: [], order: old.number, amount: value, reason: order.number }
    for (const exchangedPerformance of performances) counter.record({ performance: exchangedPerformance, ...auditEntry })
  }
  if (account) shop.mails.push({ to: account.customer.email, text: `Order ${order.number} is confirmed.` })
  session.lastOrder = order.number
  session.basket = newCounterBasket(shop, account)
  return ok(readSale(shop, counter, session, order.number))
}

/** An order by its number, with the id of its customer. */
export function findOrder(shop: MockShop, number: string): { order: Order; customer: string } | undefined {
  const payment = [...shop.payments.values()].find(({ order }) => order?.number === number)
  return payment?.order ? { order: payment.order, customer: payment.customer } : undefined
}

/** The means of a refund of an order. */
export function mockRefundMeansOf({ brand }: MockShop, counter: MockCounter, number: string): RefundMeans {
  const way = counter.sales.get(number)?.way ?? 'card'
  return refundMeansOf(brand, way === 'none' ? 'card' : way)
}

/** Whether what an order was paid with may become account credit. */
export function isMockCreditable(counter: MockCounter, number: string): boolean {
  const way = counter.sales.get(number)?.way
  return way === undefined || way === 'none' || tenderRules[way].isCreditable
}

function exchangedTickets(
  shop: MockShop,
  counter: MockCounter,
  { account }: MockStaffSession,
  { order: number, tickets, value }: CounterExchange,
): Result<{ order: Order; tickets: readonly string[]; value: number }, Problem> {
  const foundOrder = findOrder(shop, number)
  if (!foundOrder) return fail(problem('order-not-found'))
  const { order, customer } = foundOrder
  if (!isMockCreditable(counter, number)) return fail(problem('cancel-order-failed'))
  const chosenTickets = order.tickets.filter(({ id }) => tickets.includes(id))
  if (order.state !== 'confirmed' || chosenTickets.length !== new Set(tickets).size) return fail(problem('cancel-order-failed'))
  if (chosenTickets.reduce((sum, { price }) => sum + price, 0) !== value) return fail(problem('price-changed'))
  if (customer !== (account?.customer.id ?? walkIn)) return fail(problem('invalid-input', { fields: ['exchange'] }))
  return ok({ order, tickets, value })
}

function readSale(shop: MockShop, counter: MockCounter, session: MockStaffSession, number: string): CounterSale {
  const { way, reference, taken, other, tendered, change, delivery, exchanged, rest } = counter.sales.get(number)!
  const sum = (value: number | null) => (value === null ? null : money(value))
  const { tickets, items } = findOrder(shop, number)!.order
  const isPrinted = session.account === null || delivery === 'print'
  const printed = items.map((item) => (isPrinted && item.kind === 'gift-voucher' && item.detail.delivery === 'print' ? item.quantity : 0))
  return {
    order: number,
    tickets: tickets.length,
    vouchersToPrint: printed.reduce((all, one) => all + one, 0),
    total: money(taken + other),
    credit: money(other - (exchanged ?? 0)),
    way,
    reference,
    paid: money(taken),
    tendered: sum(tendered),
    change: sum(change),
    delivery,
    exchanged: sum(exchanged),
    back: rest && { amount: money(rest.amount), to: rest.to },
    desk: counter.readState(session),
  }
}

/** The lines of a sold order. */
/** What an order sold, as the sales report counts it. */
export function linesOfOrder({ tickets, items, totals }: Order): TenderedSale['lines'] {
  return [
    ...tickets.map(({ price }) => ({ kind: 'ticket' as const, count: 1, amount: price })),
    ...items.map(({ kind, quantity, amount }) => ({ kind, count: quantity, amount })),
    { kind: 'delivery' as const, count: 1, amount: totals.delivery },
    { kind: 'discount' as const, count: 1, amount: money(-totals.discount) },
  ]
}
