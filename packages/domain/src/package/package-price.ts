import { add, type Money, money, subtract } from '../money/money.ts'
import { type Problem, problem } from '../problem.ts'
import { fail, ok, type Result } from '../result.ts'
import type { PackagePricing } from './package.ts'

/** A ticket of a package at its price without the package, in minor units. `key` identifies it: shares depend on it, not on the order. */
export type SingleTicket = { readonly key: string; readonly priceType: string; readonly price: Money; readonly fee: Money }
/** The share of a ticket in the price of its package, and the part of that share that is a fee, in minor units. */
export type TicketShare = { readonly price: Money; readonly fee: Money }
/** The price of a package with the shares of its tickets by key. */
export type PricedPackage = { readonly shares: ReadonlyMap<string, TicketShare>; readonly amount: Money; readonly saved: Money }

/**
 * Prices a package. Every ticket gets a share in proportion to its single price; the shares have exactly the sum of the package, none is
 * negative, and none is above the single price: a package never costs more than its tickets alone.
 * @param performances number of performances of the package, for a discount by count
 * @returns `price-type-unavailable` for a price type that the package is not sold at
 */
export function pricePackage(
  pricing: PackagePricing,
  tickets: readonly SingleTicket[],
  performances: number,
): Result<PricedPackage, Problem<'price-type-unavailable'>> {
  const shares = new Map<string, TicketShare>()
  if (pricing.kind === 'discount') {
    const ownTypes = new Set(pricing.steps.flatMap(({ priceTypes = [] }) => priceTypes))
    const ofType = ({ priceType }: SingleTicket): string | undefined => (ownTypes.has(priceType) ? priceType : undefined)
    for (const [priceType, ofSteps] of Map.groupBy(tickets, ofType)) {
      const single = sumOf(ofSteps)
      const basisPoints = discountFor(stepsFor(pricing.steps, priceType), performances)
      allocate(subtract(single, money(Math.round((single * basisPoints) / 10_000))), ofSteps, shares)
    }
  } else
    for (const [priceType, ofType] of Map.groupBy(tickets, (ticket) => ticket.priceType)) {
      const price = pricing.prices.find((each) => each.priceType === priceType)?.price
      if (price === undefined) return fail(problem('price-type-unavailable', { priceType }))
      const people = Math.ceil(ofType.length / Math.max(1, performances))
      allocate(money(Math.min(sumOf(ofType), price * people)), ofType, shares)
    }
  const amount = add(...[...shares.values()].map((share) => share.price))
  return ok({ shares, amount, saved: subtract(sumOf(tickets), amount) })
}

/** The discount of a number of performances in basis points: that of the highest step which they reach; 0 below the first. */
export const discountFor = (steps: Extract<PackagePricing, { kind: 'discount' }>['steps'], performances: number): number =>
  steps.toSorted((a, b) => b.performances - a.performances).find((step) => step.performances <= performances)?.basisPoints ?? 0

type DiscountStep = Extract<PackagePricing, { kind: 'discount' }>['steps'][number]
/** The steps of a price type; those for all price types if it has none, or without a price type. */
export function stepsFor(steps: readonly DiscountStep[], priceType: string | undefined): DiscountStep[] {
  const own = steps.filter(({ priceTypes = [] }) => priceType !== undefined && priceTypes.includes(priceType))
  return own.length > 0 ? own : steps.filter(({ priceTypes }) => priceTypes === undefined)
}

const sumOf = (tickets: readonly SingleTicket[]): Money => add(...tickets.map(({ price }) => price))

/** Divides an amount by the method of largest remainders; equal remainders by key. @param amount at most the sum of the tickets */
function allocate(amount: Money, tickets: readonly SingleTicket[], shares: Map<string, TicketShare>): void {
  const whole = BigInt(sumOf(tickets))
  const parts = tickets.map((ticket) => {
    const product = BigInt(amount) * BigInt(ticket.price)
    const floor = whole === 0n ? 0n : product / whole
    return { ticket, floor: Number(floor), remainder: whole === 0n ? 0n : product % whole }
  })
  let rest = amount - parts.reduce((sum, { floor }) => sum + floor, 0)
  const byRemainder = parts.toSorted((a, b) => compare(b.remainder, a.remainder) || compare(a.ticket.key, b.ticket.key))
  for (const { ticket, floor } of byRemainder) {
    const price = floor + (rest > 0 ? 1 : 0)
    rest -= price - floor
    const fee = ticket.price > 0 ? Math.floor((ticket.fee * price) / ticket.price) : 0
    shares.set(ticket.key, { price: money(price), fee: money(fee) })
  }
}

const compare = <Value extends bigint | string>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0)
