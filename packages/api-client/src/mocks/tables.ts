import type { OfferedItem } from '@playhouse/domain/item-offer'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { sittingsAt } from '@playhouse/domain/restaurant-record'
import { sittingKey, type SittingsOffer, tableDeadline } from '@playhouse/domain/sitting'
import type { TableDetail } from '@playhouse/domain/table-order'
import { placedOrdersOf } from './food.ts'
import type { MockCounter } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'
import { productionOf } from './read-basket.ts'

/** Mock handlers of the theatre's own restaurants. */
export function tableHandlers(shop: MockShop, { signedIn }: MockCounter): MockHandlers<Contract['tables']> {
  return {
    sittings: ({ params, visit }) => {
      if (!shop.brand.restaurant) return fail(problem('page-not-found'))
      const offer = sittingsOf(shop, params.instance, visit)
      return offer ? ok(offer) : fail(problem('instance-unavailable'))
    },
    booked: ({ params, visit }) => {
      const session = signedIn(visit)
      if (!session.ok) return session
      const offer = sittingsOf(shop, params.instance)
      if (!offer) return fail(problem('instance-unavailable'))
      const tables = placedOrdersOf(shop).flatMap(({ order: { number, items }, customer }) =>
        items.flatMap((item) => {
          if (item.kind !== 'table' || item.isReturned || item.performance !== params.instance) return []
          const { sitting, restaurant, startsBefore, minutes, table, note } = item.detail
          const booking = { number, customer, restaurantName: item.name, party: item.quantity }
          return [{ ...booking, sitting, restaurant, startsBefore, minutes, table, note }]
        }),
      )
      return ok({ performance: offer.performance, tables })
    },
  }
}

/** The sittings of a performance of the mock shop. @param visit the visit whose tables count as free */
export function sittingsOf(shop: MockShop, instance: string, visit?: MockVisit): SittingsOffer | undefined {
  const performance = shop.performance(instance)
  if (!performance) return undefined
  const { id: event, title } = productionOf(shop, instance)
  const offered = sittingsAt(shop.restaurants, performance).flatMap(({ restaurant: id, covers, tables, ...rule }) => {
    const own = shop.restaurants.find((each) => each.restaurant === id)
    if (!own || performance.sale !== 'on-sale') return []
    const { hall: _hall, sittings: _sittings, ...restaurant } = own
    const { productions: _productions, performances: _performances, fromHour: _from, beforeHour: _before, ...rules } = rule
    const taken = takenTables(shop, sittingKey({ sitting: rules.sitting, instance }), visit)
    const left = tables.map(({ size, least, tables: total }) => ({
      ...{ size, least, free: Math.max(0, total - taken.filter(({ table }) => table === size).length) },
    }))
    return [{ ...rules, restaurant, tables: left, coversLeft: Math.max(0, covers - taken.reduce((sum, { party }) => sum + party, 0)) }]
  })
  return {
    performance: {
      ...{ instance, event, title, timeZone: performance.timeZone },
      startsAt: new Date(performance.startsAtInstant).toISOString(),
    },
    sittings: offered.toSorted((a, b) => b.startsBefore - a.startsBefore),
  }
}

/** The tables of a sitting in orders, and in the baskets of other visits. */
function takenTables(shop: MockShop, key: string, visit: MockVisit | undefined): { table: number; party: number }[] {
  const held = [...shop.visits.values()]
    .filter((each) => each !== visit && (each.state === 'paying' || (each.deadline !== null && each.deadline > shop.now())))
    .flatMap(({ items }) =>
      items.flatMap(({ product, detail, quantity }) =>
        product === key && detail && 'sitting' in detail ? [{ table: detail.table, party: quantity }] : [],
      ),
    )
  const sold = placedOrdersOf(shop).flatMap(({ order }) =>
    order.items.flatMap((item) =>
      item.kind === 'table' &&
      !item.isReturned &&
      sittingKey({ sitting: item.detail.sitting, instance: item.detail.performance.instance }) === key
        ? [{ table: item.detail.table, party: item.quantity }]
        : [],
    ),
  )
  return [...held, ...sold]
}

/** When bookings of a table end, in epoch milliseconds. */
export function tableClosingOf(shop: MockShop, detail: Pick<TableDetail, 'performance' | 'closesBefore'>): number {
  const startsAt = shop.performance(detail.performance.instance)?.startsAtInstant
  return tableDeadline(startsAt === undefined ? detail.performance.startsAt : new Date(startsAt).toISOString(), detail)
}

/** The problem of a table that is booked after its deadline; undefined for other kinds. The offer was made of what is free. */
export const findTableProblem = (shop: MockShop, { detail }: OfferedItem): Problem | undefined =>
  detail && 'sitting' in detail && tableClosingOf(shop, detail) <= shop.now() ? problem('table-closed', { name: detail.name }) : undefined
