import type { describeTerms } from './held-membership.ts'
import type { BrandMembership } from './membership.ts'
import { type MembershipTerm, quoteMembership } from './membership-term.ts'

type HeldTerm = Pick<ReturnType<typeof describeTerms>[number], 'membership' | 'name' | 'state' | 'expiresOn' | 'renewal' | 'upgrades'>

/**
 * Returns what a customer can change about a membership on sale: its renewal in the renewal window, and the upgrade to it from one
 * that they hold. The price that they pay for it is decided by `quoteMembership`.
 * @param terms the described terms of the customer, the latest expiry first; empty for a visitor without an account
 */
export function findMembershipChange(id: string, terms: readonly HeldTerm[]) {
  const held = terms.find(({ membership, state }) => membership === id && (state === 'active' || state === 'expiring'))
  const lower = terms.find(({ upgrades }) => upgrades.some(({ membership }) => membership === id))
  const offered = lower?.upgrades.find(({ membership }) => membership === id)
  return {
    heldUntil: held?.expiresOn ?? null,
    renewal: held?.renewal ?? null,
    upgrade: lower && offered ? { from: lower.membership, name: lower.name, credit: offered.credit, price: offered.price } : null,
  }
}

type BasketItem = { readonly detail: object | null }

/**
 * Finds the memberships in a basket that its customer holds by now and cannot renew yet: they must leave the basket.
 * @param terms the terms of the customer
 * @param today an ISO date in the theatre's time zone
 */
export function findHeldItems<Item extends BasketItem>(
  levels: readonly Pick<BrandMembership, 'id' | 'name' | 'sold'>[],
  terms: readonly MembershipTerm[],
  items: readonly Item[],
  today: string,
): Item[] {
  return items.filter(({ detail }) => {
    if (!detail || !('membership' in detail) || typeof detail.membership !== 'string') return false
    const from = 'upgradeFrom' in detail && typeof detail.upgradeFrom === 'string' ? detail.upgradeFrom : null
    const quote = quoteMembership(levels, terms, { membership: detail.membership, from }, today)
    return !quote.ok && quote.error.code === 'membership-already-held'
  })
}
