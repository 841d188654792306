import { membershipsOnSale } from '@playhouse/domain/membership-page'
import { isHeldOn } from '@playhouse/domain/membership-term'
import type { MembershipOffer } from '#contract'
import { todayIn } from './membership.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'

/** The memberships on sale, with what the visitor holds and has in the basket. */
export function membershipOffers(shop: MockShop, visit: MockVisit): MembershipOffer[] {
  const held = (shop.accounts.get(visit.customer?.email ?? '')?.terms ?? []).filter((term) => isHeldOn(term, todayIn(shop)))
  return membershipsOnSale(shop.brand).map(({ id }) => ({
    membership: id,
    heldUntil:
      held
        .filter(({ membership }) => membership === id)
        .map(({ expiresOn }) => expiresOn)
        .toSorted()
        .at(-1) ?? null,
    isInBasket: visit.items.some(({ kind, product }) => kind === 'membership' && product === id),
  }))
}
