import type { describeTerms } from './held-membership.ts'

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
