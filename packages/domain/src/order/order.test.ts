import { describe, expect, it } from 'vitest'
import { addOnOrderNumber, isOpenForAddOns, isOrderNumber, isReservableUntil } from './order.ts'

it.each([
  [10, false],
  [11, true],
  [20, true],
  [21, false],
])('with now 10 and the start at 20, reserves until %i: %s', (until, isReservable) => {
  expect(isReservableUntil(until, { now: 10, startsAt: 20 })).toBe(isReservable)
})

describe('an order to which something is added', () => {
  const order = { state: 'confirmed', addsTo: null, startsAt: [5, 20] } as const

  it.each([
    ['is open before its last performance', order, 10, true],
    ['is closed when the last performance begins', order, 20, false],
    ['is closed without tickets', { ...order, startsAt: [] }, 10, false],
    ['is closed when it is not confirmed', { ...order, state: 'on-hold' }, 10, false],
    ['is closed when it adds to another order', { ...order, addsTo: 'AB12CD34' }, 10, false],
  ] as const)('%s', (_what, facts, now, isOpen) => {
    expect(isOpenForAddOns(facts, now)).toBe(isOpen)
  })

  it('counts the orders that add to it in their numbers', () => {
    expect([1, 2].map((nth) => addOnOrderNumber('AB12CD34', nth))).toEqual(['AB12CD34-2', 'AB12CD34-3'])
  })
})

it.each([
  ['AB12CD34', false],
  ['AB23CD45', true],
  ['AB23CD45-2', true],
  ['AB23CD45-12', true],
  ['AB23CD45-', false],
  ['AB23CD4', false],
  ['AB23-CD45678', false],
  ['Quill', false],
])('takes %s for an order number: %s', (text, isNumber) => {
  expect(isOrderNumber(text)).toBe(isNumber)
})
