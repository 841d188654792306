import { add, type Money, money, zero } from '../money/money.ts'
import type { Line } from './pricing.ts'
import {
  createTicketCounter,
  discountOf,
  type DiscountedTickets,
  outcomesOf,
  type PromoBuyer,
  type PromoRule,
  type PromoTicket,
  type TicketReason,
} from './promo.ts'

/** An offer that a basket has: the one of its promo code, or an automatic one. */
export type Offer = {
  readonly code: string
  readonly rule: PromoRule
  /** Its discounted tickets in other orders. Absent or null for an offer without a limit for each performance. */
  readonly others?: DiscountedTickets | null | undefined
}
/** The offer that a ticket is sold with, and what it takes off; a ticket that a multi-buy pays for has the offer with 0. */
export type OfferedTicket = { readonly code: string | null; readonly off: Money }

/** Limited offers of which every order is tried: 5 have 325. Where more apply, those that take off most by themselves. */
const maxOrdered = 5
const noOffer: OfferedTicket = { code: null, off: zero }
/** Whether what an offer takes off a ticket depends on the other tickets. */
const isLimited = ({ rule }: Offer): boolean =>
  rule.mostTickets !== undefined || rule.mostPerPerformance !== undefined || rule.discount?.kind === 'multi-buy'
/** Reasons of tickets that count in the groups of a multi-buy. */
const countsInGroup: ReadonlySet<TicketReason> = new Set(['group', 'price', 'mostTickets', 'mostPerPerformance'])
const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
const sumOf = (tickets: readonly OfferedTicket[]): number => tickets.reduce((sum, { off }) => sum + off, 0)

/**
 * Distributes offers over tickets: each ticket has one offer at most, and the tickets together the largest discount that was found. The sum does not
 * depend on the order of the tickets or of the offers, and one more offer never makes it smaller while at most five limited ones apply. Of
 * equal discounts, the first code counts.
 * @returns the offer of each ticket, in the order of the tickets
 */
export function applyOffers(offers: readonly Offer[], tickets: readonly PromoTicket[], buyer: PromoBuyer): OfferedTicket[] {
  const order = [...tickets.keys()].sort((a, b) => compareTickets(tickets[a]!, tickets[b]!))
  const sorted = order.map((nth) => tickets[nth]!)
  const sortedOffers = offers.toSorted((a, b) => compareText(a.code, b.code))
  const limited = sortedOffers
    .filter(isLimited)
    .map((offer) => ({ offer, alone: sumOf(takeTickets(offer, sorted, buyer, new Map()).values().toArray()) }))
    .filter(({ alone }) => alone > 0)
    .toSorted((a, b) => b.alone - a.alone)
    .map(({ offer }) => offer)
  const plain = bestOfPlain(
    sortedOffers.filter((offer) => !isLimited(offer)),
    sorted,
    buyer,
  )
  let [best, most] = [plain, sumOf(plain)]
  const consider = (taken: ReadonlyMap<number, OfferedTicket>): void => {
    const result = plain.map((offered, nth) => taken.get(nth) ?? offered)
    const sum = sumOf(result)
    if (sum > most) [best, most] = [result, sum]
  }
  for (const offer of limited) if (offer.rule.discount?.kind !== 'multi-buy') consider(takeGains(offer, sorted, buyer, plain))
  for (const sequence of sequencesOf(limited.slice(0, maxOrdered))) {
    const taken = new Map<number, OfferedTicket>()
    for (const offer of sequence) for (const [nth, offered] of takeTickets(offer, sorted, buyer, taken)) taken.set(nth, offered)
    consider(taken)
  }
  const result = tickets.map(() => noOffer)
  for (const [place, nth] of order.entries()) result[nth] = best[place]!
  return result
}

/**
 * The discounts as lines of the quote, by code: one for each offer and rate of tax that it takes something off.
 * @param tickets those of `offered`, in the same order
 */
export function discountLines(offered: readonly OfferedTicket[], tickets: readonly Pick<PromoTicket, 'vatBasisPoints'>[]): Line[] {
  const discounts = offered.flatMap(({ code, off }, nth) =>
    code === null || off === 0 ? [] : [{ code, off, rate: tickets[nth]?.vatBasisPoints }],
  )
  const lines = Map.groupBy(discounts, ({ code, rate }) => `${code} ${rate ?? ''}`)
  return [...lines.values()]
    .map((ofLine) => ({ ...ofLine[0]!, off: add(...ofLine.map(({ off }) => off)) }))
    .toSorted((a, b) => compareText(a.code, b.code) || (b.rate ?? Infinity) - (a.rate ?? Infinity))
    .map(({ code, off, rate }): Line => ({
      ...{ kind: 'discount', ref: code, amount: money(-off), fee: zero },
      ...(rate !== undefined && { vatBasisPoints: rate }),
    }))
}

/** Whether an offer takes something off the tickets by itself, and nothing in a distribution, because other offers take off more. */
export const isOutdone = (
  { code, rule, others }: Offer,
  offered: readonly OfferedTicket[],
  tickets: readonly PromoTicket[],
  buyer: PromoBuyer,
): boolean => offered.every((ticket) => ticket.code !== code) && discountOf(rule, tickets, buyer, others ?? {}) > 0

/**
 * The discounted tickets of an offer in a basket, by performance.
 * @param tickets those of `offered`, in the same order
 */
export function discountedTicketsOf(code: string, offered: readonly OfferedTicket[], tickets: readonly PromoTicket[]): DiscountedTickets {
  const discounted = tickets.filter((_, nth) => offered[nth]!.code === code && offered[nth]!.off > 0)
  const byPerformance = Map.groupBy(discounted, ({ performance }) => performance.id)
  return Object.fromEntries([...byPerformance].map(([performance, { length }]) => [performance, length]))
}

/** The most expensive first. Tickets that are equal here are equal for every offer. */
function compareTickets(a: PromoTicket, b: PromoTicket): number {
  const keyOf = ({ performance, band, priceType }: PromoTicket): string => `${performance.id} ${band} ${priceType}`
  return b.price - a.price || compareText(keyOf(a), keyOf(b))
}

/** The best of the offers that see each ticket by itself. */
function bestOfPlain(offers: readonly Offer[], tickets: readonly PromoTicket[], buyer: PromoBuyer): OfferedTicket[] {
  const best = tickets.map(() => noOffer)
  for (const { code, rule } of offers)
    for (const [nth, { off }] of outcomesOf(rule, tickets, buyer).entries()) if (off > best[nth]!.off) best[nth] = { code, off }
  return best
}

/** The tickets that a limited offer takes of those that are not taken: the discounted ones, and those that pay for them in a multi-buy. */
function takeTickets(
  { code, rule, others }: Offer,
  tickets: readonly PromoTicket[],
  buyer: PromoBuyer,
  taken: ReadonlyMap<number, OfferedTicket>,
): Map<number, OfferedTicket> {
  const rest = [...tickets.keys()].filter((nth) => !taken.has(nth))
  const outcomes = outcomesOf(
    rule,
    rest.map((nth) => tickets[nth]!),
    buyer,
    others ?? {},
  )
  const group = rule.discount?.kind === 'multi-buy' ? rule.discount.buy + rule.discount.free : 1
  const eligible = outcomes.flatMap(({ off, reason }, place) =>
    reason === null || countsInGroup.has(reason) ? [[rest[place]!, off] as const] : [],
  )
  const result = new Map<number, OfferedTicket>()
  for (let start = 0; start < eligible.length; start += group) {
    const members = eligible.slice(start, start + group)
    if (members.some(([, off]) => off > 0)) for (const [nth, off] of members) result.set(nth, { code, off })
  }
  return result
}

/** The tickets on which a limited offer takes off most in addition to the plain offers. */
function takeGains(
  { code, rule, others }: Offer,
  tickets: readonly PromoTicket[],
  buyer: PromoBuyer,
  plain: readonly OfferedTicket[],
): Map<number, OfferedTicket> {
  const exceededLimit = createTicketCounter(rule, others ?? {})
  const { mostTickets: _total, mostPerPerformance: _each, ...unlimited } = rule
  const gains = outcomesOf(unlimited, tickets, buyer)
    .map(({ off }, nth) => ({ nth, off, gain: off - plain[nth]!.off }))
    .filter(({ gain }) => gain > 0)
    .toSorted((a, b) => b.gain - a.gain)
  return new Map(gains.filter(({ nth }) => exceededLimit(tickets[nth]!) === null).map(({ nth, off }) => [nth, { code, off }]))
}

/** Every order of every choice of some offers. */
function sequencesOf(offers: readonly Offer[]): Offer[][] {
  return offers.flatMap((first) => {
    const others = offers.filter((offer) => offer !== first)
    return [[first], ...sequencesOf(others).map((rest) => [first, ...rest])]
  })
}
