import { expect, it } from 'vitest'
import { typedLimit, typedNumber } from './typed-number.ts'

it('reads whole numbers', () => {
  expect(['4', ' 12 ', '0'].map(typedNumber)).toEqual([4, 12, 0])
  expect([typedLimit('4'), typedLimit(' ')]).toEqual([4, null])
})

it('gives the server a number that it refuses for anything else: JSON would make null of NaN, which is no limit', () => {
  const wrong = ['abc', '4.5', '-3', '1e3', '4 tickets', 'NaN']
  expect(wrong.map(typedNumber)).toEqual(wrong.map(() => -1))
  expect(wrong.map(typedLimit)).toEqual(wrong.map(() => -1))
  expect(typedNumber('')).toBe(-1)
})
