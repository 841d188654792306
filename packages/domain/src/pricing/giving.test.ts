import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fundsSchema, giftAidOn, isFundOpen, isGiftAmount } from './giving.ts'
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

it.each([
  [{}, true],
  [{ opensOn: '2026-03-01' }, true],
  [{ opensOn: '2026-03-02' }, false],
  [{ closesOn: '2026-03-01' }, true],
  [{ closesOn: '2026-02-28' }, false],
  [{ opensOn: '2026-02-01', closesOn: '2026-04-01' }, true],
])('opens a fund of the days %j on 1 March 2026: %s', (days, isOpen) => {
  expect(isFundOpen(days, '2026-03-01')).toBe(isOpen)
})

describe('the funds of a brand', () => {
  const fund = {
    ...{ fund: 'stage', name: 'The stage fund', body: '', presets: [10_00] },
    ...{ least: 1_00, most: 500_00, recognitionFrom: 100_00 },
  }
  it('have different ids', () => {
    expect(fundsSchema.safeParse([fund, { ...fund, fund: 'roof' }]).success).toBe(true)
    expect(fundsSchema.safeParse([fund, fund]).success).toBe(false)
  })

  it('have appeals with different ids', () => {
    const lights = { appeal: 'lights', name: 'New lights' }
    expect(fundsSchema.safeParse([{ ...fund, appeals: [lights, { appeal: 'floor', name: 'A new floor' }] }]).success).toBe(true)
    expect(fundsSchema.safeParse([{ ...fund, appeals: [lights, lights] }]).success).toBe(false)
    expect(fundsSchema.safeParse([{ ...fund, appeals: [] }]).success).toBe(false)
  })
})
