import type { PackageDefinition, PackagePerformance } from '@playhouse/domain/package'
import { pricePackage } from '@playhouse/domain/package-price'
import { findPackageProblem, priceTypesOf } from '@playhouse/domain/package-request'
import { isOpenPackage, isVisiblePackage, type PackageProgramme, summarisePackage, viewPackage } from '@playhouse/domain/package-view'
import { needsWithin } from '@playhouse/domain/plan/best'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { hasClock } from '@playhouse/domain/item-kind'
import type { PackageRequest } from '#contract'
import { removeDependentItems } from './dependent-items.ts'
import { holdPerformances } from './hold-performances.ts'
import { instanceOf } from './catalogue.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import { type MockShop, type MockVisit, reopenBasket } from './mock-shop.ts'
import { priceOfTicket } from './price-of-ticket.ts'
import { readBasket } from './read-basket.ts'

/** Mock handlers of packages. */
export function packageHandlers(shop: MockShop): MockHandlers<Contract['packages']> {
  // Staff change packages: the list is the current one.
  const definitions = shop.brand.packages ? shop.packages : []
  const isVisible = (definition: PackageDefinition): boolean =>
    isVisiblePackage(definition, definitions, (production) => shop.performances.some((each) => each.production === production))
  const viewOf = (id: string, visit: MockVisit) => {
    const definition = definitions.find((each) => each.package === id)
    return definition && isVisible(definition) ? viewPackage(definition, definitions, programmeOf(shop, visit)) : undefined
  }
  return {
    list: ({ visit }) => {
      const programme = programmeOf(shop, visit)
      const open = definitions.filter((definition) => isOpenPackage(definition, programme) && isVisible(definition))
      return ok({ packages: open.map((definition) => summarisePackage(definition, definitions, programme)) })
    },
    package: ({ params, visit }) => {
      const view = viewOf(params.package, visit)
      return view ? ok(view) : fail(problem('page-not-found'))
    },
    hold: ({ visit, body }) => {
      shop.expireBasket(visit)
      if (visit.state === 'paying') return fail(problem('basket-paying'))
      if (visit.state !== 'open') reopenBasket(visit)
      const view = viewOf(body.package, visit)
      if (!view) return fail(problem('page-not-found'))
      const wrong = findPackageProblem(view, body)
      if (wrong) return fail(wrong)
      const held = holdPackage(shop, visit, view, body)
      if (!held.ok) return held
      visit.version += 1
      visit.lastPayment = null
      return ok({ ...readBasket(shop, visit), held: held.value })
    },
    remove: ({ visit, params }) => {
      shop.expireBasket(visit)
      if (visit.state === 'paying') return fail(problem('basket-paying'))
      if (visit.state !== 'open') return fail(problem('basket-expired'))
      if (visit.packages.every(({ id }) => id !== params.id)) return fail(problem('basket-line-unknown'))
      if (visit.vouchers.length > 0) return fail(problem('voucher-in-basket'))
      releasePackage(shop, visit, params.id)
      if (visit.tickets.length === 0) {
        if (!hasClock(visit)) Object.assign(visit, { deadline: null, extensions: 0 })
        removeDependentItems(visit)
      }
      Object.assign(visit, { version: visit.version + 1, lastPayment: null, heldMemberships: [], lapsedItems: [] })
      return ok(readBasket(shop, visit))
    },
  }
}

/** The programme of the mock shop for packages, as one visitor sees it. */
function programmeOf(shop: MockShop, visit: MockVisit): PackageProgramme {
  const now = shop.now()
  return {
    ...{ now, timeZone: shop.brand.timeZone },
    titleOf: (production) => shop.productions.find(({ id }) => id === production)?.title,
    performancesOf: (production) => {
      const { runningTime } = shop.productions.find(({ id }) => id === production)!
      return shop.performances
        .filter((each) => each.production === production && each.startsAtInstant > now)
        .toSorted((a, b) => a.startsAtInstant - b.startsAtInstant || (a.id < b.id ? -1 : 1))
        .map((performance): PackagePerformance => {
          const { id, event: _, seatsLeft: __, ...summary } = instanceOf(shop, performance, visit)
          return { instance: id, ...summary, endsAt: new Date(performance.startsAtInstant + runningTime * 60_000).toISOString() }
        })
    },
  }
}

const earlier = new WeakMap<MockVisit, Map<string, string>>()

/** Holds all seats of a package at their shares of its price, or none. @returns the id of the package in the basket */
function holdPackage(
  shop: MockShop,
  visit: MockVisit,
  { package: id, kind, name, pricing, bands }: Pick<PackageDefinition, 'package' | 'kind' | 'name' | 'pricing' | 'bands'>,
  { party, performances, wish, sameSeats = 'preferred', replaces, once, proof }: PackageRequest & { readonly proof?: string | undefined },
): Result<string, Problem> {
  const repeated = once === undefined ? undefined : earlier.get(visit)?.get(once)
  if (repeated !== undefined && visit.packages.some((each) => each.id === repeated)) return ok(repeated)
  if (replaces !== undefined && visit.packages.every((each) => each.id !== replaces)) return fail(problem('basket-line-unknown'))
  if (replaces !== undefined && visit.vouchers.length > 0) return fail(problem('voucher-in-basket'))
  const before = { tickets: visit.tickets, packages: visit.packages, deadline: visit.deadline, extensions: visit.extensions }
  const restore = (): void => {
    for (const { performance, seat } of visit.tickets) shop.pricedPerformanceOf(performance)!.taken.delete(seat)
    Object.assign(visit, before)
    for (const { performance, seat } of visit.tickets) shop.pricedPerformanceOf(performance)!.taken.set(seat, visit)
  }
  const refuse = (error: Problem): Result<never, Problem> => {
    restore()
    return fail(error)
  }
  if (replaces !== undefined) releasePackage(shop, visit, replaces)
  const priceTypes = priceTypesOf(party)
  const held = holdPerformances(shop, visit, {
    performances: performances.map(({ instance, seats, band }) => ({
      ...{ instance, seats, band, needs: wish?.needs && needsWithin(shop.pricedPerformanceOf(instance)!.plan, wish.needs) },
      // Single tickets for the chosen seats become tickets of the package.
      giveBack: seats?.map(({ seat }) => seat).filter((seat) => isLoose(shop, visit, instance, seat)),
    })),
    wish: { together: true, ...wish, bands, quantity: priceTypes.length, priceType: priceTypes[0], priceTypes },
    sameSeats,
    proof,
  })
  if (!held.ok) return refuse(held.error)
  const { series } = held.value
  const tickets = visit.tickets.filter((ticket) => ticket.series === series)
  if (tickets.length !== priceTypes.length * performances.length) return refuse(problem('tickets-not-added'))
  const singles = tickets.map((ticket) => ({ ticket, key: keyOf(ticket), ...priceOfTicket(shop, ticket)! }))
  const closed = singles.find(({ band }) => bands.length > 0 && !bands.includes(band))
  const priced = pricePackage(
    pricing,
    singles.map(({ ticket, key, price, fee }) => ({ key, price, fee, priceType: ticket.priceType })),
    performances.length,
  )
  if (closed) return refuse(problem('price-type-unavailable', { priceType: closed.ticket.priceType }))
  if (!priced.ok) return refuse(priced.error)
  const { shares, saved } = priced.value
  visit.tickets = visit.tickets.map((ticket) => (ticket.series === series ? { ...ticket, share: shares.get(keyOf(ticket))! } : ticket))
  const choice = performances.map(({ package: inner, part, instance }) => ({ package: inner, part, instance }))
  visit.packages = [...visit.packages, { id: series, package: id, kind, name, choice, saved }]
  if (once !== undefined) earlier.set(visit, new Map([...(earlier.get(visit) ?? []), [once, series]]))
  return ok(series)
}

const keyOf = ({ performance, seat }: { readonly performance: string; readonly seat: number }): string => `${performance} ${seat}`

/** Whether the basket holds a seat outside a package. */
function isLoose(shop: MockShop, visit: MockVisit, instance: string, seat: string): boolean {
  const index = shop.pricedPerformanceOf(instance)?.plan.indexOf(seat)
  return visit.tickets.some((ticket) => ticket.performance === instance && ticket.seat === index && ticket.share === undefined)
}

/** Releases the seats of a package. */
function releasePackage(shop: MockShop, visit: MockVisit, id: string): void {
  for (const { performance, seat, series } of visit.tickets) if (series === id) shop.pricedPerformanceOf(performance)!.taken.delete(seat)
  visit.tickets = visit.tickets.filter(({ series }) => series !== id)
  visit.packages = visit.packages.filter((each) => each.id !== id)
}
