import { titleOf } from '@playhouse/domain/production-texts'
import { lastDayOf, type TheatreClock } from '@playhouse/domain/flex-subscription'
import { findFlexProblem } from '@playhouse/domain/flex-offer'
import { money } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { subscriptionCardOf } from '@playhouse/domain/subscription-card'
import { allocateVouchers, type HeldSubscription } from '@playhouse/domain/subscription-voucher'
import type { Basket, TicketSubscription } from '#contract'
import type { MockSubscription, MockVoucherUse } from './mock-account.ts'
import type { MockIssuedCard } from './mock-catalogue.ts'
import type { MockAccount, MockItem, MockShop, MockVisit } from './mock-shop.ts'
import { todayIn } from './membership.ts'
import { priceOfTicket } from './price-of-ticket.ts'

/** The theatre's clock. */
export const clockOf = (shop: MockShop): TheatreClock => ({ timeZone: shop.brand.timeZone, now: shop.now() })
/** The flexible subscriptions that the brand sells. */
export const definitionsOf = (shop: MockShop) =>
  shop.brand.flexSubscriptions ? shop.flexSubscriptions.filter(({ flex }) => !shop.withdrawnFlex.has(flex)) : []

/** A flexible subscription that is asked for, for `offerItem`; undefined for one that is not sold. */
export function flexOfferOf(shop: MockShop, flex: string) {
  const definition = definitionsOf(shop).find((each) => each.flex === flex)
  return definition && { definition, clock: clockOf(shop) }
}

/** Why a customer may not buy flexible subscriptions. */
export function findMockFlexProblem(shop: MockShop, account: MockAccount, flex: string, quantity: number): Problem | undefined {
  const offer = flexOfferOf(shop, flex)
  if (!offer) return problem('page-not-found')
  return findFlexProblem(offer, { quantity, held: currentOf(shop, account).filter((each) => each.flex === flex).length })
}

/** Gives the buyer the flexible subscriptions of an item. @param item id of the item in the order */
export function sellMockSubscriptions(shop: MockShop, buyer: MockAccount, { quantity, amount, detail }: MockItem, item: string): void {
  if (!detail || !('flex' in detail)) return
  const { flex, name, vouchers } = detail
  const issuedOn = todayIn(shop)
  const sold = Array.from({ length: quantity }, (): MockSubscription => ({
    ...{ id: crypto.randomUUID(), flex, name, vouchers, used: 0, item, issuedOn, isReturned: false },
    ...{ pricingStructure: '', price: money(Math.round((amount ?? 0) / quantity)), expiresOn: lastDayOf(detail, issuedOn) },
  }))
  buyer.subscriptions = [...(buyer.subscriptions ?? []), ...sold]
}

const currentOf = (shop: MockShop, account: MockAccount): MockSubscription[] =>
  (account.subscriptions ?? []).filter(({ isReturned, expiresOn }) => !isReturned && expiresOn >= todayIn(shop))

/** Vouchers of a subscription that are spent, or reserved by an open payment of another visit, by the performance of their ticket. */
function usesOf(shop: MockShop, id: string, visit?: MockVisit): string[] {
  const reserved = [...shop.payments.values()].flatMap(({ state, visit: payer, vouchers = [] }) =>
    state === 'redirected' && payer !== visit ? vouchers : [],
  )
  const spent = [...shop.voucherUses.values()].filter(({ ticket }) => !visit?.exchangedTickets?.includes(ticket))
  return [...spent, ...reserved].flatMap(({ subscription, performance }) => (subscription === id ? [performance] : []))
}

/** Vouchers of a subscription that paid for tickets that a visit exchanges. */
const exchangedOf = (shop: MockShop, id: string, { exchangedTickets = [] }: MockVisit): number =>
  [...shop.voucherUses.values()].filter(({ subscription, ticket }) => subscription === id && exchangedTickets.includes(ticket)).length

/** Prices a visit in which tickets are exchanged. */
export function withExchanged<Value>(visit: MockVisit, tickets: readonly string[], price: () => Value): Value {
  visit.exchangedTickets = tickets
  try {
    return price()
  } finally {
    delete visit.exchangedTickets
  }
}

/** Whether a voucher of the subscriptions that an item sold is used. @param item id of the item in the order */
export const isMockSubscriptionUsed = (shop: MockShop, item: string): boolean =>
  [...shop.accounts.values()].some(({ subscriptions = [] }) =>
    subscriptions.some((each) => each.item === item && usesOf(shop, each.id).length > 0),
  )

/** The subscriptions of an account as its page shows them, the latest expiry first. */
export function readMockSubscriptions(shop: MockShop, account: MockAccount): TicketSubscription[] {
  const latestFirst = (account.subscriptions ?? []).toSorted((a, b) => (a.expiresOn < b.expiresOn ? 1 : -1))
  return latestFirst.map(({ item: _, vouchers, used, ...rest }) => {
    const tickets = [...shop.voucherUses.values()].filter(({ subscription }) => subscription === rest.id).map(({ ticket }) => ticket)
    const uses = [...shop.payments.values()]
      .flatMap(({ order }) => (order?.tickets ?? []).map((ticket) => ({ ...ticket, order: order!.number })))
      .filter(({ id }) => tickets.includes(id))
      .map(({ order, startsAt, timeZone, ...production }) => ({ ...titleOf(production), order, startsAt, timeZone }))
      .toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
    return { ...rest, uses, vouchersAvailable: vouchers - used - uses.length, vouchersUsed: used + uses.length }
  })
}

type Vouchers = {
  /** The subscription whose voucher can pay for a ticket, by the ticket. */
  readonly chosen: ReadonlyMap<string, MockSubscription>
  readonly basket: Pick<Basket, 'subscriptions'>
}

/** The vouchers that can be used for the tickets of a visit. */
export function findVouchers(shop: MockShop, visit: MockVisit): Vouchers {
  const none = { chosen: new Map(), basket: {} }
  const account = visit.customer && shop.accounts.get(visit.customer.email)
  if (!account || visit.tickets.length === 0) return none
  const current = currentOf(shop, account)
  const subscriptions = (account.subscriptions ?? []).filter(
    (each) => current.includes(each) || (!each.isReturned && exchangedOf(shop, each.id, visit) > 0),
  )
  const held = subscriptions.flatMap(({ id, flex, vouchers, used, expiresOn }): HeldSubscription[] => {
    const rules = shop.flexSubscriptions.find((each) => each.flex === flex)
    const uses = usesOf(shop, id, visit)
    // After the last day only the vouchers of exchanged tickets can be used.
    const most = expiresOn >= todayIn(shop) ? Infinity : exchangedOf(shop, id, visit)
    return rules ? [{ id, rules, uses, expiresOn, left: Math.min(vouchers - used - uses.length, most) }] : []
  })
  const tickets = visit.tickets
    .filter(({ share }) => !share)
    .map(({ id, performance, ...ticket }) => {
      const { band, price } = priceOfTicket(shop, { performance, ...ticket })!
      return { id, performance, production: shop.performance(performance)!.production, band, priceType: ticket.priceType, price }
    })
  const allocated = allocateVouchers(held, tickets)
  if (allocated.size === 0) return none
  const used = held.flatMap(({ id, left, expiresOn }) => {
    const vouchers = [...allocated.values()].filter((each) => each === id).length
    return vouchers > 0 ? [{ id, name: subscriptions.find((each) => each.id === id)!.name, vouchers, left, expiresOn }] : []
  })
  return {
    chosen: new Map([...allocated].map(([ticket, id]) => [ticket, subscriptions.find((each) => each.id === id)!])),
    basket: { subscriptions: { isUsed: visit.usesSubscriptions ?? true, used } },
  }
}

/** The vouchers that pay for tickets of a visit, by the ticket. */
export const appliedVouchers = (shop: MockShop, visit: MockVisit): ReadonlyMap<string, MockSubscription> =>
  (visit.usesSubscriptions ?? true) ? findVouchers(shop, visit).chosen : new Map()

/** The vouchers that a payment of a visit reserves. */
export const voucherUsesOf = (shop: MockShop, visit: MockVisit): MockVoucherUse[] =>
  [...appliedVouchers(shop, visit)].map(([ticket, { id: subscription }]) => {
    const { performance } = visit.tickets.find((each) => each.id === ticket)!
    return { ticket, subscription, performance }
  })

/** Whether a card can be linked: it was issued, and not cancelled, by changes that have effect. */
export const isMockCardInEffect = ({ cardBatches }: MockShop, { batch, cancellations }: MockIssuedCard): boolean =>
  (batch === null || cardBatches.has(batch.id)) && !cancellations.some((each) => cardBatches.has(each))

/** Whether a voucher of a linked card is used. */
export const isMockCardUsed = (shop: MockShop, { subscription }: MockIssuedCard): boolean =>
  subscription !== null && usesOf(shop, subscription).length > 0

/** Puts the subscription of a card on an account; undefined for a card that can't be linked to it. */
export function linkMockCard(shop: MockShop, account: MockAccount, entered: string): TicketSubscription | undefined {
  const number = subscriptionCardOf(entered)
  const card = shop.issuedCards.find((each) => each.number === number)
  const definition = card && definitionsOf(shop).find(({ flex }) => flex === card.flex)
  if (!card || !definition) return undefined
  if (card.subscription === null && !isMockCardInEffect(shop, card)) return undefined
  const id = card.subscription ?? crypto.randomUUID()
  if (card.subscription === null) {
    card.subscription = id
    const { flex, name, price, vouchers } = definition
    const issuedOn = todayIn(shop)
    const dates = { issuedOn, expiresOn: lastDayOf(definition, issuedOn) }
    const added = { id, flex, name: name.text, price, vouchers, used: 0, item: null, pricingStructure: '', isReturned: false, ...dates }
    account.subscriptions = [...(account.subscriptions ?? []), added]
  }
  return readMockSubscriptions(shop, account).find((each) => each.id === id)
}
