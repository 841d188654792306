import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money, zero } from '../money/money.ts'
import { applyOffers, discountLines } from './applied-offers.ts'
import { type Line, totalsOf } from './pricing.ts'
import { discountOf, promoCodeOf, isPromoFor, outcomesOf, type PromoRule, type PromoTicket } from './promo.ts'

const opensNothing = { opensPriority: false, opensPriceTypes: [] }
const performance = {
  id: 'tonight',
  production: { id: 'the-tempest' },
  startsLocal: '2026-02-03T19:30',
  startsAt: Date.UTC(2026, 1, 3, 19, 30),
}
const buyer = { memberships: [], now: Date.UTC(2026, 1, 1) }
const ticket: fc.Arbitrary<PromoTicket> = fc.record({
  performance: fc.constantFrom(performance, { ...performance, id: 'tomorrow', startsLocal: '2026-02-04T19:30' }),
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
        fc.record({ kind: fc.constant('price' as const), price: fc.integer({ min: 0, max: 300_00 }).map(money) }),
        fc.record({ kind: fc.constant('multi-buy' as const), buy: fc.integer({ min: 1, max: 4 }), free: fc.integer({ min: 1, max: 3 }) }),
      ),
      performances: fc.constantFrom<string[]>(['tonight'], ['elsewhere']),
      priceTypes: fc.constantFrom<string[]>(['full'], ['under-26']),
      mostTickets: fc.integer({ min: 1, max: 5 }),
    },
    { requiredKeys: [] },
  )
  .chain((fields) =>
    fields.discount?.kind === 'multi-buy'
      ? fc.constant(fields)
      : fc.option(fc.integer({ min: 1, max: 3 })).map((most) => (most === null ? fields : { ...fields, mostPerPerformance: most })),
  )
  .map((fields) => ({ ...opensNothing, ...fields }))

const ticketsAt = (...prices: number[]) =>
  prices.map((price) => ({ performance, band: 'a' as const, priceType: 'full', price: money(price) }))

describe('discountOf', () => {
  it('is between zero and the price of the tickets, and reduces the total by exactly that amount', () => {
    fc.assert(
      fc.property(rule, fc.array(ticket, { maxLength: 9 }), (promoRule, tickets) => {
        const discount = discountOf(promoRule, tickets, buyer)
        const sum = tickets.reduce((total, { price }) => total + price, 0)
        expect(discount).toBeGreaterThanOrEqual(0)
        expect(discount).toBeLessThanOrEqual(sum)
        const lines = tickets.map(({ price }, nth): Line => ({ kind: 'ticket', ref: String(nth), amount: price, fee: zero }))
        const totals = totalsOf(
          [...lines, ...discountLines(applyOffers([{ code: 'CODE', rule: promoRule }], tickets, buyer), tickets)],
          zero,
          2000,
        )
        expect([totals.discount, totals.total, totals.leftToPay]).toEqual([discount, sum - discount, sum - discount])
      }),
    )
  })

  it('is the sum over the tickets, each of which has a reduction or the reason why it has none', () => {
    fc.assert(
      fc.property(rule, fc.array(ticket, { maxLength: 9 }), (promoRule, tickets) => {
        const outcomes = outcomesOf(promoRule, tickets, buyer)
        expect(outcomes.reduce((sum, { off }) => sum + off, 0)).toBe(discountOf(promoRule, tickets, buyer))
        for (const [nth, { off, reason }] of outcomes.entries()) {
          expect(off > 0).toBe(reason === null)
          expect(off).toBeLessThanOrEqual(tickets[nth]!.price)
        }
        expect(outcomes.filter(({ off }) => off > 0).length).toBeLessThanOrEqual(promoRule.mostTickets ?? Infinity)
      }),
    )
  })

  it('never decreases when a ticket is added', () => {
    fc.assert(
      fc.property(rule, fc.array(ticket, { maxLength: 8 }), ticket, (promoRule, tickets, another) => {
        expect(discountOf(promoRule, [...tickets, another], buyer)).toBeGreaterThanOrEqual(discountOf(promoRule, tickets, buyer))
      }),
    )
  })

  it('sells at a fixed price, but at no higher price than before', () => {
    const rule = { ...opensNothing, discount: { kind: 'price' as const, price: money(15_00) } }
    expect(discountOf(rule, ticketsAt(10_00, 50_00, 15_01), buyer)).toBe(35_01)
  })

  it('gives the cheapest ticket of each full group of a multi-buy, from the most expensive down', () => {
    const threeForTwo = { ...opensNothing, discount: { kind: 'multi-buy' as const, buy: 2, free: 1 } }
    expect(discountOf(threeForTwo, ticketsAt(10_00, 40_00), buyer)).toBe(0)
    expect(discountOf(threeForTwo, ticketsAt(10_00, 40_00, 30_00), buyer)).toBe(10_00)
    expect(discountOf(threeForTwo, ticketsAt(60_00, 50_00, 40_00, 30_00, 20_00, 10_00), buyer)).toBe(50_00)
    // An unfinished group gets nothing, even where its tickets are at the place of free ones.
    expect(discountOf({ ...opensNothing, discount: { kind: 'multi-buy', buy: 2, free: 2 } }, ticketsAt(30_00, 20_00, 10_00), buyer)).toBe(0)
    expect(discountOf({ ...threeForTwo, mostTickets: 1 }, ticketsAt(60_00, 50_00, 40_00, 30_00, 20_00, 10_00), buyer)).toBe(40_00)
  })

  it('applies to the most expensive tickets when the rule limits their number', () => {
    const tickets = ticketsAt(10_00, 50_00, 30_00)
    expect(discountOf({ ...opensNothing, discount: { kind: 'percent', percent: 10 }, mostTickets: 2 }, tickets, buyer)).toBe(8_00)
  })
})

it('names the first condition that a ticket does not meet', () => {
  const [seat] = ticketsAt(10_00)
  const percent = { ...opensNothing, discount: { kind: 'percent' as const, percent: 10 } }
  const reasonOf = (change: Partial<PromoRule>, tickets = [seat!]) => outcomesOf({ ...percent, ...change }, tickets, buyer).at(-1)!.reason
  expect(reasonOf({})).toBeNull()
  expect(reasonOf({ productions: ['hamlet'], bands: ['b'] })).toBe('productions')
  expect(reasonOf({ from: '2026-02-04' })).toBe('from')
  expect(reasonOf({ until: '2026-02-02' })).toBe('until')
  expect(reasonOf({ priceTypes: ['under-26'] })).toBe('priceTypes')
  expect(reasonOf({ bands: ['b'] })).toBe('bands')
  expect(reasonOf({ discount: undefined, opensPriority: true } as Partial<PromoRule>)).toBe('discount')
  expect(reasonOf({ discount: { kind: 'price', price: money(12_00) } })).toBe('price')
  expect(reasonOf({ discount: { kind: 'multi-buy', buy: 2, free: 1 } })).toBe('group')
  expect(reasonOf({ mostTickets: 1 }, ticketsAt(10_00, 10_00))).toBe('mostTickets')
  expect(reasonOf({ mostPerPerformance: 1 }, ticketsAt(10_00, 10_00))).toBe('mostPerPerformance')
})

it('takes off tickets of each performance until its limit, those of other orders included', () => {
  const tomorrow = { ...performance, id: 'tomorrow' }
  const tickets = [...ticketsAt(10_00, 40_00, 30_00), ...ticketsAt(20_00, 20_00).map((ticket) => ({ ...ticket, performance: tomorrow }))]
  const half = { ...opensNothing, discount: { kind: 'percent' as const, percent: 50 }, mostPerPerformance: 2 }
  const reductions = (rule: PromoRule, others?: Record<string, number>) => outcomesOf(rule, tickets, buyer, others).map(({ off }) => off)
  expect(reductions(half)).toEqual([0, 20_00, 15_00, 10_00, 10_00])
  expect(reductions(half, { tonight: 1, tomorrow: 2 })).toEqual([0, 20_00, 0, 0, 0])
  expect(reductions({ ...half, mostTickets: 3 }, { tonight: 1 })).toEqual([0, 20_00, 0, 10_00, 10_00])
})

it('applies from its first to its last day, both included', () => {
  const days = { ...opensNothing, from: '2026-02-03', until: '2026-02-03' }
  expect(isPromoFor(days, performance, buyer)).toBe(true)
  expect(isPromoFor(days, { ...performance, startsLocal: '2026-02-04T00:00' }, buyer)).toBe(false)
  expect(isPromoFor({ ...opensNothing, productions: ['hamlet'] }, performance, buyer)).toBe(false)
})

it('recognises a code regardless of case, spaces and character width', () => {
  expect([' ten off', 'TENOFF', 'ｔｅｎｏｆｆ'].map(promoCodeOf)).toEqual(['TENOFF', 'TENOFF', 'TENOFF'])
})
