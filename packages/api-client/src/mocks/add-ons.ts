import { titleOf } from '@playhouse/domain/production-texts'
import { isAddOn, type ItemKind } from '@playhouse/domain/item-kind'
import { findReservationProblem, isReservation } from '@playhouse/domain/product-reservation'
import { addOnOrderNumber, isOpenForAddOns } from '@playhouse/domain/order'
import { type Problem, problem } from '@playhouse/domain/problem'
import type { Basket, Order } from '#contract'
import type { MockPayment, MockShop, MockVisit } from './mock-shop.ts'

type PaidOrder = MockPayment & { readonly order: Order }

const findPaid = (shop: MockShop, number: string): PaidOrder | undefined =>
  [...shop.payments.values()].find((payment): payment is PaidOrder => payment.order?.number === number)

/** Whether something can be added to an order now. */
const isOpen = (shop: MockShop, { state, addsTo, tickets }: Order): boolean =>
  isOpenForAddOns({ state, addsTo, startsAt: tickets.map(({ startsAt }) => Date.parse(startsAt)) }, shop.now())

/** Updates the orders that add to an order, and whether more can. @returns the order itself, which other handlers change */
export function withAddOns(shop: MockShop, order: Order): Order {
  const buyer = findPaid(shop, order.number)?.customer
  const addOns = [...shop.payments.values()].flatMap(({ order: other, customer }) =>
    other?.addsTo === order.number ? [{ other, customer }] : [],
  )
  return Object.assign(order, {
    addOns: addOns.map(({ other: { number, state, placedAt, totals, items }, customer }) => ({
      ...{ number, state, placedAt, total: totals.total, isSameBuyer: customer === buyer },
      items: items.map(({ kind, name, quantity }) => ({ kind, name, quantity })),
    })),
    isOpenForAddOns: isOpen(shop, order),
  })
}

/** The number of a new order: the next of the order that its basket adds to, or `free`. */
export function orderNumberFor(shop: MockShop, { addsTo }: MockVisit, free: string): string {
  if (addsTo === null) return free
  const placed = [...shop.payments.values()].filter(({ order }) => order?.addsTo === addsTo)
  return addOnOrderNumber(addsTo, placed.length + 1)
}

/** Lets an open basket add to an order of the visitor. @returns the problem where that is not possible */
export function startMockAddOns(shop: MockShop, visit: MockVisit, number: string, keepItems = false): Problem | undefined {
  const own = findPaid(shop, number)
  if (!own || own.customer !== visit.customer?.id) return problem('order-not-found')
  const { order } = own.order.addsTo === null ? own : findPaid(shop, own.order.addsTo)!
  if (!isOpen(shop, order)) return problem('add-ons-closed', { order: order.number })
  const isSuitable = visit.tickets.length === 0 && visit.items.every(({ kind }) => isAddOn(kind))
  if (!isSuitable || (visit.items.length > 0 && !keepItems && visit.addsTo !== order.number))
    return problem('add-ons-need-own-basket', { order: order.number })
  visit.addsTo = order.number
  return undefined
}

/** The problem of something that is not added to orders, in a basket that adds to one. An empty one becomes a separate order. */
export function findOtherOrderProblem(visit: MockVisit, kind?: ItemKind): Problem<'basket-adds-to-order'> | undefined {
  if (visit.addsTo === null || (kind !== undefined && isAddOn(kind))) return undefined
  if (visit.items.length > 0) return problem('basket-adds-to-order', { order: visit.addsTo })
  visit.addsTo = null
  return undefined
}

/** The problem of a payment for a basket that adds to an order, or undefined. */
export function findAddOnProblem(shop: MockShop, { addsTo }: MockVisit): Problem | undefined {
  const order = addsTo === null ? undefined : findPaid(shop, addsTo)?.order
  return order && !isOpen(shop, order) ? problem('add-ons-closed', { order: order.number }) : undefined
}

/** Checks that the reservations of a basket and of the order that it adds to do not exceed their tickets. @param items those that it has or gets */
export function findReservedItemProblem(
  shop: MockShop,
  { addsTo, tickets }: MockVisit,
  items: readonly { readonly quantity: number; readonly detail: object | null }[],
): Problem<'reservations-exceed-tickets'> | undefined {
  if (!items.some(isReservation)) return undefined
  const orders = [...shop.payments.values()].flatMap(({ order }) =>
    order && addsTo !== null && (order.number === addsTo || order.addsTo === addsTo) ? [order] : [],
  )
  const performances = [
    ...tickets.map(({ performance }) => performance),
    ...orders.flatMap((order) => order.tickets.map(({ instance }) => instance)),
  ]
  const counts = new Map([...Map.groupBy(performances, (id) => id)].map(([id, all]) => [id, all.length]))
  const earlierItems = orders.flatMap((order) =>
    order.items.flatMap(({ isReturned, detail, name, quantity }) =>
      isReturned || detail === null ? [] : [{ quantity, detail: { ...detail, name } }],
    ),
  )
  return findReservationProblem([...earlierItems, ...items], counts)
}

/** The order that a basket adds to, as the contract returns it. */
export function readAddsTo(shop: MockShop, { addsTo, state }: MockVisit): Basket['addsTo'] {
  const order = addsTo === null || state === 'expired' ? undefined : findPaid(shop, addsTo)?.order
  if (!order) return null
  const upcoming = order.tickets.filter(({ startsAt }) => Date.parse(startsAt) > shop.now())
  return {
    order: order.number,
    performances: [...Map.groupBy(upcoming, ({ instance }) => instance).values()].map((tickets) => {
      const { instance, event, startsAt, timeZone, hallName, ...production } = tickets[0]!
      return { ...titleOf(production), instance, event, startsAt, timeZone, hallName, tickets: tickets.length }
    }),
  }
}
