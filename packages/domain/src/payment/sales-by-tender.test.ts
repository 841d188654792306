import fc from 'fast-check'
import { expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { acceptsStoredValue, lineKinds } from '../pricing/pricing.ts'
import { counterPaymentMethods } from './counter-tender.ts'
import { crossKindsWithTenders, type SaleTender, type TenderedSale, saleTenders } from './sales-by-tender.ts'

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)
const soldKinds = lineKinds.filter((kind) => kind !== 'discount')

/** A sale in which stored value pays no more than it may, and one method the rest. Amounts up to the largest of the API. */
const sale: fc.Arbitrary<TenderedSale> = fc
  .record({
    sold: fc.array(fc.record({ kind: fc.constantFrom(...soldKinds), amount: fc.integer({ min: 0, max: 100_000_000 }) }), { maxLength: 6 }),
    discounted: fc.double({ min: 0, max: 1, noNaN: true }),
    shares: fc.tuple(...[0, 1, 2].map(() => fc.double({ min: 0, max: 1, noNaN: true }))),
    method: fc.constantFrom(...counterPaymentMethods),
  })
  .map(({ sold, discounted, shares, method }) => {
    const ticketSum = sumOf(sold.filter(({ kind }) => kind === 'ticket').map(({ amount }) => amount))
    const discount = { kind: 'discount' as const, count: 1, amount: money(-Math.floor(ticketSum * discounted)) }
    const lines = [discount, ...sold.map(({ kind, amount }) => ({ kind, count: 1, amount: money(amount) }))]
    const total = sumOf(lines.map(({ amount }) => amount))
    let payable = sumOf(lines.filter(({ kind }) => acceptsStoredValue(kind)).map(({ amount }) => amount))
    let rest = total
    const [voucher, credit, exchange] = shares.map((share) => {
      const amount = money(Math.floor(payable * share))
      payable -= amount
      rest -= amount
      return amount
    })
    return { lines, tenders: { [method]: money(rest), voucher: voucher!, credit: credit!, exchange: exchange! } }
  })

it('adds up to the lines by kind and to the payments by tender, and divides no line beyond its amount', () => {
  fc.assert(
    fc.property(fc.array(sale, { maxLength: 5 }), (sales) => {
      const rows = crossKindsWithTenders(sales)
      for (const { kind, amount, tenders } of rows) {
        expect(sumOf(tenders.map((cell) => cell.amount))).toBe(amount)
        if (kind !== 'discount') for (const cell of tenders) expect(cell.amount).toBeGreaterThan(0)
        const stored = tenders.filter(({ tender }) => ['voucher', 'credit', 'exchange'].includes(tender))
        if (!acceptsStoredValue(kind)) expect(stored).toEqual([])
      }
      const paidBy = (tender: SaleTender) =>
        sumOf(rows.flatMap((row) => row.tenders.filter((cell) => cell.tender === tender).map(({ amount }) => amount)))
      for (const tender of saleTenders) expect(paidBy(tender)).toBe(sumOf(sales.map(({ tenders }) => tenders[tender] ?? 0)))
      expect(sumOf(rows.map(({ amount }) => amount))).toBe(sumOf(sales.flatMap(({ lines }) => lines.map(({ amount }) => amount))))
    }),
    { numRuns: 500 },
  )
})

it('pays tickets and donations with a voucher in proportion, and gift vouchers only with the method of payment', () => {
  const line = (kind: 'ticket' | 'donation' | 'gift-voucher', amount: number) => ({ kind, count: 1, amount: money(amount) })
  const lines = [line('ticket', 60_00), line('donation', 20_00), line('gift-voucher', 25_00)]
  expect(crossKindsWithTenders([{ lines, tenders: { voucher: money(40_00), cash: money(65_00) } }])).toEqual([
    {
      ...line('ticket', 60_00),
      tenders: [
        { tender: 'cash', amount: 30_00 },
        { tender: 'voucher', amount: 30_00 },
      ],
    },
    {
      ...line('donation', 20_00),
      tenders: [
        { tender: 'cash', amount: 10_00 },
        { tender: 'voucher', amount: 10_00 },
      ],
    },
    { ...line('gift-voucher', 25_00), tenders: [{ tender: 'cash', amount: 25_00 }] },
  ])
})

it('lists complimentary tickets, and no other kind that was sold for nothing', () => {
  const free = [
    { kind: 'ticket' as const, count: 2, amount: money(0) },
    { kind: 'delivery' as const, count: 1, amount: money(0) },
  ]
  expect(crossKindsWithTenders([{ lines: free, tenders: {} }])).toEqual([{ ...free[0], tenders: [] }])
})

it('lists tickets that a discount paid in full, and the discount, under the method of payment or else under cash', () => {
  const lines = [
    { kind: 'ticket' as const, count: 1, amount: money(20_00) },
    { kind: 'discount' as const, count: 1, amount: money(-20_00) },
  ]
  const [ticket, discount] = lines
  for (const [tenders, tender] of [
    [{}, 'cash'],
    [{ card: money(0) }, 'card'],
  ] as const)
    expect(crossKindsWithTenders([{ lines, tenders }])).toEqual([
      { ...ticket, tenders: [{ tender, amount: 20_00 }] },
      { ...discount, tenders: [{ tender, amount: -20_00 }] },
    ])
})
