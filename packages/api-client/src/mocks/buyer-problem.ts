import { calendarDay } from '@playhouse/domain/calendar'
import { isFundOpen } from '@playhouse/domain/giving'
import { itemKinds } from '@playhouse/domain/item-kind'
import { storedName } from '@playhouse/domain/item-offer'
import { findAgeProblem } from '@playhouse/domain/membership'
import { type Problem, problem } from '@playhouse/domain/problem'
import type { MockItem, MockShop, MockVisit } from './mock-shop.ts'

/** The problem of a visitor who may not buy an item. */
export function findBuyerProblem(
  { accounts, brand, now }: MockShop,
  { customer }: Pick<MockVisit, 'customer'>,
  { kind, product, detail }: Omit<MockItem, 'id'>,
): Problem | undefined {
  if (kind === 'donation') {
    const fund = brand.giving.find((each) => each.fund === product)
    const today = calendarDay(new Date().toISOString(), brand.timeZone)
    return fund && isFundOpen(fund, today) ? undefined : problem('fund-closed', { name: fund?.name ?? storedName(detail) ?? '' })
  }
  if (itemKinds[kind].needs !== 'account') return undefined
  const account = customer && accounts.get(customer.email)
  if (!account) return problem('login-required')
  if (product !== null && account.memberships?.includes(product))
    return problem('membership-already-held', { name: storedName(detail) ?? product })
  const membership = brand.memberships.find(({ id }) => id === product)
  const { birth } = account
  const birthDate = birth && 'date' in birth ? birth.date : null
  return membership && findAgeProblem(membership, birthDate, calendarDay(new Date(now()).toISOString(), brand.timeZone))
}

/** Removes the first item that the visitor may not buy, and returns the problem. */
export function removeBarredItem(shop: MockShop, visit: MockVisit): Problem | undefined {
  for (const item of visit.items) {
    const buyerProblem = findBuyerProblem(shop, visit, item)
    if (!buyerProblem) continue
    visit.items = visit.items.filter((each) => each !== item)
    visit.version += 1
    return buyerProblem
  }
  return undefined
}
