import type { MembershipOffer } from '@playhouse/api-client/contract'
import { type Entitlement, withChosenMemberships } from '@playhouse/domain/eligibility'
import { sumWith, type RepricedTicket } from '@playhouse/domain/member-prices'
import type { TicketCount } from '@playhouse/domain/limit'
import { findMembershipChange } from '@playhouse/domain/membership-change'
import { membershipsOnSale } from '@playhouse/domain/membership-page'
import { type Money, money, subtract, zero } from '@playhouse/domain/money'
import { loadEntitlement } from '#modules/eligibility'
import { listMemberships } from '#modules/membership'
import { type BasketRow, entitlementSubjectOf, findBasket, ticketsOf, type TicketRow } from './basket-row.ts'
import type { BasketDeps } from './edit-basket.ts'
import { itemsOf } from './items.ts'
import { findClosedPrices, findOpenedPrices, keepsPrices, pricePerformances, toHeldTicket } from './member-prices.ts'
import { withoutPackages } from './packages.ts'
import { type AppliedOffers, discountWith, loadAppliedOffers } from './applied-offers.ts'
import { countByPerformance } from './ticket-limit.ts'

/** A visitor: the customer if they are signed in, and their basket if they have one. */
type MembershipVisitor = {
  readonly customer: { readonly id: string } | null | undefined
  readonly basketId: string | undefined
}
/** The tickets of a basket, with what decides their prices. */
type PricedBasket = {
  readonly basket: BasketRow
  readonly tickets: readonly TicketRow[]
  readonly entitlement: Entitlement
  readonly offers: AppliedOffers
  /** The customer's other tickets by performance. */
  readonly before: ReadonlyMap<string, TicketCount>
}

/** Lists the memberships on sale, with what the visitor holds and has in the basket, and what each saves on its tickets. */
export async function listMembershipOffers(deps: BasketDeps, { customer, basketId }: MembershipVisitor): Promise<MembershipOffer[]> {
  const { db, brand } = deps
  const held = customer ? await listMemberships(db, brand, customer.id) : []
  const basket = basketId ? await findBasket(db, basketId) : undefined
  const items = basket && ['open', 'paying'].includes(basket.state) ? await itemsOf(db, basket.id) : []
  const priced = basket && (await loadPricedBasket(deps, basket))
  return Promise.all(
    membershipsOnSale(brand).map(async ({ id }): Promise<MembershipOffer> => {
      const change = findMembershipChange(id, held)
      const isInBasket = items.some(({ kind, product }) => kind === 'membership' && product === id)
      return {
        membership: id,
        ...change,
        isInBasket,
        saves: priced && change.heldUntil === null ? await savingBy(deps, priced, id, isInBasket) : zero,
      }
    }),
  )
}

/** Loads the tickets of an open basket; undefined where it has none, or where they keep their prices. */
async function loadPricedBasket(deps: BasketDeps, basket: BasketRow): Promise<PricedBasket | undefined> {
  if (basket.state !== 'open' || basket.lapsedNow || keepsPrices(basket)) return undefined
  const tickets = await withoutPackages(deps.db, await ticketsOf(deps.db, basket.id))
  if (tickets.length === 0) return undefined
  const { id, customer_id } = basket
  const entitlement = await loadEntitlement(deps.db, deps.brand.timeZone, entitlementSubjectOf(basket))
  const performances = [...new Set(tickets.map(({ performance_id }) => performance_id))]
  const before = customer_id === null ? new Map() : await countByPerformance(deps.db, { customer: customer_id, basket: id }, performances)
  return { basket, tickets, entitlement, offers: await loadAppliedOffers(deps, basket, tickets, entitlement), before }
}

/** What a membership saves on the tickets of a basket, in minor units: added to it, or as one of its items. */
async function savingBy(deps: BasketDeps, priced: PricedBasket, membership: string, isInBasket: boolean): Promise<Money> {
  const { tickets, entitlement, before } = priced
  const memberships = isInBasket
    ? entitlement.memberships.filter((one) => one !== membership)
    : withChosenMemberships(entitlement.memberships, [membership])
  const performances = await pricePerformances(deps, { ...entitlement, memberships }, tickets)
  const repriced = performances.map((performance) =>
    isInBasket ? findClosedPrices(performance) : findOpenedPrices(performance, before.get(performance.performanceDetails.id) ?? new Map()),
  )
  const now = await priceWith(deps, priced, [], entitlement.memberships)
  const then = await priceWith(deps, priced, repriced.flat(), memberships)
  return money(Math.max(0, isInBasket ? then - now : now - then))
}

/** The price of the tickets after the discount of the offers, with some of them at another price, for a customer with these memberships. */
async function priceWith(
  deps: BasketDeps,
  { tickets, offers: { promo, automatic } }: PricedBasket,
  repriced: readonly RepricedTicket[],
  memberships: readonly string[],
): Promise<Money> {
  const after = tickets.map((ticket) => {
    const change = repriced.find(({ id }) => id === ticket.id)
    return change ? { ...ticket, price_type: change.priceType, price: change.price } : ticket
  })
  const sum = sumWith(tickets.map(toHeldTicket), repriced)
  return subtract(sum, await discountWith(deps, promo ? [promo, ...automatic] : automatic, after, { memberships }))
}
