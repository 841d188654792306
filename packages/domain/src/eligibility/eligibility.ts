import type { AccessType } from './access.ts'
import type { PriceType } from '../pricing/pricing.ts'
import { isPromoFor, type PromoRule } from '../pricing/promo.ts'
import type { Audience, AvailabilityLabel, Sale } from '../season/season.ts'

/** What the box office knows of a visitor that decides what they may buy. */
export type Entitlement = {
  /** Held today. */
  readonly memberships: readonly string[]
  /** Of the access ID on the account; undefined without one. */
  readonly access: readonly AccessType[] | undefined
  /** Of the code on the basket, while it is good. */
  readonly promo: PromoRule | undefined
  readonly isStaff: boolean
}

/** A visitor without account or code: what the public may buy. */
export const anonymousVisitor: Entitlement = { memberships: [], access: undefined, promo: undefined, isStaff: false }

/** A performance with what eligibility needs of it. `startsLocal` is the theatre's wall clock. */
export type SalePerformance = Sale & { readonly id: string; readonly production: { readonly id: string }; readonly startsLocal: string }

/** Why there is nothing to buy; sold out is for the seats to say. */
export type ClosedSale = Extract<AvailabilityLabel, 'cancelled' | 'passed' | 'not-on-sale' | 'book' | 'priority'>

export type Eligibility = {
  /** Whether seats can be booked by this visitor, and if not, why. */
  readonly sale: 'open' | ClosedSale
  /** Whether they were let in before general sale. */
  readonly isEarly: boolean
  /** Whether a price is for them; it is hidden from others. */
  readonly buys: (type: Pick<PriceType, 'id' | 'kind' | 'memberships'>) => boolean
  /** Whether seats kept for some are for them. */
  readonly sees: (audiences: readonly Audience[]) => boolean
}

/** What a visitor may buy of a performance, and when: the one rule for catalogue, prices, seats and the claim itself. */
export function eligibilityOf(entitlement: Entitlement, performance: SalePerformance, now: number): Eligibility {
  const promo = entitlement.promo && isPromoFor(entitlement.promo, performance) ? entitlement.promo : undefined
  const holds = (memberships: readonly string[] = []): boolean => memberships.some((one) => entitlement.memberships.includes(one))
  const isBefore = now < performance.generalSaleAt
  const opened = performance.priority.filter(({ from }) => now >= from)
  const isLetIn =
    entitlement.isStaff || opened.some(({ memberships }) => holds(memberships)) || (opened.length > 0 && promo?.opensPriority === true)
  return {
    sale: saleOf(performance, now, { isLetIn, hasPriority: opened.length > 0, isStaff: entitlement.isStaff }),
    isEarly: isBefore && isLetIn,
    buys: ({ id, kind, memberships }) => {
      if (entitlement.isStaff) return true
      switch (kind) {
        case 'full':
        case 'concession':
        case 'under-26':
          return true
        case 'access':
          return entitlement.access !== undefined
        case 'companion':
          return entitlement.access?.includes('plus-one') === true
        case 'member':
          return holds(memberships)
        case 'promo':
          return promo?.opensPriceTypes.includes(id) === true
        case 'staff':
          return false
      }
    },
    sees: (audiences) =>
      entitlement.isStaff ||
      audiences.some(
        (audience) =>
          (audience.kind === 'access' && entitlement.access !== undefined) || (audience.kind === 'members' && holds(audience.memberships)),
      ),
  }
}

type EarlyAccess = {
  /** Before general sale, by a membership, a code or the counter. */
  readonly isLetIn: boolean
  /** Whether a priority period is open. */
  readonly hasPriority: boolean
  readonly isStaff: boolean
}

function saleOf(performance: Sale, now: number, { isLetIn, hasPriority, isStaff }: EarlyAccess): Eligibility['sale'] {
  if (performance.sale === 'cancelled') return 'cancelled'
  if (performance.startsAt <= now) return 'passed'
  // Off sale on the web: call the box office, which can sell it.
  if (performance.sale === 'not-on-sale' && !isStaff) return 'not-on-sale'
  if (performance.sale === 'book-elsewhere') return 'book'
  if (now >= performance.generalSaleAt || isLetIn) return 'open'
  return hasPriority ? 'priority' : 'not-on-sale'
}
