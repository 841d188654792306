import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { compareGroupBookings, depositOf, type GroupDue, groupBookingState, isGroupCancellable, nextGroupDue } from './group-booking.ts'
import { checkGroupDates, checkGroupTerms, type GroupTerms } from './group-terms.ts'

it('rounds a part of the total to minor units, and never asks for more than the total', () => {
  expect(depositOf({ percent: 25 }, money(10_01))).toBe(2_50)
  expect(depositOf({ percent: 50 }, money(10_01))).toBe(5_01)
  expect(depositOf({ amount: money(7_00) }, money(5_00)), 'as it was typed').toBe(7_00)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_00 }), fc.integer({ min: 0, max: 100 }), (total, percent) => {
      const deposit = depositOf({ percent }, money(total))
      expect(deposit).toBeLessThanOrEqual(total)
      expect(Math.abs(deposit * 100 - total * percent)).toBeLessThanOrEqual(50)
    }),
  )
})

it.each([
  ['option', { reservation: 'reserved', isOver: false, deposit: 20, paid: 0 }],
  ['option', { reservation: 'reserved', isOver: false, deposit: 20, paid: 19 }],
  ['option', { reservation: 'in-basket', isOver: true, deposit: 20, paid: 0 }],
  ['option', { reservation: 'reserved', isOver: false, deposit: 0, paid: 0 }],
  ['deposit-paid', { reservation: 'reserved', isOver: false, deposit: 20, paid: 20 }],
  ['lapsed', { reservation: 'reserved', isOver: true, deposit: 20, paid: 0 }],
  ['lapsed', { reservation: 'lapsed', isOver: false, deposit: 20, paid: 20 }],
  ['paid', { reservation: 'confirmed', isOver: true, deposit: 20, paid: 40 }],
] as const)('is in the state %s for %o', (state, facts) => {
  expect(groupBookingState({ ...facts, isCancelled: false })).toBe(state)
  expect(groupBookingState({ ...facts, isCancelled: true })).toBe('cancelled')
})

it.each([
  [true, { reservation: 'reserved', isCancelled: false, paid: 0 }],
  [true, { reservation: 'lapsed', isCancelled: false, paid: 1 }],
  [false, { reservation: 'lapsed', isCancelled: false, paid: 0 }],
  [false, { reservation: 'in-basket', isCancelled: false, paid: 1 }],
  [false, { reservation: 'confirmed', isCancelled: false, paid: 1 }],
  [false, { reservation: 'lapsed', isCancelled: true, paid: 1 }],
] as const)('can be cancelled: %s for %o', (isCancellable, facts) => {
  expect(isGroupCancellable(facts)).toBe(isCancellable)
})

it('names what is due next: the earlier of option and deposit, then the balance', () => {
  const dates = { optionDay: '2030-03-10', depositDue: '2030-03-10', balanceDue: '2030-04-01' }
  expect(nextGroupDue({ ...dates, state: 'option' })).toEqual({ what: 'deposit', on: '2030-03-10' })
  expect(nextGroupDue({ ...dates, state: 'option', depositDue: '2030-03-11' })).toEqual({ what: 'option', on: '2030-03-10' })
  expect(nextGroupDue({ ...dates, state: 'option', depositDue: null })).toEqual({ what: 'option', on: '2030-03-10' })
  expect(nextGroupDue({ ...dates, state: 'deposit-paid' })).toEqual({ what: 'balance', on: '2030-04-01' })
  for (const state of ['paid', 'lapsed', 'cancelled'] as const) expect(nextGroupDue({ ...dates, state })).toBeNull()
})

it('lists what is due soonest first, then the latest performance', () => {
  const listed = (on: string | null, startsAt: string) => ({
    due: on === null ? null : ({ what: 'option', on } satisfies GroupDue),
    performance: { startsAt },
  })
  const [soon, late, old, older] = [
    listed('2030-01-01', '2030-05-01T19:00:00Z'),
    listed('2030-02-01', '2030-03-01T19:00:00Z'),
    listed(null, '2030-01-01T19:00:00Z'),
    listed(null, '2029-01-01T19:00:00Z'),
  ]
  expect([older, late, old, soon].toSorted(compareGroupBookings)).toEqual([soon, late, old, older])
})

const timeZone = 'Europe/London'
const seats = { now: Date.parse('2030-03-01T12:00:00Z'), startsAt: Date.parse('2030-05-02T18:30:00Z'), timeZone, total: money(400_00) }
const terms: GroupTerms = {
  ...{ kind: 'school', name: 'Athens Academy', optionUntil: '2030-04-01T17:00', deposit: { percent: 20 } },
  ...{ depositDue: '2030-04-01', balanceDue: '2030-05-02', note: '' },
}

it('reads the option as the wall clock of the performance, and the deposit as an amount', () => {
  const optionUntil = Date.parse('2030-04-01T16:00:00Z')
  expect(checkGroupTerms(terms, seats)).toEqual({ ok: true, value: { ...terms, optionUntil, deposit: 80_00 } })
})

it.each([
  ['a time that the clocks skip', { optionUntil: '2030-03-31T01:30' }, ['optionUntil']],
  ['a day that does not exist', { optionUntil: '2030-02-31T10:00' }, ['optionUntil']],
  ['a past option', { optionUntil: '2030-03-01T11:59' }, ['optionUntil']],
  ['an option after the start', { optionUntil: '2030-05-02T19:31' }, ['optionUntil']],
  ['a deposit above the total', { deposit: { amount: money(400_01) } }, ['deposit']],
  ['a deposit without a day', { depositDue: null }, ['depositDue']],
  ['a day without a deposit', { deposit: { percent: 0 } }, ['depositDue']],
  ['a deposit after the balance', { depositDue: '2030-05-02', balanceDue: '2030-05-01' }, ['depositDue']],
  ['a balance after the performance', { balanceDue: '2030-05-03' }, ['balanceDue']],
  ['past days', { depositDue: '2030-02-28', balanceDue: '2030-02-28' }, ['depositDue', 'balanceDue']],
] as const)('rejects %s', (_what, changed, fields) => {
  expect(checkGroupTerms({ ...terms, ...changed }, seats)).toMatchObject({ error: { code: 'invalid-input', params: { fields } } })
})

describe('moved dates', () => {
  const before = { optionUntil: Date.parse('2030-02-20T16:00:00Z'), depositDue: '2030-02-20', balanceDue: '2030-04-20' }
  const booked = { ...seats, deposit: 80_00, before }
  const dates = { optionUntil: '2030-02-20T16:00', depositDue: '2030-02-20', balanceDue: '2030-04-20' }
  const wrongOf = (changed: Partial<typeof dates>) => {
    const checked = checkGroupDates({ ...dates, ...changed }, booked)
    return checked.ok ? [] : checked.error.params.fields
  }

  it('can be later, beside dates that have passed and stay', () => {
    expect(checkGroupDates({ ...dates, balanceDue: '2030-05-02' }, booked)).toEqual({
      ok: true,
      value: { ...before, balanceDue: '2030-05-02' },
    })
    const optionUntil = Date.parse('2030-04-01T16:00:00Z')
    expect(checkGroupDates({ ...dates, optionUntil: '2030-04-01T17:00' }, booked)).toEqual({ ok: true, value: { ...before, optionUntil } })
  })

  it.each([
    ['another past option', { optionUntil: '2030-02-20T16:01' }, ['optionUntil']],
    ['an option after the start', { optionUntil: '2030-05-02T19:31' }, ['optionUntil']],
    ['a past deposit', { depositDue: '2030-02-21' }, ['depositDue']],
    ['a deposit after the balance', { depositDue: '2030-04-21' }, ['depositDue']],
    ['a balance before a deposit that stays', { balanceDue: '2030-02-19' }, ['depositDue', 'balanceDue']],
    ['a balance after the performance', { balanceDue: '2030-05-03' }, ['balanceDue']],
  ] as const)('reject %s', (_what, changed, fields) => {
    expect(wrongOf(changed)).toEqual(fields)
  })
})
