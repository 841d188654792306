import { expect, it } from 'vitest'
import { readTimeScale } from './time-limit.mjs'

it('reads TEST_TIME_SCALE, 1 by default', () => {
  expect([undefined, '', '1', '2.5', '20'].map(readTimeScale)).toEqual([1, 1, 1, 2.5, 20])
})

it.each(['0', '0.5', '-1', 'slow', '21', 'Infinity'])('refuses a TEST_TIME_SCALE of %s', (value) => {
  expect(() => readTimeScale(value)).toThrow('must be a number from 1 to 20')
})
