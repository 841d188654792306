import { membershipsOnSale } from '@playhouse/domain/membership-page'
import { isHeldOn } from '@playhouse/domain/membership-term'
import { zero } from '@playhouse/domain/money'
import type { MembershipOffer } from '#contract'
import { savingBy } from './member-prices.ts'
import { todayIn } from './membership.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'

/** The memberships on sale, with what the visitor holds and has in the basket, and what each saves on its tickets. */
export function membershipOffers(shop: MockShop, visit: MockVisit): MembershipOffer[] {
  const held = (shop.accounts.get(visit.customer?.email ?? '')?.terms ?? []).filter((term) => isHeldOn(term, todayIn(shop)))
  return membershipsOnSale(shop.brand).map(({ id }) => {
    const days = held.filter(({ membership }) => membership === id).map(({ expiresOn }) => expiresOn)
    const heldUntil = days.toSorted().at(-1) ?? null
    const isInBasket = visit.items.some(({ kind, product }) => kind === 'membership' && product === id)
    return { membership: id, heldUntil, isInBasket, saves: heldUntil === null ? savingBy(shop, visit, id, isInBasket) : zero }
  })
}
