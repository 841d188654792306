import { add, type Money, zero } from '../money/money.ts'
import { applyOffers, type Offer, type OfferedTicket } from '../pricing/applied-offers.ts'
import { type DiscountedTickets, outcomesOf, type PromoTicket, type TicketOutcome } from '../pricing/promo.ts'
import type { NamedCodeState } from './named-code.ts'
import { type OfferPlan, type OfferState, offerStateOf, offerTimesOf } from './offer-plan.ts'

/** What an offer would do: its state at the moment, and each ticket with its reduction or the reason why it has none. */
export type OfferTrial = {
  readonly state: OfferState
  readonly tickets: (TicketOutcome & { readonly price: Money })[]
  readonly subtotal: Money
  readonly discount: Money
}

/**
 * Tries an offer on tickets, by the rules of the sale.
 * @param at epoch milliseconds
 */
export function tryOffer(
  offer: OfferPlan,
  {
    used,
    others = {},
    codeState = 'active',
    timeZone,
    at,
    memberships = [],
  }: Pick<TriedOffer, 'used' | 'others' | 'codeState'> & {
    readonly timeZone: string
    readonly at: number
    readonly memberships?: readonly string[]
  },
  tickets: readonly PromoTicket[],
): OfferTrial {
  const state = offerStateOf({ ...offerTimesOf(offer, timeZone), maxUses: offer.maxUses, used }, at)
  const outcomes = outcomesOf(offer.rule, tickets, { memberships, now: at }, others).map((outcome, nth) => ({
    ...(state !== 'active'
      ? { off: zero, reason: 'state' as const }
      : codeState === 'active'
        ? outcome
        : { off: zero, reason: 'code' as const }),
    price: tickets[nth]!.price,
  }))
  return {
    ...{ state, tickets: outcomes },
    subtotal: add(...outcomes.map(({ price }) => price)),
    discount: add(...outcomes.map(({ off }) => off)),
  }
}

/** A planned offer with its code, the uses that it has had, and its discounted tickets of each performance; none where absent. */
export type TriedOffer = {
  readonly code: string
  readonly offer: OfferPlan
  readonly used: number
  readonly others?: DiscountedTickets
  /** The state of the named code that is tried; absent for another code. */
  readonly codeState?: NamedCodeState | undefined
}
/** What an offer and the automatic ones together take off tickets: the offer of each ticket, and the sum. */
export type OffersTrial = { readonly tickets: OfferedTicket[]; readonly discount: Money }

/**
 * Tries an offer on tickets together with the automatic offers, as a basket would have them at the moment.
 * @param at epoch milliseconds
 */
export function tryTogether(
  tried: TriedOffer,
  all: readonly TriedOffer[],
  { timeZone, at, memberships }: { readonly timeZone: string; readonly at: number; readonly memberships: readonly string[] },
  tickets: readonly PromoTicket[],
): OffersTrial {
  const offers = all
    .filter(({ code, offer: { rule } }) => (code === tried.code ? (tried.codeState ?? 'active') === 'active' : rule.automatic))
    .filter(({ offer, used }) => offerStateOf({ ...offerTimesOf(offer, timeZone), maxUses: offer.maxUses, used }, at) === 'active')
    .map(({ code, offer: { rule }, others }): Offer => ({ code, rule, others }))
  const offered = applyOffers(offers, tickets, { memberships, now: at })
  return { tickets: offered, discount: add(...offered.map(({ off }) => off)) }
}
