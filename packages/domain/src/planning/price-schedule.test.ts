import { describe, expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { bands } from '../pricing/pricing.ts'
import type { StoredPriceList } from './price-list-plan.ts'
import { applyPriceSchedule, isAhead, priceScheduleOf, priceScheduleProblem, scheduledFields } from './price-schedule.ts'

const price = (amount: number) => ({ price: money(amount), fee: money(0) })
const current: StoredPriceList = {
  ...{ name: 'Week', hall: 'main', seatBands: [[bands.indexOf('a'), 10]] },
  priceTypes: [
    { id: 'full', name: 'Full price', kind: 'full' },
    { id: 'young', name: 'Under 26', kind: 'under-26' },
  ],
  ...{ 'price.a.full': price(30_00), 'price.a.young': price(10_00) },
}
const from = '2027-05-01T00:00'
const later = { from, prices: { a: { full: price(40_00) } } }
const facts = { timeZone: 'Europe/London', now: Date.parse('2027-03-01T12:00:00Z'), isLive: true }

describe('scheduled prices', () => {
  it('store only the prices that change, and null for one that is no longer sold', () => {
    const schedule = priceScheduleOf('week', current, later)
    expect(schedule).toEqual({ priceList: 'week', from, 'price.a.full': price(40_00), 'price.a.young': null })
    expect(scheduledFields(current, schedule)).toEqual([
      { field: 'price.a.full', before: price(30_00), after: price(40_00) },
      { field: 'price.a.young', before: price(10_00), after: null },
    ])
  })

  it('leave prices and names that were changed since', () => {
    const schedule = priceScheduleOf('week', current, { from, prices: { a: { full: price(40_00), young: price(10_00) } } })
    const changed = { ...current, name: 'Weekdays', 'price.a.young': price(12_00) }
    expect(applyPriceSchedule(changed, schedule)).toEqual({ ...changed, 'price.a.full': price(40_00) })
  })

  it('remove a price that is no longer sold', () => {
    expect(applyPriceSchedule(current, priceScheduleOf('week', current, later))).not.toHaveProperty('price.a.young')
  })

  it.each([
    ['a moment that is over', { ...later, from: '2027-03-01T12:00' }, ['schedule.from']],
    ['an hour that clocks skip', { ...later, from: '2027-03-28T01:30' }, ['schedule.from']],
    ['a day that does not exist', { ...later, from: '2027-02-31T10:00' }, ['schedule.from']],
    ['a band on sale without a price', { ...later, prices: {} }, ['prices.a']],
    ['a price type that the list does not have', { ...later, prices: { a: { full: price(1), gala: price(1) } } }, ['prices.a.gala']],
    ['the current prices', { ...later, prices: { a: { full: price(30_00), young: price(10_00) } } }, ['schedule.prices']],
  ])('are refused for %s', (_name, edit, fields) => {
    expect(priceScheduleProblem(current, edit, facts)).toEqual({ code: 'invalid-input', params: { fields } })
  })

  it('may change a price from a moment ahead on', () => {
    expect(priceScheduleProblem(current, later, facts)).toBeUndefined()
  })

  it('begin in the first of two hours that clocks repeat', () => {
    const first = Date.parse('2027-10-31T00:30:00Z')
    expect(isAhead('2027-10-31T01:30', 'Europe/London', first - 1)).toBe(true)
    expect(isAhead('2027-10-31T01:30', 'Europe/London', first)).toBe(false)
  })
})
