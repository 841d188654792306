import type { OfferPlan } from '@playhouse/domain/offer-plan'

/** A promo code. */
export type MockPromo = OfferPlan & { readonly code: string }

/** The promo codes of a mock shop, and their uses. */
export type MockPromos = {
  readonly promos: readonly MockPromo[]
  /** Uses of promo codes by orders, and the customer of each. */
  readonly promoUses: { readonly code: string; readonly customer: string }[]
  readonly replacePromos: (promos: readonly MockPromo[]) => void
}

/** A promo code of a season. */
export type SeasonPromo = Pick<MockPromo, 'code' | 'name' | 'rule'> & { readonly maxUses?: number; readonly perCustomer?: number }

/** Creates the promo codes of a mock shop. */
export function createMockPromos(season: readonly SeasonPromo[] = []): MockPromos {
  const promos = season.map(({ code, name, rule, maxUses = null, perCustomer = null }): MockPromo => ({
    ...{ code, name, rule, startsAt: null, endsAt: null, maxUses, usesPerCustomer: perCustomer },
  }))
  return { promos, promoUses: [], replacePromos: (next) => void promos.splice(0, promos.length, ...next) }
}
