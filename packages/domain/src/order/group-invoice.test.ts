import fc from 'fast-check'
import { expect, it } from 'vitest'
import { add, money } from '../money/money.ts'
import { type InvoicedTicket, invoiceLines, invoiceNumber, invoiceTotals } from './group-invoice.ts'

const ticket = (priceTypeName: string, price: number): InvoicedTicket => ({ priceTypeName, price: money(price), fee: money(0) })

it('has one line for each price type and price, the highest price first', () => {
  expect(invoiceLines([ticket('Pupil', 8_00), ticket('Teacher', 0), ticket('Pupil', 8_00), ticket('Pupil', 10_00)])).toEqual([
    { priceTypeName: 'Pupil', count: 1, price: 10_00, amount: 10_00 },
    { priceTypeName: 'Pupil', count: 2, price: 8_00, amount: 16_00 },
    { priceTypeName: 'Teacher', count: 1, price: 0, amount: 0 },
  ])
})

it('adds up to its lines, and its tax to its total', () => {
  const anyTicket = fc.record({
    priceTypeName: fc.constantFrom('Pupil', 'Teacher'),
    price: fc.integer({ min: 0, max: 200_00 }).map(money),
    fee: fc.constant(money(0)),
    vatBasisPoints: fc.constantFrom(undefined, 0, 500),
  })
  fc.assert(
    fc.property(fc.array(anyTicket, { maxLength: 40 }), (tickets) => {
      const { total, taxes = [], vat } = invoiceTotals(tickets, money(0), 2_000)
      expect(add(...invoiceLines(tickets).map(({ amount }) => amount))).toBe(total)
      expect(add(...taxes.flatMap(({ net, vat: tax }) => [net, tax]))).toBe(total)
      expect(add(...taxes.map(({ vat: tax }) => tax))).toBe(vat)
    }),
  )
})

it('names the levy within its tickets', () => {
  const levy = { name: { text: 'Restoration levy' }, amount: money(1_50) }
  expect(
    invoiceTotals(
      [
        { ...ticket('Pupil', 8_00), levy },
        { ...ticket('Pupil', 1_00), levy },
      ],
      money(0),
      2_000,
    ).levies,
  ).toEqual([{ name: levy.name, amount: 2_50 }])
})

it('is numbered in the series of its year', () => {
  expect([invoiceNumber('2030', 1), invoiceNumber('2030', 12_345)]).toEqual(['2030-0001', '2030-12345'])
})
