import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money, zero } from '../money/money.ts'
import { type Line, applyPayment, totalsOf } from './pricing.ts'

const amount = fc.integer({ min: 0, max: 500_00 }).map(money)
const line: fc.Arbitrary<Line> = fc.oneof(
  fc.record({ kind: fc.constantFrom('ticket', 'donation', 'delivery', 'fee'), ref: fc.string(), amount, fee: fc.constant(zero) }),
  fc.record({ kind: fc.constant('discount'), ref: fc.string(), amount: amount.map((each) => money(-each)), fee: fc.constant(zero) }),
)
const lines = fc.array(line, { maxLength: 20 })

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
