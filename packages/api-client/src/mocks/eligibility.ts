import { appliedVouchers } from './subscriptions.ts'
import { barredProblem, type Eligibility, eligibilityOf, withChosenMemberships } from '@playhouse/domain/eligibility'
import { type Money, money } from '@playhouse/domain/money'
import { type OfferState, offerStateOf, offerTimesOf } from '@playhouse/domain/offer-plan'
import { namedDiscounts } from '@playhouse/domain/named-discounts'
import { offerNameOf } from '@playhouse/domain/offer-text'
import { type Line, type NamedDiscount, isPublicPriceType, type PriceType } from '@playhouse/domain/pricing'
import { isVisibleTo, type OpenedProgramme } from '@playhouse/domain/programme'
import { applyOffers, discountedTicketsOf, discountLines, isOutdone } from '@playhouse/domain/applied-offers'
import type { DiscountedTickets, PromoBuyer, PromoRule, PromoTicket } from '@playhouse/domain/promo'
import type { Basket } from '#contract'
import { heldLevels } from './membership.ts'
import { isOpenProgramme } from './mock-catalogue.ts'
import type { MockPromo } from './mock-promos.ts'
import type { MockShop, MockVisit, MockWorld } from './mock-shop.ts'
import { promoOfNamedCode } from './named-codes.ts'
import { priceOfTicket } from './price-of-ticket.ts'
import { saleTimesOfMock } from './sale-times.ts'
import { usableCode } from './single-use-codes.ts'

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
  shop.programmes.flatMap((each) => {
    const isOf = (opened: MockVisit['openedProgrammes'][number]): boolean =>
      opened.programme === each.programme.id && opened.customer === visit.customer?.id
    return isOpenProgramme(each, shop.now()) && visit.openedProgrammes.some(isOf) ? [each.programme] : []
  })

/** Whether a performance exists for the visitor. */
export const isVisibleIn = (shop: MockShop, visit: MockVisit, mockPerformance: MockPerformance): boolean =>
  visit.isAtCounter === true || isVisibleTo(openedBy(shop, visit), mockPerformance)

/** The eligibility of a visitor for a performance. @param extra memberships that they would have in the basket as well */
export const eligibilityIn = (
  shop: MockShop,
  visit: MockVisit,
  mockPerformance: MockPerformance,
  extra: readonly string[] = [],
): Eligibility => eligibilityWith(shop, visit, mockPerformance, { promo: promoOfVisit(shop, visit)?.rule, extra })

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

/** The discounted tickets of an offer in all orders, by performance. */
export function discountedTickets(shop: MockShop, code: string): DiscountedTickets {
  const counts = new Map<string, number>()
  for (const { tickets } of shop.promoUses.filter((use) => use.code === code))
    for (const [performance, count] of Object.entries(tickets)) counts.set(performance, (counts.get(performance) ?? 0) + count)
  return Object.fromEntries(counts)
}

/** A promo code that visitors can use now; undefined for any other. */
export const livePromo = (shop: MockShop, code: string | null): MockPromo | undefined =>
  shop.promos.find((promo) => promo.code === code && !promo.rule.automatic && stateOfPromo(shop, promo) === 'active')

/** The offer of the code that a visit has, while the visit can use that code. */
export function promoOfVisit(shop: MockShop, visit: MockVisit): MockPromo | undefined {
  const promo = livePromo(shop, visit.promo)
  if (visit.singleUse !== undefined) return usableCode(shop, visit.singleUse)?.offer === visit.promo ? promo : undefined
  if (visit.namedCode !== undefined) return promoOfNamedCode(shop, visit.namedCode)?.code === visit.promo ? promo : undefined
  return promo?.rule.singleUse ? undefined : promo
}

/** The automatic offers that baskets can have now. */
export const automaticOffers = (shop: MockShop): MockPromo[] =>
  shop.promos.filter((promo) => promo.rule.automatic && stateOfPromo(shop, promo) === 'active')

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
  const promo = promoOfVisit(shop, visit)
  const vouchers = appliedVouchers(shop, visit)
  // A voucher leaves nothing to discount.
  const discountable = visit.tickets.filter(({ id, share }) => !vouchers.has(id) && !share)
  const tickets = promoTickets(shop, { ...visit, tickets: discountable })
  const buyer = promoBuyer(shop, visit, memberships)
  const withOthers = (each: MockPromo) => ({ ...each, others: discountedTickets(shop, each.code) })
  const offers = [...(promo ? [promo] : []), ...automaticOffers(shop)].map(withOthers)
  const offered = applyOffers(offers, tickets, buyer)
  const lines = discountLines(offered, tickets)
  return {
    lines,
    off: new Map(offered.map(({ off }, nth) => [discountable[nth]!.id, off])),
    discounts: namedDiscounts(lines, offers),
    isOutdone: promo !== undefined && isOutdone(withOthers(promo), offered, tickets, buyer),
    discountedBy: (code: string): DiscountedTickets => discountedTicketsOf(code, offered, tickets),
  }
}

/** The discount lines of the promo code and of the automatic offers; empty without a discount. */
export const promoLines = (shop: MockShop, visit: MockVisit, memberships?: readonly string[]): Line[] =>
  offeredIn(shop, visit, memberships).lines

/** What the offers of a visit take off each of its tickets, by its id. */
export const discountsByTicket = (shop: MockShop, visit: MockVisit): ReadonlyMap<string, Money> => offeredIn(shop, visit).off

/** The tickets of a visit that an offer discounts, by performance. */
export const discountedIn = (shop: MockShop, visit: MockVisit, code: string): DiscountedTickets => offeredIn(shop, visit).discountedBy(code)

/** The discounts of a visit by offer. */
export const discountsIn = (shop: MockShop, visit: MockVisit): NamedDiscount[] => offeredIn(shop, visit).discounts

/** The promo code and the automatic offers of a visit, as the contract returns them. */
export function readOffers(shop: MockShop, visit: MockVisit): Pick<Basket, 'promo' | 'offers'> {
  const lines = promoLines(shop, visit)
  const discountOf = (code: string) => money(lines.reduce((sum, { ref, amount }) => (ref === code ? sum - amount : sum), 0))
  const promo = promoOfVisit(shop, visit)
  const offers = automaticOffers(shop)
    .map((offer) => ({ ...offerNameOf(offer), discount: discountOf(offer.code) }))
    .filter(({ discount }) => discount > 0)
  return {
    promo: promo
      ? {
          code: visit.singleUse ?? visit.namedCode ?? promo.code,
          ...offerNameOf(promo),
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
