import type { Money } from '../money/money.ts'
import type { BrandMembership } from './membership.ts'
import type { ChargeMeans } from '../payment/recurring-charge.ts'
import { chargeDay, renewableTerms } from './membership-renewal.ts'
import { currentTerms, type MembershipTerm, quoteMembership, stateOfTerm } from './membership-term.ts'

/** `waiting`: a try has failed, and another follows. `charging`: a payment is under way. */
export const autoRenewalStates = ['on', 'waiting', 'charging'] as const
/** An automatic renewal that a member has agreed to. */
export type AutoRenewal = {
  readonly amount: Money
  readonly means: ChargeMeans
  readonly state: (typeof autoRenewalStates)[number]
  /** The day of the next charge, an ISO date; null before it is announced, and while a payment is under way. */
  readonly on: string | null
}
type Levels = readonly Pick<BrandMembership, 'id' | 'name' | 'link' | 'constituencyTypeId' | 'sold' | 'benefits'>[]

/**
 * Describes the terms of a customer for their account: the state of each, and what it can be renewed or upgraded to today. The order of
 * the terms stays.
 * @param agreed the automatic renewals that the customer has agreed to, by membership
 */
export function describeTerms(
  levels: Levels,
  terms: readonly MembershipTerm[],
  today: string,
  agreed: ReadonlyMap<string, AutoRenewal> = new Map(),
) {
  const renewable = renewableTerms(levels, terms, today)
  return terms.map((term) => {
    const { id, membership, startsOn, expiresOn, graceUntil } = term
    const level = levels.find((each) => each.id === membership)
    const state = stateOfTerm(term, level?.sold?.renewal?.days, today)
    const isCurrent = state === 'active' || state === 'expiring'
    const renewal = state === 'expiring' ? quoteMembership(levels, terms, { membership, from: null }, today) : undefined
    const isLast = currentTerms(terms, membership, today).at(-1)?.id === id
    const autoRenewal = isLast ? agreed.get(membership) : undefined
    const offer = renewable.find((each) => each.term.id === id)
    return {
      ...{ id, membership, state, startsOn, expiresOn, graceUntil },
      name: level?.name ?? membership,
      link: level?.link ?? membership,
      constituencyTypeId: level?.constituencyTypeId ?? null,
      benefits: level?.benefits ?? null,
      /** The price of the renewal and the first day of its term; null outside the renewal window. */
      renewal: renewal?.ok && renewal.value.continues === id ? { price: renewal.value.amount, startsOn: renewal.value.startsOn } : null,
      upgrades: isCurrent ? upgradesFrom(levels, terms, membership, today) : [],
      autoRenewal: autoRenewal ? withDay(autoRenewal, term, today) : null,
      /** The amount, the days by what pays, and the length of an automatic renewal that the member can agree to. */
      autoRenewalOffer: offer && !autoRenewal ? { amount: offer.price, on: chargeDays(term, today), months: offer.months } : null,
    }
  })
}

const chargeDays = (term: MembershipTerm, today: string) => ({
  card: chargeDay(term, 'card', today),
  'direct-debit': chargeDay(term, 'direct-debit', today),
})

/** An automatic renewal that is not announced yet is charged on its day. */
const withDay = (renewal: AutoRenewal, term: MembershipTerm, today: string): AutoRenewal =>
  renewal.state === 'on' && renewal.on === null ? { ...renewal, on: chargeDay(term, renewal.means, today) } : renewal

/** The memberships that a customer can upgrade to, with the credit and the price that is left to pay in minor units. */
function upgradesFrom(levels: Levels, terms: readonly MembershipTerm[], from: string, today: string) {
  return levels.flatMap(({ id: membership, name }) => {
    const quote = quoteMembership(levels, terms, { membership, from }, today)
    return quote.ok ? [{ membership, name, credit: quote.value.credit, price: quote.value.amount }] : []
  })
}
