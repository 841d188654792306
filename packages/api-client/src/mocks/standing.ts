import { type Eligibility, eligibilityOf } from '@playhouse/domain/eligibility'
import { money } from '@playhouse/domain/money'
import { type Line, isPublicPriceType, type PriceType } from '@playhouse/domain/pricing'
import { discountLine, type PromoRule, type PromoTicket } from '@playhouse/domain/promo'
import type { MockShop, MockVisit, MockWorld } from './mock-shop.ts'
import { priceOfTicket } from './price-of-ticket.ts'

type MockShowing = MockWorld['performances'][number]

const asSold = (showing: MockShowing) => ({
  id: showing.id,
  production: { id: showing.production },
  startsLocal: showing.startsAt,
  sale: showing.sale,
  startsAt: showing.startsAtInstant,
  generalSaleAt: showing.generalSaleInstant,
  priority: (showing.priority ?? []).map(({ memberships }, nth) => ({ from: showing.priorityInstants[nth]!, memberships })),
})

/** What a visitor may buy of a performance. */
export const eligibilityIn = (shop: MockShop, visit: MockVisit, showing: MockShowing): Eligibility =>
  eligibilityWith(shop, visit, showing, ruleOf(shop, visit.promo))

function eligibilityWith(shop: MockShop, visit: MockVisit, showing: MockShowing, promo: PromoRule | undefined): Eligibility {
  const account = shop.accounts.get(visit.customer?.email ?? '')
  return eligibilityOf(
    { memberships: account?.memberships ?? [], access: account?.access, promo, isStaff: visit.isAtCounter === true },
    asSold(showing),
    shop.now(),
  )
}

export const ruleOf = (shop: MockShop, code: string | null): PromoRule | undefined =>
  shop.promos?.find((promo) => promo.code === code)?.rule

/** The price types of a performance for a visitor; for nobody in particular those for everybody. */
export function typesFor(shop: MockShop, visit: MockVisit | undefined, showing: MockShowing): PriceType[] {
  const buys = visit ? eligibilityIn(shop, visit, showing).buys : isPublicPriceType
  return shop.house(showing.id)!.list.priceTypes.filter(buys)
}

export const promoTickets = (shop: MockShop, visit: MockVisit): PromoTicket[] =>
  visit.tickets.map((ticket) => {
    const { band, price } = priceOfTicket(shop, ticket)!
    return { performance: asSold(shop.performance(ticket.performance)!), band, priceType: ticket.priceType, price: money(price) }
  })

export function promoLines(shop: MockShop, visit: MockVisit): Line[] {
  const rule = ruleOf(shop, visit.promo)
  return rule ? discountLine(visit.promo!, rule, promoTickets(shop, visit)) : []
}

/** Whether tickets of the basket would not be the visitor's with another rule, or none. */
export function needsItsPromo(shop: MockShop, visit: MockVisit, other: PromoRule | undefined): boolean {
  if (visit.promo === null) return false
  return visit.tickets.some((ticket) => {
    const showing = shop.performance(ticket.performance)!
    const { sale, buys } = eligibilityWith(shop, visit, showing, other)
    return sale === 'priority' || !shop.house(showing.id)!.list.priceTypes.some((type) => type.id === ticket.priceType && buys(type))
  })
}
