import { add, type Money, zero } from '../money/money.ts'
import { acceptsStoredValue, type LineKind, lineKinds } from '../pricing/pricing.ts'
import { counterPaymentMethods, type CounterPaymentMethod } from './counter-tender.ts'
import { type Amounts, sumOf, takeFrom } from './proportional-parts.ts'

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

/**
 * The part of each kind of line that each tender of a sale paid. Vouchers, credit and exchanged tickets pay for the kinds that accept
 * stored value, each in proportion to what remains; the method of payment pays for the rest. Where a discount leaves nothing to pay,
 * the discounted lines and the discount count under the method of payment too, or under cash where there was none: their sum is 0.
 */
function allocateSale({ lines, tenders }: TenderedSale): Map<SaleTender, Amounts> {
  const remaining: Amounts = new Map()
  for (const { kind, amount } of lines) remaining.set(kind, add(remaining.get(kind) ?? zero, amount))
  const all = [...remaining.keys()]
  const payable = all.filter(acceptsStoredValue)
  const allocation = new Map<SaleTender, Amounts>()
  for (const tender of storedTenders) allocation.set(tender, takeFrom(remaining, payable, tenders[tender] ?? zero))
  for (const tender of counterPaymentMethods) allocation.set(tender, takeFrom(remaining, all, tenders[tender] ?? zero))
  const method = counterPaymentMethods.find((tender) => tenders[tender] !== undefined) ?? 'cash'
  const paid = allocation.get(method)!
  for (const [kind, unpaid] of remaining) paid.set(kind, add(paid.get(kind) ?? zero, unpaid))
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
