import { calendarDay } from '@playhouse/domain/calendar'
import { describeTerms } from '@playhouse/domain/held-membership'
import { withMembershipQuote } from '@playhouse/domain/item-offer'
import type { MembershipDetail } from '@playhouse/domain/stored-detail'
import { addDays, isHeldOn, lastDayOfTerm, type MembershipTerm, quoteMembership } from '@playhouse/domain/membership-term'
import { add, money, zero } from '@playhouse/domain/money'
import type { MockAccount, MockItem, MockShop } from './mock-shop.ts'

type Clock = Pick<MockShop, 'brand' | 'now'>
/** The day in the theatre's time zone, an ISO date. */
export const todayIn = ({ brand, now }: Clock): string => calendarDay(new Date(now()).toISOString(), brand.timeZone)

/** A membership that a person of the mock world has from the start. */
export const givenTerm = (membership: string, today: string): MembershipTerm => ({
  ...{ id: crypto.randomUUID(), membership, startsOn: today, expiresOn: '2999-12-31', graceUntil: null },
  ...{ value: zero, isCancelled: false, isRenewed: false },
})

/** The memberships that an account holds today. */
export const heldLevels = (shop: Clock, account: Pick<MockAccount, 'terms'> | undefined): string[] => [
  ...new Set((account?.terms ?? []).filter((term) => isHeldOn(term, todayIn(shop))).map(({ membership }) => membership)),
]

/** The terms of an account as its page shows them, the latest expiry first. */
export function describedTerms(shop: Clock, account: Pick<MockAccount, 'terms'> | undefined): ReturnType<typeof describeTerms> {
  const latestFirst = (account?.terms ?? []).toSorted((a, b) => (a.expiresOn < b.expiresOn ? 1 : -1))
  return describeTerms(shop.brand.memberships, latestFirst, todayIn(shop))
}

/** Quotes a membership for its buyer. */
export const quoteForBuyer = (shop: Clock, { terms }: Pick<MockAccount, 'terms'>, { membership, upgradeFrom = null }: MembershipDetail) =>
  quoteMembership(shop.brand.memberships, terms, { membership, from: upgradeFrom }, todayIn(shop))

/** The item at the price of its buyer; other kinds stay. The buyer may buy it. */
export function priceForBuyer<Item extends Omit<MockItem, 'id'>>(shop: Clock, account: MockAccount | null | undefined, item: Item): Item {
  if (!account || !item.detail || !('membership' in item.detail)) return item
  const quote = quoteForBuyer(shop, account, item.detail)
  return quote.ok ? { ...item, amount: quote.value.amount, detail: withMembershipQuote(shop.brand, item.detail, quote.value) } : item
}

/** Starts a sold term, and ends those that it replaces. */
export function startTerm(shop: Clock, account: MockAccount, { amount, detail }: Pick<MockItem, 'amount' | 'detail'>, order: string): void {
  if (!detail || !('membership' in detail)) return
  const { membership, months, continues = null, replaces = [], credit = zero } = detail
  const today = todayIn(shop)
  const latestFirst = account.terms.toSorted((a, b) => (a.expiresOn < b.expiresOn ? 1 : -1))
  const last =
    latestFirst.find(({ id }) => id === continues) ??
    latestFirst.find((term) => term.membership === membership && !term.isCancelled && term.expiresOn >= today)
  const startsOn = last ? addDays(last.expiresOn, 1) : today
  const id = crypto.randomUUID()
  account.terms = [
    ...account.terms.map((term) => ({
      ...term,
      isRenewed: term.isRenewed || term.id === continues,
      ...(replaces.includes(term.id) && { isCancelled: true, replacedBy: id }),
    })),
    {
      ...{ id, soldBy: order, continues, membership, startsOn, expiresOn: lastDayOfTerm(startsOn, months), graceUntil: null },
      ...{ value: add(money(amount ?? 0), credit), isCancelled: false, isRenewed: false },
    },
  ]
}
