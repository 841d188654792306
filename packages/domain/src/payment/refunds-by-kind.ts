import { add, type Money, subtract, zero } from '../money/money.ts'
import { type LineKind, lineKinds } from '../pricing/pricing.ts'
import { type RefundMeans, refundMeansNames } from './counter-tender.ts'
import { type Amounts, sumOf, takeFrom } from './proportional-parts.ts'

/**
 * Where the value of a return goes: refunded by a means, new account credit, back to the vouchers and the credit that paid (`purses`),
 * or to the tickets that were sold in exchange.
 */
export const refundDestinations = [...refundMeansNames, 'credit', 'purses', 'exchange'] as const
export type RefundDestination = RefundMeans | 'credit' | 'purses' | 'exchange'

/** What was returned of one kind. */
export type ReturnedKind = { readonly kind: LineKind; readonly count: number; readonly amount: Money }

/** One return. The amounts of its kinds and of its destinations have the same sum. */
export type RecordedReturn = {
  readonly kinds: readonly ReturnedKind[]
  readonly destinations: Readonly<Partial<Record<RefundDestination, Money>>>
}

/** The returns of one kind, and the part that went to each destination. A destination that got nothing is left out. */
export type KindRefunds = ReturnedKind & {
  readonly destinations: { readonly to: RefundDestination; readonly amount: Money }[]
}

/**
 * Divides the value of a return by kind. What exceeds the parts is the delivery of the order, up to its price; the rest is added to the
 * first part. A value below the sum of the parts is divided in proportion.
 * @param delivery what delivery was sold for
 * @returns kinds whose amounts have the sum `total`
 */
export function divideReturn(parts: readonly ReturnedKind[], delivery: Money, total: Money): ReturnedKind[] {
  const amounts: Amounts = new Map()
  for (const { kind, amount } of parts) amounts.set(kind, add(amounts.get(kind) ?? zero, amount))
  const known = sumOf(amounts.values())
  const countOf = (kind: LineKind): number => parts.reduce((sum, part) => sum + (part.kind === kind ? part.count : 0), 0)
  if (total < known) {
    const shares = takeFrom(new Map(amounts), [...amounts.keys()], total)
    return [...amounts.keys()].map((kind) => ({ kind, count: countOf(kind), amount: shares.get(kind) ?? zero }))
  }
  const excess = subtract(total, known)
  const delivered = excess < delivery ? excess : delivery
  const rest = subtract(excess, delivered)
  const first = amounts.keys().next().value ?? 'ticket'
  if (rest > 0) amounts.set(first, add(amounts.get(first) ?? zero, rest))
  const kinds = [...amounts].map(([kind, amount]) => ({ kind, count: countOf(kind), amount }))
  return delivered > 0 ? [...kinds, { kind: 'delivery', count: 1, amount: delivered }] : kinds
}

/** The part of each kind of a return that went to each destination, in proportion. */
function allocateReturn({ kinds, destinations }: RecordedReturn): Map<RefundDestination, Amounts> {
  const remaining: Amounts = new Map()
  for (const { kind, amount } of kinds) remaining.set(kind, add(remaining.get(kind) ?? zero, amount))
  const all = [...remaining.keys()]
  return new Map(refundDestinations.map((to) => [to, takeFrom(remaining, all, destinations[to] ?? zero)]))
}

/** Adds up returns by kind and destination. The rows add up to the value of all returns, and the columns to what each destination got. */
export function crossKindsWithDestinations(returns: readonly RecordedReturn[]): KindRefunds[] {
  const allocations = returns.map(allocateReturn)
  return lineKinds.flatMap((kind): KindRefunds[] => {
    const parts = returns.flatMap((one) => one.kinds.filter((part) => part.kind === kind))
    const amount = sumOf(parts.map((part) => part.amount))
    const count = parts.reduce((sum, part) => sum + part.count, 0)
    if (amount === 0 && count === 0) return []
    const sentTo = (to: RefundDestination): Money => sumOf(allocations.map((allocation) => allocation.get(to)?.get(kind) ?? zero))
    const destinations = refundDestinations.map((to) => ({ to, amount: sentTo(to) })).filter((cell) => cell.amount !== 0)
    return [{ kind, count, amount, destinations }]
  })
}
