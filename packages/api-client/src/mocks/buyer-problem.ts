import { calendarDay } from '@playhouse/domain/calendar'
import { isFundOpen } from '@playhouse/domain/giving'
import { itemKinds } from '@playhouse/domain/item-kind'
import { hasRenewalConsent, type StoredDetail, storedName, termsUsedBy } from '@playhouse/domain/stored-detail'
import { findAgeProblem } from '@playhouse/domain/membership'
import { type Problem, problem } from '@playhouse/domain/problem'
import { removeDependentItems } from './dependent-items.ts'
import { revertMemberPrices } from './member-prices.ts'
import { priceForBuyer, quoteForBuyer, todayIn } from './membership.ts'
import { findMockFlexProblem } from './subscriptions.ts'
import { findMockTopUpProblem } from './voucher-money.ts'
import type { MockItem, MockShop, MockVisit } from './mock-shop.ts'

/** The problem of a visitor who may not buy an item. */
export function findBuyerProblem(
  shop: MockShop,
  { customer }: Pick<MockVisit, 'customer'>,
  { kind, product, quantity, amount, detail }: Omit<MockItem, 'id'>,
): Problem | undefined {
  const { accounts, brand } = shop
  if (kind === 'donation') {
    const fund = detail && 'fund' in detail ? brand.giving.find((each) => each.fund === detail.fund) : undefined
    const today = calendarDay(new Date().toISOString(), brand.timeZone)
    return fund && isFundOpen(fund, today) ? undefined : problem('fund-closed', { name: fund?.name ?? storedName(detail) ?? '' })
  }
  if (detail && 'voucher' in detail) return findMockTopUpProblem(shop, detail, amount ?? 0)
  if (itemKinds[kind].needs !== 'account') return undefined
  const account = customer && accounts.get(customer.email)
  if (!account) return problem('login-required')
  if (detail && 'flex' in detail) return findMockFlexProblem(shop, account, detail.flex, quantity)
  if (!detail || !('membership' in detail)) return undefined
  const quote = quoteForBuyer(shop, account, detail)
  if (!quote.ok) return quote.error
  const membership = brand.memberships.find(({ id }) => id === product)
  const { birth } = account
  const birthDate = birth && 'date' in birth ? birth.date : null
  return membership && findAgeProblem(membership, birthDate, todayIn(shop))
}

/** The problem of an item that counts a term which an earlier item counts, in the same basket or in one that is being paid for. */
export function findTermConflict(
  shop: MockShop,
  visit: Pick<MockVisit, 'customer'>,
  detail: StoredDetail,
  earlierItems: readonly Pick<MockItem, 'detail'>[],
): Problem | undefined {
  const terms = termsUsedBy(detail)
  const counts = (item: Pick<MockItem, 'detail'>): boolean => termsUsedBy(item.detail).some((term) => terms.includes(term))
  if (earlierItems.some(counts)) return problem('membership-upgrade-unavailable', { name: storedName(detail) ?? '' })
  const isPaying = [...shop.payments.values()].some(
    (payment) =>
      payment.state === 'redirected' &&
      payment.visit !== visit &&
      payment.customer === visit.customer?.id &&
      payment.visit.items.some(counts),
  )
  return isPaying ? problem('basket-paying') : undefined
}

/**
 * Removes the first item that the visitor may not buy, and returns the problem. The tickets lose the prices that it opened. An item
 * whose price for this visitor has changed gets the new price, and the problem is `price-changed`.
 */
export function removeBarredItem(shop: MockShop, visit: MockVisit): Problem | undefined {
  for (const [nth, item] of visit.items.entries()) {
    const termProblem = findTermConflict(shop, visit, item.detail, visit.items.slice(0, nth))
    // The other payment may fail, so the item stays.
    if (termProblem?.code === 'basket-paying') return termProblem
    const buyerProblem = termProblem ?? findBuyerProblem(shop, visit, item)
    const priced = priceForBuyer(shop, visit.customer && shop.accounts.get(visit.customer.email), item)
    const isUnchanged =
      !buyerProblem && priced.amount === item.amount && hasRenewalConsent(priced.detail) === hasRenewalConsent(item.detail)
    visit.items = visit.items.flatMap((each) => (each !== item ? [each] : buyerProblem ? [] : [priced]))
    if (isUnchanged) continue
    if (buyerProblem && item.kind === 'membership' && !revertMemberPrices(shop, visit) && visit.tickets.length === 0)
      removeDependentItems(visit)
    visit.version += 1
    return buyerProblem ?? problem('price-changed')
  }
  return undefined
}
