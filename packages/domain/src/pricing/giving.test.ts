import fc from 'fast-check'
import { expect, it } from 'vitest'
import { giftAidOn, isGiftAmount } from './giving.ts'
import { money } from '../money/money.ts'

it('adds 25p for each £1, rounded down', () => {
  expect([100, 10_00, 25_00, 99].map((amount) => giftAidOn(money(amount)))).toEqual([25, 2_50, 6_25, 24])
  fc.assert(
    fc.property(fc.nat(10_000_000), (amount) => {
      const added = giftAidOn(money(amount))
      expect(added * 4).toBeLessThanOrEqual(amount)
      expect(amount - added * 4).toBeLessThan(4)
    }),
  )
})

it('accepts amounts in the range of the theatre', () => {
  const range = { least: money(1_00), most: money(5_000_00) }
  expect([Number.NaN, -10, 0, 99, 1_00, 5_000_00, 5_000_01].map((amount) => isGiftAmount(range, amount))).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
    false,
  ])
})
