import { findMembershipChange } from '@playhouse/domain/membership-change'
import { membershipsOnSale } from '@playhouse/domain/membership-page'
import { zero } from '@playhouse/domain/money'
import type { MembershipOffer } from '#contract'
import { savingBy } from './member-prices.ts'
import { describedTerms } from './membership.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'

/** The memberships on sale, with what the visitor holds and has in the basket, and what each saves on its tickets. */
export function membershipOffers(shop: MockShop, visit: MockVisit): MembershipOffer[] {
  const held = describedTerms(shop, shop.accounts.get(visit.customer?.email ?? ''))
  return membershipsOnSale(shop.brand).map(({ id }) => {
    const change = findMembershipChange(id, held)
    const isInBasket = visit.items.some(({ kind, product }) => kind === 'membership' && product === id)
    return { membership: id, ...change, isInBasket, saves: change.heldUntil === null ? savingBy(shop, visit, id, isInBasket) : zero }
  })
}
