import type { MembershipOffer } from '@playhouse/api-client/contract'
import { membershipsOnSale } from '@playhouse/domain/membership-page'
import { listMemberships } from '#modules/membership'
import { findBasket } from './basket-row.ts'
import type { BasketDeps } from './edit-basket.ts'
import { itemsOf } from './items.ts'

/** A visitor: the customer if they are signed in with an account, and their basket if they have one. */
type MembershipVisitor = {
  readonly customer: { readonly id: string } | null | undefined
  readonly basketId: string | undefined
}

/** Lists the memberships on sale, with what the visitor holds and has in the basket. */
export async function listMembershipOffers(deps: BasketDeps, { customer, basketId }: MembershipVisitor): Promise<MembershipOffer[]> {
  const { db, brand } = deps
  const held = customer ? await listMemberships(db, brand, customer.id) : []
  const basket = basketId ? await findBasket(db, basketId) : undefined
  const items = basket && ['open', 'paying'].includes(basket.state) ? await itemsOf(db, basket.id) : []
  return membershipsOnSale(brand).map(({ id }) => ({
    membership: id,
    heldUntil: held.find(({ membership, state }) => membership === id && (state === 'active' || state === 'expiring'))?.expiresOn ?? null,
    isInBasket: items.some(({ kind, product }) => kind === 'membership' && product === id),
  }))
}
