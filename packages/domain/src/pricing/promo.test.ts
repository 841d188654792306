import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money, zero } from '../money/money.ts'
import { type Line, totalsOf } from './pricing.ts'
import { discountLine, discountOf, promoCodeOf, isPromoFor, type PromoRule } from './promo.ts'

const opensNothing = { opensPriority: false, opensPriceTypes: [] }
const evening = { id: 'tonight', production: { id: 'the-tempest' }, startsLocal: '2026-02-03T19:30' }
const ticket = fc.record({
  performance: fc.constantFrom(evening, { ...evening, id: 'tomorrow', startsLocal: '2026-02-04T19:30' }),
  band: fc.constantFrom('a' as const, 'b' as const),
  priceType: fc.constantFrom('full', 'under-26'),
  price: fc.integer({ min: 0, max: 200_00 }).map(money),
})
const rule: fc.Arbitrary<PromoRule> = fc
  .record(
    {
      discount: fc.oneof(
        fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: 1, max: 100 }) }),
        fc.record({ kind: fc.constant('amount' as const), amount: fc.integer({ min: 1, max: 300_00 }).map(money) }),
      ),
      performances: fc.constantFrom<string[]>(['tonight'], ['elsewhere']),
      priceTypes: fc.constantFrom<string[]>(['full'], ['under-26']),
      mostTickets: fc.integer({ min: 1, max: 5 }),
    },
    { requiredKeys: [] },
  )
  .map((some) => ({ ...opensNothing, ...some }))

describe('the discount of a code', () => {
  it('is never more than the tickets cost, and the total follows it to the penny', () => {
    fc.assert(
      fc.property(rule, fc.array(ticket, { maxLength: 9 }), (what, tickets) => {
        const discount = discountOf(what, tickets)
        const sum = tickets.reduce((all, { price }) => all + price, 0)
        expect(discount).toBeGreaterThanOrEqual(0)
        expect(discount).toBeLessThanOrEqual(sum)
        const lines = tickets.map(({ price }, nth): Line => ({ kind: 'ticket', ref: String(nth), amount: price, fee: zero }))
        const totals = totalsOf([...lines, ...discountLine('CODE', what, tickets)], zero, 2000)
        expect([totals.discount, totals.total, totals.leftToPay]).toEqual([discount, sum - discount, sum - discount])
      }),
    )
  })

  it('grows with each ticket', () => {
    fc.assert(
      fc.property(rule, fc.array(ticket, { maxLength: 8 }), ticket, (what, tickets, another) => {
        expect(discountOf(what, [...tickets, another])).toBeGreaterThanOrEqual(discountOf(what, tickets))
      }),
    )
  })

  it('is for the dearest tickets where it is for some only', () => {
    const tickets = [10_00, 50_00, 30_00].map((price) => ({
      performance: evening,
      band: 'a' as const,
      priceType: 'full',
      price: money(price),
    }))
    expect(discountOf({ ...opensNothing, discount: { kind: 'percent', percent: 10 }, mostTickets: 2 }, tickets)).toBe(8_00)
  })
})

it('covers the days between its first and last, both included', () => {
  const days = { ...opensNothing, from: '2026-02-03', until: '2026-02-03' }
  expect(isPromoFor(days, evening)).toBe(true)
  expect(isPromoFor(days, { ...evening, startsLocal: '2026-02-04T00:00' })).toBe(false)
  expect(isPromoFor({ ...opensNothing, productions: ['hamlet'] }, evening)).toBe(false)
})

it('knows a code however it is typed', () => {
  expect([' ten off', 'TENOFF', 'ｔｅｎｏｆｆ'].map(promoCodeOf)).toEqual(['TENOFF', 'TENOFF', 'TENOFF'])
})
