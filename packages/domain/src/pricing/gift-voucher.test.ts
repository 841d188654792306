import { expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { isSendDay, mostTopUp } from './gift-voucher.ts'

it.each([
  [null, true],
  ['2031-03-01', true],
  ['2031-02-28', false],
  ['2032-02-29', true],
  ['2032-03-01', false],
  ['9999-12-31', false],
])('sends a voucher on %s: %s, where it is 1 March 2031', (day, isAllowed) => {
  expect(isSendDay(day, '2031-03-01')).toBe(isAllowed)
})

it.each([
  [0, 200_00],
  [100_00, 200_00],
  [120_00, 180_00],
  [300_00, 0],
  [310_00, 0],
])('adds to a balance of %s at most %s, where the balance may be 300.00 and one amount 200.00', (balance, most) => {
  expect(mostTopUp({ most: money(200_00), topUp: { mostBalance: money(300_00), lastDay: 'stays' } }, money(balance))).toBe(most)
})
