import { describe, expect, it } from 'vitest'
import { anonymousVisitor, eligibilityOf, type Entitlement, heldLimitOf, type SalePerformance } from '../eligibility/eligibility.ts'
import { availabilityOf } from './season.ts'
import { salePeriodsOf, saleTimesOf, type SaleWindow, saleWindowsProblem } from './sale-window.ts'

const timeZone = 'Europe/London'
const start = { startsAt: '2026-06-20T19:30', timeZone }
const at = (text: string): number => Date.parse(text)
const general: SaleWindow = {
  ...{ channel: 'web', memberships: null, limit: null },
  from: { kind: 'days-before', days: 14, time: '10:00' },
  until: { kind: 'minutes-before', minutes: 60 },
}
const members: SaleWindow = {
  ...{ channel: 'web', memberships: ['friend'], limit: 4 },
  from: { kind: 'at', at: '2026-06-01T10:00' },
  until: { kind: 'at', at: '2026-06-05T18:00' },
}
const counter: SaleWindow = { ...general, channel: 'counter', from: { kind: 'days-before', days: 1, time: '12:00' }, until: null }
const performanceWith = (windows: readonly SaleWindow[], perCustomer?: number): SalePerformance => ({
  ...{
    id: 'lear',
    production: { id: 'king-lear' },
    startsLocal: start.startsAt,
    sale: 'on-sale',
    startsAt: at('2026-06-20T18:30Z'),
    perCustomer,
  },
  ...saleTimesOf(salePeriodsOf(windows, start), { generalSaleAt: at('2026-01-10T10:00Z'), priority: [] }),
})
const friend = { ...anonymousVisitor, memberships: ['friend'] }
const staff = { ...anonymousVisitor, isStaff: true }

describe('the windows of a sale', () => {
  it('are dates, or relative to each performance by the wall clock of the theatre', () => {
    expect(salePeriodsOf([general, members, counter], start).map(({ from, until }) => [from, until])).toEqual([
      [at('2026-06-06T09:00Z'), at('2026-06-20T17:30Z')],
      [at('2026-06-01T09:00Z'), at('2026-06-05T17:00Z')],
      [at('2026-06-19T11:00Z'), at('2026-06-20T18:30Z')],
    ])
    // The clocks change in between: it is still 10 in the morning.
    expect(salePeriodsOf([general], { startsAt: '2026-04-05T19:30', timeZone })[0]!.from).toBe(at('2026-03-22T10:00Z'))
  })

  it('decide who can book when, and how many tickets', () => {
    const performance = performanceWith([general, members], 10)
    const facts = (who: Entitlement, time: string) => {
      const { sale, isEarly, perCustomer } = eligibilityOf(who, performance, at(time))
      return [sale, isEarly, perCustomer]
    }
    expect(facts(friend, '2026-06-01T08:59Z')).toEqual(['not-on-sale', false, 10])
    expect(facts(friend, '2026-06-01T09:00Z')).toEqual(['open', true, 4])
    expect(facts(anonymousVisitor, '2026-06-01T09:00Z')).toEqual(['priority', false, 10])
    // The window of members is over, and general sale has not begun.
    expect(facts(friend, '2026-06-05T17:00Z')).toEqual(['not-on-sale', false, 10])
    expect(facts(anonymousVisitor, '2026-06-05T17:00Z')).toEqual(['not-on-sale', false, 10])
    expect(facts(anonymousVisitor, '2026-06-06T09:00Z')).toEqual(['open', false, 10])
    expect(facts(anonymousVisitor, '2026-06-20T17:30Z')).toEqual(['not-on-sale', false, 10])
    expect(facts(staff, '2026-06-20T17:30Z')[0]).toBe('open')
    const labelAt = (time: string) => availabilityOf({ ...performance, seats: 100, seatsLeft: 100 }, at(time))
    expect(['2026-06-01T09:00Z', '2026-06-05T17:00Z', '2026-06-06T09:00Z', '2026-06-20T17:30Z'].map(labelAt)).toEqual([
      'priority',
      'not-on-sale',
      'get-tickets',
      'not-on-sale',
    ])
  })

  it('never make a limit of tickets that are held stricter', () => {
    const performance = performanceWith([{ ...general, limit: 2 }, members])
    expect(heldLimitOf(performance, at('2026-06-02T09:00Z'))).toBe(4)
    expect(eligibilityOf(anonymousVisitor, performance, at('2026-06-07T09:00Z')).perCustomer).toBe(2)
    expect(heldLimitOf(performance, at('2026-06-07T09:00Z'))).toBe(4)
    expect(heldLimitOf(performanceWith([]), at('2026-06-07T09:00Z'))).toBeUndefined()
  })

  it('open and close the counter independently of the web', () => {
    const performance = performanceWith([counter])
    expect(eligibilityOf(staff, performance, at('2026-06-19T10:59Z')).sale).toBe('not-on-sale')
    expect(eligibilityOf(staff, performance, at('2026-06-19T11:00Z')).sale).toBe('open')
    expect(eligibilityOf(anonymousVisitor, performance, at('2026-06-19T10:59Z')).sale).toBe('open')
  })

  it('are refused with their fields where they cannot be', () => {
    const fieldsOf = (windows: readonly SaleWindow[]) => saleWindowsProblem(windows, [start], timeZone)?.params.fields ?? []
    expect(fieldsOf([])).toEqual([])
    expect(fieldsOf([general, members, counter])).toEqual([])
    expect(fieldsOf([members])).toEqual(['windows'])
    expect(fieldsOf([general, general])).toEqual(['windows'])
    expect(fieldsOf([{ ...counter, memberships: ['friend'], limit: 3 }])).toEqual(['windows.0.memberships', 'windows.0.limit'])
    // 31 June, and a time that clocks skip.
    expect(fieldsOf([{ ...general, from: { kind: 'at', at: '2026-06-31T10:00' } }])).toEqual(['windows.0.from'])
    expect(fieldsOf([{ ...general, until: { kind: 'at', at: '2026-03-29T01:30' } }])).toEqual(['windows.0.until'])
    expect(fieldsOf([{ ...general, until: { kind: 'days-before', days: 20, time: '10:00' } }])).toEqual(['windows.0.until'])
    expect(fieldsOf([{ ...general, from: { kind: 'at', at: '2026-06-21T10:00' }, until: null }])).toEqual(['windows.0.from'])
  })
})
