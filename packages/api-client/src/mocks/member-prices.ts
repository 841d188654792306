import { type Eligibility, isKeptFrom } from '@playhouse/domain/eligibility'
import { closeMemberPrices, type MemberTickets, openMemberPrices, type RepricedTicket } from '@playhouse/domain/member-prices'
import { add, type Money, money } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { eligibilityIn, membershipsOf, promoLines } from './eligibility.ts'
import type { MockShop, MockTicket, MockVisit } from './mock-shop.ts'
import { priceOfTicket } from './price-of-ticket.ts'

type Performance = {
  readonly id: string
  readonly eligibility: Eligibility
  readonly tickets: MockTicket[]
  readonly priced: MemberTickets
}

/** The tickets of a visit by performance, with what the visitor may buy there, as if `extra` memberships were in the basket. */
const performancesOf = (shop: MockShop, visit: MockVisit, extra: readonly string[] = []): Performance[] =>
  [...Map.groupBy(visit.tickets, ({ performance }) => performance)].map(([id, tickets]) => {
    const eligibility = eligibilityIn(shop, visit, shop.performance(id)!, extra)
    return {
      ...{ id, eligibility, tickets },
      priced: {
        list: shop.pricedPerformanceOf(id)!.list,
        // Tickets of packages keep their shares.
        tickets: tickets.flatMap((ticket) => {
          if (ticket.share) return []
          const { band, price } = priceOfTicket(shop, ticket)!
          return [{ id: ticket.id, band, priceType: ticket.priceType, price: money(price) }]
        }),
        buys: eligibility.buys,
        before: new Map(),
      },
    }
  })

const withPriceTypes = (tickets: readonly MockTicket[], repriced: readonly RepricedTicket[]): MockTicket[] =>
  tickets.map((ticket) => ({ ...ticket, priceType: repriced.find(({ id }) => id === ticket.id)?.priceType ?? ticket.priceType }))

/** Gives the tickets of a basket the prices of a membership that was added to it. */
export function applyMemberPrices(shop: MockShop, visit: MockVisit): void {
  if (visit.isAtCounter) return
  visit.tickets = withPriceTypes(
    visit.tickets,
    performancesOf(shop, visit).flatMap(({ priced }) => openMemberPrices(priced)),
  )
}

/** Takes from the tickets what a membership that was removed had opened, and releases seats that only members may book now. */
export function revertMemberPrices(shop: MockShop, visit: MockVisit): Problem | undefined {
  if (visit.isAtCounter) return undefined
  const performances = performancesOf(shop, visit)
  const closed = performances.flatMap(({ id, eligibility, tickets }) =>
    tickets.filter(({ seat }) => eligibility.sale === 'priority' || isKeptFrom(shop.performance(id)!.kept ?? [], eligibility, seat)),
  )
  // A package is whole: all of its tickets leave with one of them.
  const leaving = visit.tickets.filter(
    (ticket) => closed.includes(ticket) || (ticket.share && closed.some(({ series }) => series === ticket.series)),
  )
  if (leaving.length > 0 && visit.vouchers.length > 0) return problem('voucher-in-basket')
  for (const { performance, seat } of leaving) shop.pricedPerformanceOf(performance)!.taken.delete(seat)
  visit.tickets = withPriceTypes(
    visit.tickets.filter((ticket) => !leaving.includes(ticket)),
    performances.flatMap(({ priced }) => closeMemberPrices(priced)),
  )
  visit.packages = visit.packages.filter(({ id }) => visit.tickets.some(({ series }) => series === id))
  if (leaving.length > 0 && visit.tickets.length === 0) Object.assign(visit, { deadline: null, extensions: 0 })
  return undefined
}

/** What a membership saves on the tickets of a basket, in minor units: added to it, or as one of its items. */
export function savingBy(shop: MockShop, visit: MockVisit, membership: string, isInBasket: boolean): Money {
  if (visit.state !== 'open' || visit.isAtCounter) return money(0)
  const items = visit.items.filter(({ kind, product }) => kind !== 'membership' || product !== membership)
  const repriced = isInBasket
    ? performancesOf(shop, { ...visit, items }).flatMap(({ priced }) => closeMemberPrices(priced))
    : performancesOf(shop, visit, [membership]).flatMap(({ priced }) => openMemberPrices(priced))
  const after = { ...visit, tickets: withPriceTypes(visit.tickets, repriced) }
  const memberships = isInBasket ? membershipsOf(shop, { ...visit, items }) : membershipsOf(shop, visit, [membership])
  const [now, then] = [priceOf(shop, visit, membershipsOf(shop, visit)), priceOf(shop, after, memberships)]
  return money(Math.max(0, isInBasket ? then - now : now - then))
}

/** The price of the tickets after the discount of the offers, for a customer with these memberships. */
const priceOf = (shop: MockShop, visit: MockVisit, memberships: readonly string[]): Money =>
  add(
    ...visit.tickets.map((ticket) => money(priceOfTicket(shop, ticket)!.price)),
    ...promoLines(shop, visit, memberships).map(({ amount }) => amount),
  )
