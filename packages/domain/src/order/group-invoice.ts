import { z } from 'zod'
import { type Money, moneySchema, times } from '../money/money.ts'
import { type Levy, levyWithin } from '../pricing/levy.ts'
import { type Totals, totalsOf, totalsSchema } from '../pricing/pricing.ts'
import { instantSchema } from '../time/time.ts'

/** Kinds of documents about a group booking. A credit note cancels an invoice. Both are numbered in one series. */
export const groupDocumentKinds = ['invoice', 'credit-note'] as const
export type GroupDocumentKind = (typeof groupDocumentKinds)[number]

/** Tickets of one price type at one price. */
export const invoiceLineSchema = z.strictObject({
  priceTypeName: z.string(),
  count: z.int().positive(),
  price: moneySchema,
  amount: moneySchema,
})
export type InvoiceLine = z.infer<typeof invoiceLineSchema>

/** An invoice or a credit note with what was true when it was issued. Later changes of the booking do not change it. */
export const groupInvoiceSchema = z.strictObject({
  number: z.string(),
  kind: z.enum(groupDocumentKinds),
  /** Number of the invoice that a credit note cancels. */
  cancels: z.string().nullable(),
  issuedAt: instantSchema,
  /** Number of the booking. */
  booking: z.string(),
  group: z.string(),
  contact: z.string(),
  performance: z.strictObject({ title: z.string(), startsAt: instantSchema, timeZone: z.string() }),
  lines: z.array(invoiceLineSchema),
  /** `paid` is what was paid when it was issued. */
  totals: totalsSchema,
  deposit: moneySchema,
  depositDue: z.iso.date().nullable(),
  balanceDue: z.iso.date(),
})
export type GroupInvoice = z.infer<typeof groupInvoiceSchema>

/** A ticket that is invoiced. `price` contains `fee`. */
export type InvoicedTicket = {
  readonly priceTypeName: string
  readonly price: Money
  readonly fee: Money
  /** Tax within its price in basis points, where that is not the rate of the brand. */
  readonly vatBasisPoints?: number | undefined
  readonly levy?: Levy | undefined
}

/** The lines of an invoice: one for each price type and price, the highest price first. */
export function invoiceLines(tickets: readonly InvoicedTicket[]): InvoiceLine[] {
  const groups = Map.groupBy(tickets, ({ priceTypeName, price }) => `${price} ${priceTypeName}`)
  return [...groups.values()]
    .map(([first, ...others]) => ({ ...first!, count: others.length + 1 }))
    .map(({ priceTypeName, price, count }) => ({ priceTypeName, count, price, amount: times(price, count) }))
    .toSorted((a, b) => b.price - a.price || (a.priceTypeName < b.priceTypeName ? -1 : 1))
}

/** The totals of an invoice, with its tax by rate and its levies, as a receipt has them. @param vatBasisPoints the rate of the brand */
export const invoiceTotals = (tickets: readonly InvoicedTicket[], paid: Money, vatBasisPoints: number): Totals =>
  totalsOf(
    tickets.map(({ price, fee, vatBasisPoints: rate, levy }) => {
      const included = levyWithin(levy, price)
      return {
        ...{ kind: 'ticket' as const, ref: '', amount: price, fee },
        ...(rate !== undefined && { vatBasisPoints: rate }),
        ...(included && { levy: included }),
      }
    }),
    paid,
    vatBasisPoints,
  )

/** The number of a document: its series, which is the year at the theatre, and its position without gaps. @param position from 1 */
export const invoiceNumber = (series: string, position: number): string => `${series}-${String(position).padStart(4, '0')}`
