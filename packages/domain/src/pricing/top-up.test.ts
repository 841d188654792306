import fc from 'fast-check'
import { expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { topUpAmounts, topUpKinds } from './top-up.ts'

const none = new Set<never>()
const offered = { roundUpTo: money(100), feeCover: { basisPoints: 150, flat: money(20) } }

it('rounds up to the next whole amount, and adds nothing to a whole one', () => {
  const roundUp = (rest: number) => topUpAmounts(offered, money(rest), none)['round-up']
  expect([1, 99, 100, 101, 49_40, 50_00].map(roundUp)).toEqual([99, 1, 0, 99, 60, 0])
})

it('rounds up after the fee that is covered', () => {
  const rest = money(50_00)
  const fee = topUpAmounts(offered, rest, none)['fee-cover']
  expect(fee).toBe(97)
  expect(topUpAmounts(offered, rest, new Set(['fee-cover']))['round-up']).toBe(3)
})

it('covers the fee of the whole payment, and at most one minor unit more', () => {
  const rates = fc.record({ basisPoints: fc.integer({ min: 0, max: 1_000 }), flat: fc.nat(100).map(money) })
  fc.assert(
    fc.property(rates, fc.integer({ min: 1, max: 1_000_000 }), (feeCover, rest) => {
      const amount = topUpAmounts({ feeCover }, money(rest), none)['fee-cover']
      const feeOf = (total: number) => (total * feeCover.basisPoints) / 10_000 + feeCover.flat
      expect(amount).toBeGreaterThanOrEqual(feeOf(rest + amount) - 1e-6)
      expect(amount - feeOf(rest + amount)).toBeLessThan(1)
    }),
  )
})

it('is zero for an empty basket, for a credit, and for what the brand does not offer', () => {
  const nothing = Object.fromEntries(topUpKinds.map((kind) => [kind, 0]))
  expect(topUpAmounts(offered, money(0), none)).toEqual(nothing)
  expect(topUpAmounts(offered, money(-1_50), none)).toEqual(nothing)
  expect(topUpAmounts({}, money(49_40), none)).toEqual(nothing)
})
