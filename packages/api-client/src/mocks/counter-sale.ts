import type { CounterExchange, CounterSale, Order } from '#contract'
import { money } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { CounterPaymentMethod } from '@playhouse/domain/staff'
import { payMock } from './checkout.ts'
import { type MockCounter, type MockShift, newDesk } from './mock-counter.ts'
import type { MockShop } from './mock-shop.ts'
import { moneyOf } from './read-basket.ts'

type Wish = {
  readonly version: number
  readonly quote?: string | undefined
  readonly way: CounterPaymentMethod
  readonly tendered?: number | undefined
  readonly delivery: 'print' | 'email'
  readonly exchange?: CounterExchange | undefined
}

/** Who gives no name, to the books of a mock shop. */
export const walkIn = 'walk-in'

/** Takes the money and sells what is on the counter; asked again, it tells of the sale that was made. */
export function sellAtCounter(shop: MockShop, counters: MockCounter, shift: MockShift, wish: Wish): Result<CounterSale, Problem> {
  const { desk, served } = shift
  if (desk.tickets.length === 0) return shift.done ? ok(readSale(counters, shift, shift.done)) : fail(problem('basket-empty'))
  if (desk.version !== wish.version) return fail(problem('price-changed'))
  if (wish.quote !== undefined && moneyOf(shop, desk).quote !== wish.quote) return fail(problem('price-changed'))
  const { exchange } = wish
  const given = exchange && exchangeable(shop, shift, exchange)
  if (given && !given.ok) return given
  const { total, leftToPay } = moneyOf(shop, desk).totals
  const value = exchange?.value ?? 0
  const due = Math.max(0, leftToPay - value)
  const tendered = wish.tendered ?? due
  if (wish.way === 'cash' && tendered < due) return fail(problem('invalid-input', { fields: ['tendered'] }))
  const way = due === 0 ? 'none' : wish.way
  const id = crypto.randomUUID()
  const [{ performance = '' } = {}] = desk.tickets
  const seats = desk.tickets.map(({ seat }) => seat)
  shop.payments.set(id, { id, visit: desk, state: 'redirected', order: null, customer: served?.customer.id ?? walkIn })
  payMock(shop, id)
  const order = shop.payments.get(id)!.order!
  const back = Math.max(0, value - total)
  counters.sales.set(order.number, {
    number: order.number,
    by: shift.colleague,
    at: shop.now(),
    way,
    taken: due,
    other: total - due,
    tendered: way === 'cash' ? tendered : null,
    change: way === 'cash' ? tendered - due : null,
    delivery: wish.delivery,
    exchanged: exchange ? Math.min(value, total) : null,
    rest: back > 0 ? { amount: back, to: exchange!.rest } : null,
  })
  counters.note({ performance, who: shift.colleague.name, verb: 'sell', seats, order: order.number, amount: total })
  if (given?.ok) {
    const { order: old, tickets } = given.value
    const evenings = new Set(old.tickets.filter(({ id }) => tickets.includes(id)).map(({ instance }) => instance))
    takeTickets(shop, old, tickets)
    if (back > 0 && exchange!.rest === 'credit' && served) served.credit += back
    const at = shop.now()
    counters.backs.push({ id: crypto.randomUUID(), number: old.number, by: shift.colleague, at, to: 'credit', amount: value })
    const exchanged = { who: shift.colleague.name, verb: 'exchange', seats: [], order: old.number, amount: value, reason: order.number }
    for (const evening of evenings) counters.note({ performance: evening, ...exchanged })
  }
  if (served) shop.mails.push({ to: served.customer.email, text: `Order ${order.number} is confirmed.` })
  shift.done = order.number
  shift.desk = newDesk(shop, served)
  return ok(readSale(counters, shift, order.number))
}

/** Takes tickets out of an order; their seats are free again. */
export function takeTickets(shop: MockShop, order: Order, tickets: readonly string[]): void {
  for (const { id, instance, area, row, number } of order.tickets) {
    if (!tickets.includes(id)) continue
    const { plan, taken } = shop.house(instance)!
    const index = seatCalled(plan, { area, row, number })
    if (index !== undefined) taken.delete(index)
  }
  order.tickets = order.tickets.filter(({ id }) => !tickets.includes(id))
  if (order.tickets.length === 0) order.state = 'returned'
}

type Called = { readonly area: string; readonly row: string; readonly number: string }
function seatCalled(plan: NonNullable<ReturnType<MockShop['house']>>['plan'], { area, row, number }: Called): number | undefined {
  for (const { area: of, label, firstSeat, seatCount } of plan.rows)
    for (let seat = firstSeat; label === row && plan.areas[of]!.name === area && seat < firstSeat + seatCount; seat++)
      if (plan.numberOf(seat) === number) return seat
  return undefined
}

/** An order by its number, with whose it is. */
export function orderOf(shop: MockShop, number: string): { order: Order; customer: string } | undefined {
  const payment = [...shop.payments.values()].find(({ order }) => order?.number === number)
  return payment?.order ? { order: payment.order, customer: payment.customer } : undefined
}

function exchangeable(
  shop: MockShop,
  { served }: MockShift,
  { order: number, tickets, value }: CounterExchange,
): Result<{ order: Order; tickets: readonly string[] }, Problem> {
  const found = orderOf(shop, number)
  if (!found) return fail(problem('order-not-found'))
  const { order, customer } = found
  const chosen = order.tickets.filter(({ id }) => tickets.includes(id))
  if (order.state !== 'confirmed' || chosen.length !== new Set(tickets).size) return fail(problem('cancel-order-failed'))
  if (chosen.reduce((sum, { price }) => sum + price, 0) !== value) return fail(problem('price-changed'))
  if (customer !== (served?.customer.id ?? walkIn)) return fail(problem('invalid-input', { fields: ['exchange'] }))
  return ok({ order, tickets })
}

function readSale(counters: MockCounter, shift: MockShift, number: string): CounterSale {
  const { way, taken, other, tendered, change, delivery, exchanged, rest } = counters.sales.get(number)!
  const sum = (value: number | null) => (value === null ? null : money(value))
  return {
    order: number,
    total: money(taken + other),
    credit: money(other - (exchanged ?? 0)),
    way,
    paid: money(taken),
    tendered: sum(tendered),
    change: sum(change),
    delivery,
    exchanged: sum(exchanged),
    back: rest && { amount: money(rest.amount), to: rest.to },
    desk: counters.read(shift),
  }
}
