import fc from 'fast-check'
import { expect, it } from 'vitest'
import { money } from '../money/money.ts'
import type { PackagePricing } from './package.ts'
import { discountFor, pricePackage, type SingleTicket, stepsFor } from './package-price.ts'

const ticket = fc.record({
  priceType: fc.constantFrom('full', 'concession'),
  price: fc.integer({ min: 0, max: 300_00 }).map(money),
  feePercent: fc.integer({ min: 0, max: 100 }),
})
const tickets = fc.array(ticket, { minLength: 1, maxLength: 24 }).map((list) =>
  list.map(({ priceType, price, feePercent }, nth): SingleTicket => ({
    ...{ key: `performance ${nth}`, priceType, price },
    fee: money(Math.floor((price * feePercent) / 100)),
  })),
)
const pricing: fc.Arbitrary<PackagePricing> = fc.oneof(
  fc.record({
    kind: fc.constant('prices' as const),
    prices: fc.tuple(fc.nat(900_00), fc.nat(900_00)).map(([full, concession]) => [
      { priceType: 'full', price: money(full) },
      { priceType: 'concession', price: money(concession) },
    ]),
  }),
  fc.record({
    kind: fc.constant('discount' as const),
    steps: fc.array(fc.record({ performances: fc.integer({ min: 1, max: 8 }), basisPoints: fc.integer({ min: 1, max: 10_000 }) }), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
)
const sum = (amounts: Iterable<number>): number => [...amounts].reduce((total, amount) => total + amount, 0)

it('divides the price of a package so that the shares have its sum, none is negative, and none is above the single price', () => {
  fc.assert(
    fc.property(tickets, pricing, fc.integer({ min: 1, max: 8 }), (list, rule, performances) => {
      const priced = pricePackage(rule, list, performances)
      if (!priced.ok) throw new Error(priced.error.code)
      const { shares, amount, saved } = priced.value
      expect(sum([...shares.values()].map(({ price }) => price))).toBe(amount)
      expect(amount + saved).toBe(sum(list.map(({ price }) => price)))
      expect(saved).toBeGreaterThanOrEqual(0)
      for (const { key, price } of list) {
        const share = shares.get(key)!
        expect(share.price).toBeGreaterThanOrEqual(0)
        expect(share.price).toBeLessThanOrEqual(price)
        expect(share.fee).toBeGreaterThanOrEqual(0)
        expect(share.fee).toBeLessThanOrEqual(share.price)
      }
    }),
  )
})

it('gives every ticket the same share in any order of the tickets', () => {
  fc.assert(
    fc.property(tickets, pricing, fc.integer({ min: 1, max: 8 }), (list, rule, performances) => {
      const [forward, backward] = [pricePackage(rule, list, performances), pricePackage(rule, list.toReversed(), performances)]
      if (!forward.ok || !backward.ok) throw new Error('not priced')
      for (const { key } of list) expect(backward.value.shares.get(key)).toEqual(forward.value.shares.get(key))
    }),
  )
})

it('charges the price of each price type once for each person, and never more than the single tickets', () => {
  const single = (key: string, priceType: string, price: number): SingleTicket => ({
    ...{ key, priceType, price: money(price), fee: money(0) },
  })
  const rule: PackagePricing = { kind: 'prices', prices: [{ priceType: 'full', price: money(50_00) }] }
  const two = [single('a 1', 'full', 40_00), single('a 2', 'full', 40_00), single('b 1', 'full', 20_00), single('b 2', 'full', 20_00)]
  const priced = pricePackage(rule, two, 2)
  expect(priced).toMatchObject({ ok: true, value: { amount: 100_00, saved: 20_00 } })
  if (priced.ok)
    expect(Object.fromEntries([...priced.value.shares].map(([key, { price }]) => [key, price]))).toEqual({
      ...{ 'a 1': 33_33, 'a 2': 33_33, 'b 1': 16_67, 'b 2': 16_67 },
    })
  expect(pricePackage(rule, [single('a 1', 'full', 10_00), single('b 1', 'full', 5_00)], 2)).toMatchObject({
    value: { amount: 15_00, saved: 0 },
  })
  expect(pricePackage(rule, [single('a 1', 'student', 10_00)], 1)).toMatchObject({ ok: false, error: { code: 'price-type-unavailable' } })
})

it('takes the discount of the highest step that the performances reach', () => {
  const steps = [
    { performances: 5, basisPoints: 1_500 },
    { performances: 3, basisPoints: 1_000 },
  ]
  expect([2, 3, 4, 5, 9].map((count) => discountFor(steps, count))).toEqual([0, 1_000, 1_000, 1_500, 1_500])
})

it('uses the steps of a price type in place of those for all', () => {
  const all = { performances: 2, basisPoints: 1_000 }
  const young = { performances: 2, basisPoints: 2_500, priceTypes: ['under-26'] }
  expect([stepsFor([all, young], 'full'), stepsFor([all, young], 'under-26')]).toEqual([[all], [young]])
  const ticket = (key: string, priceType: string) => ({ key, priceType, price: money(20_00), fee: money(2_00) })
  const tickets = [ticket('a', 'full'), ticket('b', 'full'), ticket('c', 'under-26'), ticket('d', 'under-26')]
  expect(pricePackage({ kind: 'discount', steps: [all, young] }, tickets, 2)).toMatchObject({
    ok: true,
    value: { amount: 66_00, saved: 14_00 },
  })
})
