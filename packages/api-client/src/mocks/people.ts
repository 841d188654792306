import { titleOf } from '@playhouse/domain/production-texts'
import { hasClock } from '@playhouse/domain/item-kind'
import { add } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import type { Order, OrderSummary, Session } from '#contract'
import { accountHandlers } from './account.ts'
import { startMockAddOns, withAddOns } from './add-ons.ts'
import type { MockHandlers, Contract } from './mock-handler.ts'
import { type MockShop, type MockVisit, reopenBasket } from './mock-shop.ts'
import { orderReturnHandlers } from './order-returns.ts'
import { creditOf, linesOf, readBasket, readItems } from './read-basket.ts'
import { removeHeldMemberships } from './held-items.ts'
import { reservedOrders, addReservedToBasket } from './reservation.ts'

/** The session of a visit as the contract returns it. Expires its basket first where the deadline has passed. */
export function sessionOf(shop: MockShop, visit: MockVisit): Session {
  shop.expireBasket(visit)
  removeHeldMemberships(shop, visit)
  const { address: _address, ...customer } = visit.customer ?? { address: null }
  return {
    customer: visit.customer ? (customer as Session['customer']) : null,
    basket: {
      state: visit.state,
      count: visit.tickets.length,
      items: readItems(shop, visit).reduce((sum, { quantity }) => sum + quantity, 0),
      total: add(...linesOf(shop, visit).map((line) => line.amount)),
      deadline: visit.deadline === null || !hasClock(visit) ? null : new Date(visit.deadline).toISOString(),
    },
    serverTime: new Date(shop.now()).toISOString(),
    idleSeconds: shop.brand.limits.sessionIdleSeconds,
  }
}

/** An order as lists return it. */
export function summariseOrder(
  shop: MockShop,
  { number, state, placedAt, tickets, packages, items, totals, credited }: Order,
): OrderSummary {
  const [first] = tickets.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
  return {
    number,
    state,
    placedAt,
    ...(first ? titleOf(first) : { title: null }),
    firstAt: first?.startsAt ?? null,
    timeZone: first?.timeZone ?? null,
    hall: (first && shop.performance(first.instance)?.hall) ?? null,
    count: tickets.length,
    ...(packages && { packages: packages.map(({ name }) => name) }),
    items: items.map(({ kind, name, quantity }) => ({ kind, name, quantity })),
    total: totals.total,
    credited,
  }
}

/** Mock handlers of the brand settings and the session. */
export function siteHandlers(shop: MockShop): MockHandlers<Contract['site']> {
  return {
    site: () => ok({ brand: shop.brand, underMaintenance: false }),
    bypassMaintenance: () => fail(problem('not-allowed')),
    session: ({ visit }) => ok(sessionOf(shop, visit)),
  }
}

/** Mock handlers of the customer's account, orders and credit. */
export function meHandlers(shop: MockShop): Omit<MockHandlers<Contract['me']>, 'names' | 'setNames'> {
  const ordersOf = (visit: MockVisit) =>
    [...shop.payments.values()].flatMap((payment) => (payment.order && payment.customer === visit.customer?.id ? [payment.order] : []))
  const file = (bytes: string) => ok(new TextEncoder().encode(bytes))
  const withOrder = (visit: MockVisit, number: string) => {
    if (!visit.customer) return fail(problem('login-required'))
    const order = ordersOf(visit).find((each) => each.number === number)
    return order ? ok(order) : fail(problem('order-not-found'))
  }
  return {
    ...accountHandlers(shop),
    ...orderReturnHandlers(shop, withOrder),
    orders: ({ visit }) => {
      if (!visit.customer) return fail(problem('login-required'))
      return ok({
        orders: [...reservedOrders(shop, visit), ...ordersOf(visit).map((order) => summariseOrder(shop, order))],
      })
    },
    order: ({ visit, params }) => {
      const order = withOrder(visit, params.number)
      return order.ok ? ok(withAddOns(shop, order.value)) : order
    },
    startAddOns: ({ visit, params, body }) => {
      if (!visit.customer) return fail(problem('login-required'))
      shop.expireBasket(visit)
      if (visit.state === 'paying') return fail(problem('basket-paying'))
      if (visit.state !== 'open') reopenBasket(visit)
      const startProblem = startMockAddOns(shop, visit, params.number, body.keepItems)
      if (startProblem) return fail(startProblem)
      visit.version += 1
      return ok(readBasket(shop, visit))
    },
    addOrderToBasket: ({ visit, params }) => {
      const addProblem = addReservedToBasket(shop, visit, params.number)
      return addProblem ? fail(addProblem) : ok(readBasket(shop, visit))
    },
    ticketsPdf: ({ visit, params }) => {
      const order = withOrder(visit, params.number)
      if (order.ok && order.value.tickets.length === 0) return fail(problem('order-not-found'))
      return order.ok ? file('%PDF-1.7\n%%EOF') : order
    },
    receipt: ({ visit, params }) => {
      const order = withOrder(visit, params.number)
      return order.ok ? file('%PDF-1.7\n%%EOF') : order
    },
    credit: ({ visit }) => (visit.customer ? ok({ balance: creditOf(shop, visit), entries: [] }) : fail(problem('login-required'))),
    calendar: ({ visit, params }) => {
      const order = withOrder(visit, params.number)
      return order.ok ? file('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n') : order
    },
  }
}
