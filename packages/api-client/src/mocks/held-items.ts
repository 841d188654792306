import { isEmpty } from '@playhouse/domain/item-kind'
import { storedName } from '@playhouse/domain/stored-detail'
import { findHeldItems } from '@playhouse/domain/membership-change'
import { removeDependentItems } from './dependent-items.ts'
import { revertMemberPrices } from './member-prices.ts'
import { todayIn } from './membership.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'

/** Removes the memberships that the customer of an open basket holds by now. The basket names them until it is changed. */
export function removeHeldMemberships(shop: MockShop, visit: MockVisit): void {
  const account = shop.accounts.get(visit.customer?.email ?? '')
  if (!account || visit.state !== 'open' || visit.isAtCounter) return
  const held = findHeldItems(shop.brand.memberships, account.terms, visit.items, todayIn(shop))
  if (held.length === 0) return
  visit.items = visit.items.filter((item) => !held.includes(item))
  if (!revertMemberPrices(shop, visit) && visit.tickets.length === 0) removeDependentItems(visit)
  if (isEmpty(visit)) Object.assign(visit, { vouchers: [], usesCredit: false })
  visit.heldMemberships = [...new Set([...visit.heldMemberships, ...held.map(({ detail }) => storedName(detail) ?? '')])]
  visit.version += 1
}
