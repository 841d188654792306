import { money } from '@playhouse/domain/money'
import { findSurplusReservations } from '@playhouse/domain/product-reservation'
import type { Order } from '#contract'
import { endSoldTerm } from './member-price-uses.ts'
import type { MockShop } from './mock-shop.ts'
import { recallMockVouchers } from './voucher-money.ts'

/** Removes tickets from an order and frees their seats, and marks items as returned. Without any of them the order is returned. */
export function returnParts(shop: MockShop, order: Order, tickets: readonly string[], items: readonly string[] = []): void {
  for (const { id, instance, area, row, number } of order.tickets) {
    if (!tickets.includes(id)) continue
    const { plan, taken } = shop.pricedPerformanceOf(instance)!
    const index = findSeat(plan, { area, row, number })
    if (index !== undefined) taken.delete(index)
  }
  const returned = order.tickets.filter(({ id }) => tickets.includes(id))
  order.returnedTickets.push(...returned.map(({ entrance: _entrance, qr: _qr, modules: _modules, ...ticket }) => ticket))
  order.tickets = order.tickets.filter(({ id }) => !tickets.includes(id))
  recallMockVouchers(shop, order, items)
  for (const id of tickets) shop.voucherUses.delete(id)
  for (const { subscriptions = [] } of shop.accounts.values())
    for (const subscription of subscriptions) if (items.some((id) => id === subscription.item)) subscription.isReturned = true
  const member = [...shop.accounts.values()].find(({ terms }) => terms.some(({ soldBy }) => soldBy === order.number))
  for (const item of order.items)
    if (member && items.includes(item.id) && item.kind === 'membership') endSoldTerm(member, order.number, item.detail.membership)
  order.items = order.items.map((item) => (items.includes(item.id) ? { ...item, isReturned: true } : item))
  returnSurplusReservations(shop, order)
  if (order.tickets.length === 0 && order.items.every(({ isReturned }) => isReturned)) order.state = 'returned'
}

/** Returns the reservations of an order, and of the orders that add to it, that its tickets no longer cover. */
function returnSurplusReservations(shop: MockShop, order: Order): void {
  const others = [...shop.payments.values()].flatMap((payment) => (payment.order?.addsTo === order.number ? [payment.order] : []))
  const counts = new Map([...Map.groupBy(order.tickets, ({ instance }) => instance)].map(([id, tickets]) => [id, tickets.length]))
  const reserved = [order, ...others].flatMap(({ items }) => items.filter(({ isReturned }) => !isReturned))
  const surplus = new Map(findSurplusReservations(reserved, counts).map(({ item, pieces }) => [item.id, pieces]))
  for (const each of [order, ...others]) {
    if (!each.items.some(({ id }) => surplus.has(id))) continue
    each.items = each.items.map((item) => {
      const pieces = surplus.get(item.id)
      if (pieces === undefined || item.kind !== 'product') return item
      if (pieces === item.quantity) return { ...item, isReturned: true }
      return { ...item, quantity: item.quantity - pieces, detail: { ...item.detail, returned: (item.detail.returned ?? 0) + pieces } }
    })
    if (each !== order && each.items.every(({ isReturned }) => isReturned)) each.state = 'returned'
  }
}

/** Adds an amount in minor units to what was refunded or credited for an order. */
export function recordReturned(order: Order, to: 'credit' | 'origin', amount: number): void {
  const key = to === 'credit' ? 'credited' : 'refunded'
  order[key] = money(order[key] + amount)
}

type SeatName = { readonly area: string; readonly row: string; readonly number: string }
function findSeat(
  plan: NonNullable<ReturnType<MockShop['pricedPerformanceOf']>>['plan'],
  { area, row, number }: SeatName,
): number | undefined {
  for (const { area: of, label, firstSeat, seatCount } of plan.rows)
    for (let seat = firstSeat; label === row && plan.areas[of]!.name === area && seat < firstSeat + seatCount; seat++)
      if (plan.numberOf(seat) === number) return seat
  return undefined
}
