import { appliedVouchers } from './subscriptions.ts'
import { barredProblem, type Eligibility, eligibilityOf, withChosenMemberships } from '@playhouse/domain/eligibility'
import { money } from '@playhouse/domain/money'
import { type OfferState, offerStateOf, offerTimesOf } from '@playhouse/domain/offer-plan'
import { namedDiscounts } from '@playhouse/domain/named-discounts'
import { type Line, type NamedDiscount, isPublicPriceType, type PriceType } from '@playhouse/domain/pricing'
import { isVisibleTo, type OpenedProgramme } from '@playhouse/domain/programme'
import { applyOffers, discountLines, isOutdone } from '@playhouse/domain/applied-offers'
import type { PromoBuyer, PromoRule, PromoTicket } from '@playhouse/domain/promo'
import type { Basket } from '#contract'
import { heldLevels } from './membership.ts'
import type { MockPromo } from './mock-promos.ts'
import type { MockShop, MockVisit, MockWorld } from './mock-shop.ts'
import { priceOfTicket } from './price-of-ticket.ts'
import { saleTimesOfMock } from './sale-times.ts'

type MockPerformance = MockWorld['performances'][number]

/** A performance as the eligibility rules see it. */
export const toSalePerformance = (mockPerformance: MockPerformance) => ({
  id: mockPerformance.id,
  production: { id: mockPerformance.production },
  startsLocal: mockPerformance.startsAt,
  sale: mockPerformance.sale,
  ...(mockPerformance.isVisible !== undefined && { isVisible: mockPerformance.isVisible }),
  ...(mockPerformance.counter && { counter: mockPerformance.counter }),
  startsAt: mockPerformance.startsAtInstant,
  ...saleTimesOfMock(mockPerformance),
  perCustomer: mockPerformance.perCustomer,
  programme: mockPerformance.programme,
  members: mockPerformance.members,
})

/** The programmes that the visitor's customer has opened in this session. */
const openedBy = (shop: MockShop, visit: MockVisit): OpenedProgramme[] =>
  (shop.programmes ?? []).flatMap(({ programme }) =>
    visit.openedProgrammes.some((opened) => opened.programme === programme.id && opened.customer === visit.customer?.id) ? [programme] : [],
  )

/** Whether a performance exists for the visitor. */
export const isVisibleIn = (shop: MockShop, visit: MockVisit, mockPerformance: MockPerformance): boolean =>
  visit.isAtCounter === true || isVisibleTo(openedBy(shop, visit), mockPerformance)

/** The eligibility of a visitor for a performance. @param extra memberships that they would have in the basket as well */
export const eligibilityIn = (
  shop: MockShop,
  visit: MockVisit,
  mockPerformance: MockPerformance,
  extra: readonly string[] = [],
): Eligibility => eligibilityWith(shop, visit, mockPerformance, { promo: promoRuleOf(shop, visit.promo), extra })

/** The memberships of a visitor: those that they hold, those in their basket, and `extra`. */
export function membershipsOf(shop: MockShop, visit: MockVisit, extra: readonly string[] = []): string[] {
  const account = shop.accounts.get(visit.customer?.email ?? '')
  const chosen = account ? visit.items.flatMap(({ kind, product }) => (kind === 'membership' && product !== null ? [product] : [])) : []
  return withChosenMemberships(heldLevels(shop, account), [...chosen, ...extra])
}

type Conditions = { readonly promo: PromoRule | undefined; readonly extra: readonly string[] }

function eligibilityWith(shop: MockShop, visit: MockVisit, mockPerformance: MockPerformance, { promo, extra }: Conditions): Eligibility {
  return eligibilityOf(
    {
      memberships: membershipsOf(shop, visit, extra),
      access: shop.accounts.get(visit.customer?.email ?? '')?.access,
      promo,
      programmes: openedBy(shop, visit),
      isStaff: visit.isAtCounter === true,
      customer: visit.customer?.id,
    },
    toSalePerformance(mockPerformance),
    shop.now(),
  )
}

/** Whether visitors can use an offer now. */
export const stateOfPromo = (shop: MockShop, promo: MockPromo): OfferState =>
  offerStateOf({ ...promo, ...offerTimesOf(promo, shop.brand.timeZone), used: usesOf(shop, promo.code) }, shop.now())

/** The number of orders that have used a promo code; of one customer, or of all. */
export const usesOf = (shop: MockShop, code: string, customer?: string): number =>
  shop.promoUses.filter((use) => use.code === code && (customer === undefined || use.customer === customer)).length

/** A promo code that visitors can use now; undefined for any other. */
export const livePromo = (shop: MockShop, code: string | null): MockPromo | undefined =>
  shop.promos.find((promo) => promo.code === code && !promo.rule.automatic && stateOfPromo(shop, promo) === 'active')

/** The automatic offers that baskets can have now. */
export const automaticOffers = (shop: MockShop): MockPromo[] =>
  shop.promos.filter((promo) => promo.rule.automatic && stateOfPromo(shop, promo) === 'active')

/** The rule of a promo code; undefined for one that visitors cannot use now. */
export const promoRuleOf = (shop: MockShop, code: string | null): PromoRule | undefined => livePromo(shop, code)?.rule

/** The price types that a visitor may buy; without a visitor, the public ones. */
export function typesFor(shop: MockShop, visit: MockVisit | undefined, mockPerformance: MockPerformance): PriceType[] {
  const buys = visit ? eligibilityIn(shop, visit, mockPerformance).buys : isPublicPriceType
  return shop.pricedPerformanceOf(mockPerformance.id)!.list.priceTypes.filter(buys)
}

/** Tickets of a basket as promo rules see them, without those of packages: they have a price already. */
export const promoTickets = (shop: MockShop, visit: MockVisit): PromoTicket[] =>
  visit.tickets.flatMap((ticket) => {
    if (ticket.share) return []
    const { band, price, vatBasisPoints } = priceOfTicket(shop, ticket)!
    const mockPerformance = toSalePerformance(shop.performance(ticket.performance)!)
    return [{ performance: mockPerformance, band, priceType: ticket.priceType, price: money(price), vatBasisPoints }]
  })

/** Who buys, and when, as the conditions of offers see it. @param memberships of the visitor, if not those of the account and the basket */
export const promoBuyer = (shop: MockShop, visit: MockVisit, memberships: readonly string[] = membershipsOf(shop, visit)): PromoBuyer => ({
  memberships,
  now: shop.now(),
})

/** What the promo code and the automatic offers take off the tickets of a visit. */
function offeredIn(shop: MockShop, visit: MockVisit, memberships?: readonly string[]) {
  const promo = livePromo(shop, visit.promo)
  const vouchers = appliedVouchers(shop, visit)
  // A voucher leaves nothing to discount.
  const tickets = promoTickets(shop, { ...visit, tickets: visit.tickets.filter(({ id }) => !vouchers.has(id)) })
  const buyer = promoBuyer(shop, visit, memberships)
  const offers = promo ? [promo, ...automaticOffers(shop)] : automaticOffers(shop)
  const offered = applyOffers(offers, tickets, buyer)
  const lines = discountLines(offered, tickets)
  return {
    offered,
    lines,
    discounts: namedDiscounts(lines, offers),
    isOutdone: promo !== undefined && isOutdone(promo, offered, tickets, buyer),
  }
}

/** The discount lines of the promo code and of the automatic offers; empty without a discount. */
export const promoLines = (shop: MockShop, visit: MockVisit, memberships?: readonly string[]): Line[] =>
  offeredIn(shop, visit, memberships).lines

/** The discounts of a visit by offer. */
export const discountsIn = (shop: MockShop, visit: MockVisit): NamedDiscount[] => offeredIn(shop, visit).discounts

/** The promo code and the automatic offers of a visit, as the contract returns them. */
export function readOffers(shop: MockShop, visit: MockVisit): Pick<Basket, 'promo' | 'offers'> {
  const lines = promoLines(shop, visit)
  const discountOf = (code: string) => money(lines.reduce((sum, { ref, amount }) => (ref === code ? sum - amount : sum), 0))
  const promo = livePromo(shop, visit.promo)
  const offers = automaticOffers(shop)
    .map(({ code, name }) => ({ name, discount: discountOf(code) }))
    .filter(({ discount }) => discount > 0)
  return {
    promo: promo
      ? {
          code: promo.code,
          name: promo.name,
          discount: discountOf(promo.code),
          ...(offeredIn(shop, visit).isOutdone && { isOutdone: true }),
        }
      : null,
    ...(offers.length > 0 && { offers }),
  }
}

/** Whether the visitor could not buy the tickets of the basket with another promo rule, or with none. */
export function dependsOnPromo(shop: MockShop, visit: MockVisit, other: PromoRule | undefined): boolean {
  if (visit.promo === null) return false
  return visit.tickets.some((ticket) => {
    const mockPerformance = shop.performance(ticket.performance)!
    const eligibility = eligibilityWith(shop, visit, mockPerformance, { promo: other, extra: [] })
    const { priceTypes } = shop.pricedPerformanceOf(mockPerformance.id)!.list
    return barredProblem(eligibility, toSalePerformance(mockPerformance), priceTypes, ticket.priceType) !== undefined
  })
}
