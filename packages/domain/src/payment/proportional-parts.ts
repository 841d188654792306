import { add, type Money, money, subtract, zero } from '../money/money.ts'
import type { LineKind } from '../pricing/pricing.ts'

/** An amount of each kind of line. */
export type Amounts = Map<LineKind, Money>
export const sumOf = (amounts: Iterable<Money>): Money => add(zero, ...amounts)

/** Rounds `amount × part / whole` down to the minor unit. The product may exceed what a double represents exactly. */
const proportion = (amount: Money, part: Money, whole: Money): Money => money(Number((BigInt(amount) * BigInt(part)) / BigInt(whole)))

/**
 * Takes an amount from lines in proportion to what remains of each. The parts have the sum `amount`, and none is more than its line.
 * @param amount at most the sum of the lines
 */
export function takeFrom(remaining: Amounts, kinds: readonly LineKind[], amount: Money): Amounts {
  // Positive lines come first: the running sum is then never negative.
  const ordered = kinds.toSorted((a, b) => Math.sign(remaining.get(b)!) - Math.sign(remaining.get(a)!))
  const whole = sumOf(ordered.map((kind) => remaining.get(kind)!))
  const parts: Amounts = new Map()
  let runningSum = zero
  let allocated = zero
  for (const kind of amount > 0 && whole > 0 ? ordered : []) {
    runningSum = add(runningSum, remaining.get(kind)!)
    const part = subtract(proportion(amount, runningSum, whole), allocated)
    allocated = add(allocated, part)
    parts.set(kind, part)
    remaining.set(kind, subtract(remaining.get(kind)!, part))
  }
  return parts
}
