import fc from 'fast-check'
import { expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { chargeMeans, earliestCharge } from '../payment/recurring-charge.ts'
import { currentGift, firstGift, followingGift, isMonthlyGift, lastGiftDay } from './monthly-gift.ts'

it.each([
  [1, 'card', '2031-01-31', { month: '2031-02-01', on: '2031-02-01' }],
  [1, 'card', '2031-02-01', { month: '2031-03-01', on: '2031-03-01' }],
  [15, 'card', '2031-12-14', { month: '2031-12-01', on: '2031-12-15' }],
  [15, 'direct-debit', '2031-12-10', { month: '2031-12-01', on: '2031-12-15' }],
  [15, 'direct-debit', '2031-12-11', { month: '2032-01-01', on: '2032-01-15' }],
  [28, 'direct-debit', '2031-02-26', { month: '2031-03-01', on: '2031-03-28' }],
] as const)('plans the first gift on day %s by %s that is agreed to on %s', (day, means, noticedOn, expected) => {
  expect(firstGift(day, means, noticedOn)).toEqual(expected)
})

it('makes no gift up for once the day of the following one has come', () => {
  const planned = { month: '2031-11-01', on: '2031-11-20' }
  expect(currentGift(planned, 20, '2031-11-01')).toEqual(planned)
  expect(currentGift(planned, 20, '2031-12-19'), 'late').toEqual(planned)
  expect(currentGift(planned, 20, '2031-12-20')).toEqual({ month: '2031-12-01', on: '2031-12-20' })
  expect(currentGift(planned, 20, '2032-02-25')).toEqual({ month: '2032-02-01', on: '2032-02-20' })
})

it('plans one gift a month on its day, with the notice before the first one', () => {
  const day = fc.integer({ min: 1, max: lastGiftDay })
  const noticedOn = fc
    .date({ min: new Date('2030-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  fc.assert(
    fc.property(day, noticedOn, fc.constantFrom(...chargeMeans), (giftDay, notice, means) => {
      let gift = firstGift(giftDay, means, notice)
      expect(gift.on >= earliestCharge(means, notice)).toBe(true)
      for (let nth = 0; nth < 13; nth++) {
        const next = followingGift(gift.month, giftDay)
        expect(Number(gift.on.slice(8))).toBe(giftDay)
        expect(gift.on.slice(0, 7)).toBe(gift.month.slice(0, 7))
        const days = (Date.parse(next.month) - Date.parse(gift.month)) / 86_400_000
        expect(days >= 28 && days <= 31).toBe(true)
        gift = next
      }
    }),
  )
})

it('takes the amounts and the means that the fund offers', () => {
  const monthly = { presets: [money(5_00)], least: money(2_00), most: money(500_00), means: ['direct-debit' as const] }
  expect([1_99, 2_00, 500_00, 500_01].map((amount) => isMonthlyGift({ monthly }, amount, 'direct-debit'))).toEqual([
    ...[false, true, true, false],
  ])
  expect(isMonthlyGift({ monthly }, 5_00, 'card')).toBe(false)
  expect(isMonthlyGift({}, 5_00, 'direct-debit')).toBe(false)
})
