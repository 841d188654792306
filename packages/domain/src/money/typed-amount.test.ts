import fc from 'fast-check'
import { expect, it } from 'vitest'
import { money } from './money.ts'
import { parseAmount, formatAmount } from './typed-amount.ts'

it('parses amounts with a decimal point or comma, and rejects everything else', () => {
  expect(['50', '47.5', ' 47,50 ', '0.05'].map(parseAmount)).toEqual([50_00, 47_50, 47_50, 5])
  for (const text of ['', '-5', '1.234', '1e3', '£5', '5 0', '.5', '1234567', '٥']) expect(parseAmount(text), text).toBeUndefined()
})

it('parses what it formats', () => {
  fc.assert(fc.property(fc.nat(99_999_999), (amount) => void expect(parseAmount(formatAmount(money(amount)))).toBe(amount)))
})
