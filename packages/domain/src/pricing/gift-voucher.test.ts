import { expect, it } from 'vitest'
import { isSendDay } from './gift-voucher.ts'

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
