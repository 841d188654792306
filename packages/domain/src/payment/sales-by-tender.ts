import { add, type Money, money, subtract, zero } from '../money/money.ts'
import { acceptsStoredValue, type LineKind, lineKinds } from '../pricing/pricing.ts'
import { counterPaymentMethods, type CounterPaymentMethod } from './counter-tender.ts'

/** What pays for a sale besides the method of payment: it was paid before, or is returned in the same sale. */
const storedTenders = ['voucher', 'credit', 'exchange'] as const
type StoredTender = (typeof storedTenders)[number]

/** Everything that pays for a sale at the counter. */
export const saleTenders = [...counterPaymentMethods, ...storedTenders] as const
export type SaleTender = CounterPaymentMethod | StoredTender

/** One sale. The amounts of its lines and of its tenders have the same sum. */
export type TenderedSale = {
  readonly lines: readonly { readonly kind: LineKind; readonly count: number; readonly amount: Money }[]
  readonly tenders: Readonly<Partial<Record<SaleTender, Money>>>
}
/** The sales of one kind, and the part that each tender paid. A tender that paid nothing is left out. */
export type KindSales = {
  readonly kind: LineKind
  readonly count: number
  readonly amount: Money
  readonly tenders: { readonly tender: SaleTender; readonly amount: Money }[]
}

type Amounts = Map<LineKind, Money>
const sumOf = (amounts: Iterable<Money>): Money => add(zero, ...amounts)

/** Rounds `amount × part / whole` down to the minor unit. The product may exceed what a double represents exactly. */
const proportion = (amount: Money, part: Money, whole: Money): Money => money(Number((BigInt(amount) * BigInt(part)) / BigInt(whole)))

/**
 * Takes an amount from lines in proportion to what remains of each. The parts have the sum `amount`, and none is more than its line.
 * @param amount at most the sum of the lines
 */
function takeFrom(remaining: Amounts, kinds: readonly LineKind[], amount: Money): Amounts {
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

/**
 * The part of each kind of line that each tender of a sale paid. Vouchers, credit and exchanged tickets pay for the kinds that accept
 * stored value, each in proportion to what remains; the method of payment pays for the rest.
 */
function allocateSale({ lines, tenders }: TenderedSale): Map<SaleTender, Amounts> {
  const remaining: Amounts = new Map()
  for (const { kind, amount } of lines) remaining.set(kind, add(remaining.get(kind) ?? zero, amount))
  const all = [...remaining.keys()]
  const payable = all.filter(acceptsStoredValue)
  const allocation = new Map<SaleTender, Amounts>()
  for (const tender of storedTenders) allocation.set(tender, takeFrom(remaining, payable, tenders[tender] ?? zero))
  for (const tender of counterPaymentMethods) allocation.set(tender, takeFrom(remaining, all, tenders[tender] ?? zero))
  return allocation
}

/** Adds up sales by kind and tender. The rows add up to the lines of all sales, and the columns to what each tender paid. */
export function crossKindsWithTenders(sales: readonly TenderedSale[]): KindSales[] {
  const allocations = sales.map(allocateSale)
  return lineKinds.flatMap((kind): KindSales[] => {
    const lines = sales.flatMap((sale) => sale.lines.filter((line) => line.kind === kind))
    const amount = sumOf(lines.map((line) => line.amount))
    if (amount === 0 && (kind !== 'ticket' || lines.length === 0)) return []
    const paidBy = (tender: SaleTender): Money => sumOf(allocations.map((allocation) => allocation.get(tender)?.get(kind) ?? zero))
    return [
      {
        kind,
        count: lines.reduce((sum, { count }) => sum + count, 0),
        amount,
        tenders: saleTenders.map((tender) => ({ tender, amount: paidBy(tender) })).filter((cell) => cell.amount !== 0),
      },
    ]
  })
}
