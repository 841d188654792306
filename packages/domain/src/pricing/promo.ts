import { z } from 'zod'
import { slugSchema } from '../id.ts'
import { add, type Money, money, moneySchema, zero } from '../money/money.ts'
import { bands, bandSchema, type Band } from './pricing.ts'

const priceTypeIds = z.array(z.string().max(40)).max(100)

/** Kinds of discounts of a promo code. */
export const discountKinds = ['percent', 'amount', 'price', 'multi-buy'] as const
export type DiscountKind = (typeof discountKinds)[number]

/** The effects of a promo code: a discount on tickets, a price type, or booking before general sale. */
export const promoRuleSchema = z.strictObject({
  /** Off each ticket that it is good for, never more than the ticket costs; of a multi-buy, off some of them. */
  discount: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('percent'), percent: z.int().min(1).max(100) }),
      z.strictObject({ kind: z.literal('amount'), amount: moneySchema.refine((amount) => amount > 0) }),
      /** Each ticket costs `price`, or less where it did before. */
      z.strictObject({ kind: z.literal('price'), price: moneySchema.refine((price) => price >= 0) }),
      /** Of each `buy + free` tickets, from the most expensive down, the cheapest `free` cost nothing. */
      z.strictObject({ kind: z.literal('multi-buy'), buy: z.int().min(1).max(50), free: z.int().min(1).max(50) }),
    ])
    .optional(),
  /** Whether it needs no code: every basket that meets its conditions has it. It has a discount, and opens nothing. */
  automatic: z.literal(true).optional(),
  /** Whether its own code is only its id: visitors need one of its named or single-use codes. */
  singleUse: z.literal(true).optional(),
  opensPriority: z.boolean(),
  /** Ids of price types of the kind `promo`. */
  opensPriceTypes: priceTypeIds,
  /** The code is valid only for these; absent for all. */
  productions: z.array(slugSchema).min(1).max(200).optional(),
  performances: z.array(slugSchema).min(1).max(1_000).optional(),
  /** First and last day of the performances it is good for, by the theatre's calendar. */
  from: z.iso.date().optional(),
  until: z.iso.date().optional(),
  /** Ids of membership levels: only for customers with one of them, held or in the basket. */
  memberships: z.array(slugSchema).min(1).max(100).optional(),
  /** Only until this number of days, of 24 hours each, before the performance begins. */
  daysBefore: z.int().min(1).max(1_000).optional(),
  /** The tickets that get the discount; absent for every ticket. */
  priceTypes: priceTypeIds.min(1).optional(),
  bands: z.array(bandSchema).min(1).max(bands.length).optional(),
  /** Max discounted tickets per order, the most expensive first. */
  mostTickets: z.int().positive().optional(),
  /** Max discounted tickets of each performance, over all orders. */
  mostPerPerformance: z.int().min(1).max(100_000).optional(),
})
export type PromoRule = z.infer<typeof promoRuleSchema>

/** The form in which codes are compared: visitors type them as they like. */
export const promoCodeOf = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, '').toUpperCase()

/** @property startsAt epoch milliseconds */
type PromoPerformance = {
  readonly id: string
  readonly production: { readonly id: string }
  readonly startsLocal: string
  readonly startsAt: number
}
/** @property vatBasisPoints the rate of its price type, where that is not the rate of the brand */
export type PromoTicket = {
  readonly performance: PromoPerformance
  readonly band: Band
  readonly priceType: string
  readonly price: Money
  readonly vatBasisPoints?: number | undefined
}

/** Who buys, and when: the membership levels of the customer, and the moment in epoch milliseconds. */
export type PromoBuyer = { readonly memberships: readonly string[]; readonly now: number }

const ticketConditions = {
  priceTypes: ({ priceTypes }, { priceType }) => priceTypes?.includes(priceType) ?? true,
  bands: ({ bands }, { band }) => bands?.includes(band) ?? true,
} as const satisfies Partial<Record<keyof PromoRule, (rule: PromoRule, ticket: PromoTicket) => boolean>>

/** Fields of a rule that are effects of a code. Every other field is a condition of the ticket or of the performance. */
type Effect = 'automatic' | 'singleUse' | 'discount' | 'opensPriority' | 'opensPriceTypes' | 'mostTickets' | 'mostPerPerformance'
type PerformanceCondition = Exclude<keyof PromoRule, Effect | keyof typeof ticketConditions>
type IsMet = (rule: PromoRule, performance: PromoPerformance, buyer: PromoBuyer) => boolean
const dayLength = 24 * 3_600_000

/** A field added to the rule does not compile until it is an effect or a condition. */
const performanceConditions: Readonly<Record<PerformanceCondition, IsMet>> = {
  performances: ({ performances }, { id }) => performances?.includes(id) ?? true,
  productions: ({ productions }, { production }) => productions?.includes(production.id) ?? true,
  from: ({ from }, { startsLocal }) => from === undefined || startsLocal.slice(0, 10) >= from,
  until: ({ until }, { startsLocal }) => until === undefined || startsLocal.slice(0, 10) <= until,
  memberships: ({ memberships }, _, buyer) => memberships?.some((level) => buyer.memberships.includes(level)) ?? true,
  daysBefore: ({ daysBefore }, { startsAt }, { now }) => daysBefore === undefined || now <= startsAt - daysBefore * dayLength,
}

/** Whether a code applies to a performance for a buyer. */
export const isPromoFor = (rule: PromoRule, performance: PromoPerformance, buyer: PromoBuyer): boolean =>
  Object.values(performanceConditions).every((isMet) => isMet(rule, performance, buyer))

/**
 * Why a ticket gets no discount: a condition that it does not meet, or `discount`: the code has none; `mostTickets`: enough others get it;
 * `mostPerPerformance`: enough tickets of its performance get it; `group`: it is paid for in a multi-buy; `price`: there is nothing to take off;
 * `state`: the offer is not active; `code`: the typed code of the offer can no longer be used.
 */
export const ticketReasons = [
  ...(['productions', 'performances', 'from', 'until', 'memberships', 'daysBefore', 'priceTypes', 'bands'] as const),
  ...(['discount', 'mostTickets', 'mostPerPerformance', 'group', 'price', 'state', 'code'] as const),
] as const
export type TicketReason = (typeof ticketReasons)[number]
/** What a code takes off one ticket. `reason`: null where it takes something off. */
export type TicketOutcome = { readonly off: Money; readonly reason: TicketReason | null }

/** The first condition that a ticket does not meet; undefined where it meets all. */
function failedCondition(
  rule: PromoRule,
  ticket: PromoTicket,
  buyer: PromoBuyer,
): PerformanceCondition | keyof typeof ticketConditions | undefined {
  const ofPerformance = Object.keys(performanceConditions) as PerformanceCondition[]
  const ofTicket = Object.keys(ticketConditions) as (keyof typeof ticketConditions)[]
  return (
    ofPerformance.find((condition) => !performanceConditions[condition](rule, ticket.performance, buyer)) ??
    ofTicket.find((condition) => !ticketConditions[condition](rule, ticket))
  )
}

/** The discounted tickets of an offer in other orders, by performance. */
export type DiscountedTickets = Readonly<Record<string, number>>

/**
 * Creates the counter of the discounted tickets of an offer. It counts a ticket and returns null, or the limit that the ticket would exceed.
 * @param others the discounted tickets in other orders
 */
export function createTicketCounter(
  { mostTickets = Infinity, mostPerPerformance = Infinity }: PromoRule,
  others: DiscountedTickets = {},
): (ticket: PromoTicket) => 'mostTickets' | 'mostPerPerformance' | null {
  const counts = new Map(Object.entries(others))
  let total = 0
  return ({ performance: { id } }) => {
    const ofPerformance = counts.get(id) ?? 0
    if (total >= mostTickets) return 'mostTickets'
    if (ofPerformance >= mostPerPerformance) return 'mostPerPerformance'
    total += 1
    counts.set(id, ofPerformance + 1)
    return null
  }
}

/**
 * What the code takes off each of these tickets, in their order, and why nothing where it does not.
 * @param others the discounted tickets in other orders
 */
export function outcomesOf(
  rule: PromoRule,
  tickets: readonly PromoTicket[],
  buyer: PromoBuyer,
  others?: DiscountedTickets,
): TicketOutcome[] {
  const { discount } = rule
  if (!discount) return tickets.map(() => ({ off: zero, reason: 'discount' }))
  const outcomes = tickets.map((ticket): TicketOutcome => ({ off: zero, reason: failedCondition(rule, ticket, buyer) ?? null }))
  const eligible = [...outcomes.keys()]
    .filter((nth) => outcomes[nth]!.reason === null)
    .sort((a, b) => tickets[b]!.price - tickets[a]!.price)
  const reductions = reductionsOf(
    discount,
    eligible.map((nth) => tickets[nth]!.price),
  )
  const exceededLimit = createTicketCounter(rule, others)
  for (const [place, nth] of eligible.entries()) {
    const off = reductions[place]
    const reason = off === undefined ? 'group' : exceededLimit(tickets[nth]!)
    outcomes[nth] = off === undefined || reason ? { off: zero, reason } : { off, reason: off > 0 ? null : 'price' }
  }
  return outcomes
}

/** The discount of the code on these tickets together; 0 if it applies to none of them. */
export const discountOf = (rule: PromoRule, tickets: readonly PromoTicket[], buyer: PromoBuyer, others?: DiscountedTickets): Money =>
  add(...outcomesOf(rule, tickets, buyer, others).map(({ off }) => off))

/** What a discount takes off each ticket; undefined for one that is paid for in a multi-buy. @param prices the most expensive first */
function reductionsOf(discount: NonNullable<PromoRule['discount']>, prices: readonly Money[]): (Money | undefined)[] {
  switch (discount.kind) {
    case 'percent':
      return prices.map((price) => money(Math.round((price * discount.percent) / 100)))
    case 'amount':
      return prices.map((price) => money(Math.min(price, discount.amount)))
    case 'price':
      return prices.map((price) => money(Math.max(0, price - discount.price)))
    case 'multi-buy': {
      const group = discount.buy + discount.free
      const inGroups = prices.length - (prices.length % group)
      return prices.map((price, nth) => (nth % group >= discount.buy && nth < inGroups ? price : undefined))
    }
  }
}

/** Whether the code has an effect on a basket. It has on an empty one, which may still be filled. */
export const isUsefulFor = (rule: PromoRule, tickets: readonly PromoTicket[], buyer: PromoBuyer, others?: DiscountedTickets): boolean =>
  tickets.length === 0 || opensSomething(rule) || discountOf(rule, tickets, buyer, others) > 0

/** Whether the code opens priority booking or a price type. */
export const opensSomething = ({ opensPriority, opensPriceTypes }: PromoRule): boolean => opensPriority || opensPriceTypes.length > 0
