import { findAutomaticOffers, findPromoOfBasket, type PromoOfBasket } from '#modules/promo'
import type { Basket } from '@playhouse/api-client/contract'
import { applyOffers, discountedTicketsOf, discountLines, isOutdone, type Offer } from '@playhouse/domain/applied-offers'
import type { Entitlement } from '@playhouse/domain/eligibility'
import { type Money, money, zero } from '@playhouse/domain/money'
import { namedDiscounts } from '@playhouse/domain/named-discounts'
import { offerNameOf } from '@playhouse/domain/offer-text'
import type { Line, NamedDiscount } from '@playhouse/domain/pricing'
import type { DiscountedTickets } from '@playhouse/domain/promo'
import type { BasketRow, TicketRow } from './basket-row.ts'
import type { BasketDeps } from './edit-basket.ts'
import { withoutPackages } from './packages.ts'
import { loadBuyer, toPromoTickets } from './promo.ts'

/** The offers of a basket: that of its promo code, while it is valid, and the automatic ones; and what they take off. */
export type AppliedOffers = {
  readonly promo: PromoOfBasket | undefined
  readonly automatic: readonly PromoOfBasket[]
  readonly lines: readonly Line[]
  /** `lines` by offer. */
  readonly discounts: readonly NamedDiscount[]
  /** What is taken off each ticket, by its id; tickets at their price are left out. */
  readonly off: ReadonlyMap<string, Money>
  /** The discounted tickets of each offer that takes something off, by its code and by performance. */
  readonly discountedTickets: Readonly<Record<string, DiscountedTickets>>
  /** Whether the promo code takes off nothing because other offers take off more. */
  readonly isOutdone: boolean
}

/** The fields of a basket without a discount. */
export const noDiscounts = { lines: [], discounts: [], off: new Map<string, Money>(), discountedTickets: {}, isOutdone: false } as const

/**
 * Loads the offers of a basket with their discount lines.
 * @param entitlement of the basket, if the caller has loaded it
 */
export async function loadAppliedOffers(
  deps: BasketDeps,
  basket: BasketRow,
  tickets: readonly TicketRow[],
  entitlement?: Pick<Entitlement, 'memberships'>,
): Promise<AppliedOffers> {
  const promo = basket.promo === null ? undefined : await findPromoOfBasket(deps.db, basket.id)
  const automatic = tickets.length > 0 && (await deps.catalogue.hasAutomaticOffers()) ? await findAutomaticOffers(deps.db, basket.id) : []
  const offers = promo ? [promo, ...automatic] : automatic
  if (offers.length === 0 || tickets.length === 0) return { promo, automatic, ...noDiscounts }
  const buyer = await loadBuyer(deps, basket, entitlement)
  const discountable = await withoutPackages(deps.db, tickets)
  const promoTickets = await toPromoTickets(deps, discountable)
  const offered = applyOffers(offers, promoTickets, buyer)
  const lines = discountLines(offered, promoTickets)
  return {
    ...{ promo, automatic, lines, discounts: namedDiscounts(lines, offers) },
    off: new Map(offered.flatMap(({ off }, nth) => (off > 0 ? [[discountable[nth]!.id, off] as const] : []))),
    discountedTickets: Object.fromEntries(
      [...new Set(lines.map(({ ref }) => ref))].map((code) => [code, discountedTicketsOf(code, offered, promoTickets)]),
    ),
    isOutdone: promo !== undefined && isOutdone(promo, offered, promoTickets, buyer),
  }
}

/** The amount that offers take off tickets that may have other prices than those of the basket. */
export async function discountWith(
  deps: BasketDeps,
  offers: readonly Offer[],
  tickets: readonly TicketRow[],
  entitlement: Pick<Entitlement, 'memberships'>,
): Promise<Money> {
  if (offers.length === 0) return zero
  const buyer = { memberships: entitlement.memberships, now: await deps.catalogue.now() }
  const offered = applyOffers(offers, await toPromoTickets(deps, tickets), buyer)
  return money(offered.reduce((sum, { off }) => sum + off, 0))
}

/** What an offer takes off a basket. */
export const discountOfCode = ({ lines }: Pick<AppliedOffers, 'lines'>, code: string): Money =>
  money(lines.reduce((sum, { ref, amount }) => (ref === code ? sum - amount : sum), 0))

/** The codes of the automatic offers that take something off. */
export const usedOffers = ({ automatic, lines }: AppliedOffers): string[] =>
  automatic.map(({ code }) => code).filter((code) => lines.some(({ ref }) => ref === code))

/** The offers of a basket for the API. */
export const readOffers = (applied: AppliedOffers): Pick<Basket, 'promo' | 'offers'> => {
  const { promo, automatic } = applied
  const used = usedOffers(applied)
  return {
    promo: promo
      ? {
          ...{
            code: promo.singleUse ?? promo.namedCode ?? promo.code,
            ...offerNameOf(promo),
            discount: discountOfCode(applied, promo.code),
          },
          ...(applied.isOutdone && { isOutdone: true }),
        }
      : null,
    ...(used.length > 0 && {
      offers: automatic
        .filter(({ code }) => used.includes(code))
        .map((offer) => ({ ...offerNameOf(offer), discount: discountOfCode(applied, offer.code) })),
    }),
  }
}
