import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money, zero } from '../money/money.ts'
import { type Line, applyPayment, totalsOf, untaxedOf } from './pricing.ts'

const amount = fc.integer({ min: 0, max: 500_00 }).map(money)
const line: fc.Arbitrary<Line> = fc.oneof(
  fc.record({ kind: fc.constantFrom('ticket', 'donation', 'delivery', 'fee'), ref: fc.string(), amount, fee: fc.constant(zero) }),
  fc.record({ kind: fc.constant('discount'), ref: fc.string(), amount: amount.map((each) => money(-each)), fee: fc.constant(zero) }),
)
const lines = fc.array(line, { maxLength: 20 })

const rated: fc.Arbitrary<Line> = fc
  .tuple(line, fc.option(fc.constantFrom(0, 550, 1250, 2000), { nil: undefined }))
  .map(([each, vatBasisPoints]) => ({ ...each, ...(vatBasisPoints !== undefined && { vatBasisPoints }) }))

describe('taxes', () => {
  it('add up: net and tax of all rates and what is outside tax are exactly the total', () => {
    fc.assert(
      fc.property(fc.array(rated, { maxLength: 20 }), fc.constantFrom(0, 700, 2000), (quoteLines, rate) => {
        const totals = totalsOf(quoteLines, zero, rate)
        const { taxes = [] } = totals
        expect(taxes.reduce((sum, { vat }) => sum + vat, 0)).toBe(totals.vat)
        expect(taxes.map(({ vatBasisPoints }) => vatBasisPoints)).toEqual(
          [...new Set(taxes.map(({ vatBasisPoints }) => vatBasisPoints))].toSorted((a, b) => b - a),
        )
        if (taxes.length === 0) return
        expect(taxes.reduce((sum, { net, vat }) => sum + net + vat, Number(untaxedOf(totals)))).toBe(totals.total)
        const outside = quoteLines.filter(({ kind }) => kind === 'donation').reduce((sum, { amount: given }) => sum + given, 0)
        expect(untaxedOf(totals)).toBe(outside)
      }),
    )
  })

  it('are rounded once for each rate, half up, and lower by a discount of the same rate', () => {
    const sold = (price: number, vatBasisPoints?: number): Line => ({
      ...{ kind: price < 0 ? 'discount' : 'ticket', ref: '', amount: money(price), fee: zero },
      ...(vatBasisPoints !== undefined && { vatBasisPoints }),
    })
    expect(totalsOf([sold(40_00), sold(10_00, 0), sold(-4_00), sold(-1_00, 0)], zero, 2000)).toMatchObject({
      ...{ total: 45_00, vat: 6_00 },
      taxes: [
        { vatBasisPoints: 2000, net: 30_00, vat: 6_00 },
        { vatBasisPoints: 0, net: 9_00, vat: 0 },
      ],
    })
    expect(totalsOf([sold(1), sold(1), sold(1)], zero, 2000).taxes).toEqual([{ vatBasisPoints: 2000, net: 2, vat: 1 }])
  })
})

describe('totals', () => {
  it('add up: items and delivery less the discount; the remainder is the unpaid part', () => {
    fc.assert(
      fc.property(lines, amount, (quoteLines, paid) => {
        const totals = totalsOf(quoteLines, paid, 2000)
        expect(totals.total).toBe(quoteLines.reduce((sum, { amount }) => sum + amount, 0))
        expect(totals.total).toBe(totals.subtotal + totals.delivery - totals.discount)
        expect(totals.leftToPay).toBe(totals.total - totals.paid)
      }),
    )
  })

  it('stay in balance for any payment, and no payment exceeds the remainder', () => {
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1 }), fc.nat(), (tickets, share) => {
        const before = totalsOf(
          tickets.map((ticket, nth) => ({ kind: 'ticket', ref: String(nth), amount: ticket, fee: zero })),
          zero,
          0,
        )
        const part = money(before.total === 0 ? 0 : share % (before.total + 1))
        const after = applyPayment(before, part)
        expect([after.paid, after.leftToPay, after.total]).toEqual([part, before.total - part, before.total])
        expect(applyPayment(after, after.leftToPay).leftToPay).toBe(0)
        expect(() => applyPayment(after, money(after.leftToPay + 1))).toThrow(RangeError)
      }),
    )
  })
})
