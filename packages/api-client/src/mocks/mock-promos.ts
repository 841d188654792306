import type { Money } from '@playhouse/domain/money'
import type { CodeKind, NamedCode } from '@playhouse/domain/named-code'
import type { OfferPlan } from '@playhouse/domain/offer-plan'
import type { DiscountedTickets } from '@playhouse/domain/promo'
import { createMockSingleUseCodes, type MockSingleUseCodes } from './single-use-codes.ts'

/** A promo code. */
export type MockPromo = OfferPlan & { readonly code: string }

/** The use of an offer by an order: the code that was typed, the discount, and the total of the order. */
export type MockPromoUse = {
  readonly code: string
  readonly customer: string
  readonly tickets: DiscountedTickets
  readonly kind: CodeKind
  readonly namedCode: string | null
  readonly discount: Money
  readonly total: Money
  /** The number of the order. */
  readonly order: string
}

/** The promo codes of a mock shop, and their uses. */
export type MockPromos = MockSingleUseCodes & {
  readonly promos: readonly MockPromo[]
  /** Uses of promo codes by orders, with the customer and the discounted tickets of each. */
  readonly promoUses: MockPromoUse[]
  /** Named codes that were used and are withdrawn, with their offers. */
  readonly withdrawnCodes: (NamedCode & { readonly offer: string })[]
  readonly replacePromos: (promos: readonly MockPromo[]) => void
}

/** A promo code of a season. */
export type SeasonPromo = Pick<MockPromo, 'code' | 'name' | 'names' | 'rule'> & { readonly maxUses?: number; readonly perCustomer?: number }

/** Creates the promo codes of a mock shop. */
export function createMockPromos(season: readonly SeasonPromo[] = []): MockPromos {
  const promos = season.map(({ code, name, names, rule, maxUses = null, perCustomer = null }): MockPromo => ({
    ...{ code, name, ...(names && { names }), rule, startsAt: null, endsAt: null, maxUses, usesPerCustomer: perCustomer },
  }))
  return {
    ...createMockSingleUseCodes(),
    promos,
    promoUses: [],
    withdrawnCodes: [],
    replacePromos: (next) => void promos.splice(0, promos.length, ...next),
  }
}
