import type { Order } from '#contract'
import { type GiftState, stateOfGift } from '@playhouse/domain/gift-membership'
import { addDays, lastDayOfTerm } from '@playhouse/domain/membership-term'
import { findAgeProblem } from '@playhouse/domain/membership'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { startTerm, todayIn } from './membership.ts'
import type { MockHandlers, Contract } from './mock-handler.ts'
import type { MockAccount, MockShop } from './mock-shop.ts'

type GiftItem = Extract<Order['items'][number], { kind: 'gift-membership' }>
/** A gift membership that was sent. `claimed`: the account that claimed it, and its term. */
export type MockGift = {
  readonly token: string
  readonly item: GiftItem
  /** The last day of its link. */
  claimUntil: string
  claimed: { readonly account: MockAccount; readonly startsOn: string; readonly expiresOn: string } | null
}

/** Mails the link of a gift membership. An earlier link is no longer valid. */
export function sendMockGift(shop: MockShop, item: GiftItem): void {
  const token = crypto.randomUUID()
  const claimUntil = addDays(lastDayOfTerm(todayIn(shop), shop.brand.giftMemberships?.claimMonths ?? 12), 1)
  shop.gifts.set(item.id, { token, item, claimUntil, claimed: null })
  shop.mails.push({ to: item.detail.email, text: `Gift membership ${token}` })
}

/** Mock handlers of gift memberships. */
export function giftHandlers(shop: MockShop): MockHandlers<Contract['gifts']> {
  const unknown = fail(problem('page-not-found'))
  const giftOf = (token: string): MockGift | undefined => shop.gifts.values().find((gift) => gift.token === token)
  const stateOf = ({ item: { id: gift }, claimed, claimUntil }: MockGift): GiftState => {
    const order = shop.payments.values().find((payment) => payment.order?.items.some(({ id }) => id === gift))!.order!
    const isReturned = order.items.some((item) => item.id === gift && item.isReturned)
    return stateOfGift({ isClaimed: claimed !== null, isReturned, orderState: order.state, claimUntil }, todayIn(shop))
  }
  return {
    read: ({ body }) => {
      const gift = giftOf(body.token)
      if (!gift) return unknown
      const { name, detail } = gift.item
      const { level: membership, months, to, from, message } = detail
      return ok({ membership, name, months, to, from, message, state: stateOf(gift), claimUntil: gift.claimUntil })
    },
    claim: ({ visit, body }) => {
      const account = visit.customer && shop.accounts.get(visit.customer.email)
      if (!account) return fail(problem('login-required'))
      const gift = giftOf(body.token)
      const { name, amount, detail } = gift?.item ?? {}
      if (gift?.claimed?.account === account) return ok({ name: name!, startsOn: gift.claimed.startsOn, expiresOn: gift.claimed.expiresOn })
      if (!gift || !detail || stateOf(gift) !== 'claimable') return unknown
      const level = shop.brand.memberships.find(({ id }) => id === detail.level)
      const birthDate = account.birth && 'date' in account.birth ? account.birth.date : null
      const ageProblem = level && findAgeProblem(level, birthDate, todayIn(shop))
      if (ageProblem) return fail(ageProblem)
      const before = new Set(account.terms.map(({ id }) => id))
      const { level: membership, months } = detail
      const last = account.terms
        .filter((term) => term.membership === membership && !term.isCancelled && term.expiresOn >= todayIn(shop))
        .toSorted((a, b) => (a.expiresOn < b.expiresOn ? 1 : -1))[0]
      const continues = last && !last.isRenewed ? last.id : null
      const term = { membership, name: name!, months, timeZone: shop.brand.timeZone, continues }
      // No return of an order ends it.
      startTerm(shop, account, { amount: amount!, detail: term }, '')
      const { startsOn, expiresOn } = account.terms.find(({ id }) => !before.has(id))!
      gift.claimed = { account, startsOn, expiresOn }
      return ok({ name: name!, startsOn, expiresOn })
    },
  }
}
