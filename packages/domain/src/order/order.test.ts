import { expect, it } from 'vitest'
import { isReservableUntil } from './order.ts'

it.each([
  [10, false],
  [11, true],
  [20, true],
  [21, false],
])('with now 10 and the start at 20, reserves until %i: %s', (until, isReservable) => {
  expect(isReservableUntil(until, { now: 10, startsAt: 20 })).toBe(isReservable)
})
