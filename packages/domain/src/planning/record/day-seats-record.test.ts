import { describe, expect, it } from 'vitest'
import { type DaySeatsRecord, daySeatsFaults, daySeatTimesOf, performancesWithout, reshapesDaySeats } from './day-seats-record.ts'

const record: DaySeatsRecord = {
  ...{ name: 'Day seats for Hamlet', performances: ['hamlet-1', 'hamlet-2'], maxQuantity: 2, priceType: 'day' },
  opens: { kind: 'days-before', days: 1, time: '12:00' },
  closes: { kind: 'days-before', days: 0, time: '10:00' },
  draws: { kind: 'days-before', days: 0, time: '10:05' },
  payUntil: { kind: 'minutes-before', minutes: 180 },
}
const performance = (id: string, startsAt: string, priceTypes = ['full', 'day']) => ({
  ...{ id, startsAt, priceTypes, production: 'hamlet', hall: 'stage', timeZone: 'Europe/London' },
})
const performances = [performance('hamlet-1', '2030-03-30T19:30'), performance('hamlet-2', '2030-03-31T19:30')]
const facts = { now: Date.parse('2030-03-01T00:00Z'), before: undefined, others: [], performances }
const faultsOf = (change: Partial<DaySeatsRecord>, others: Partial<Parameters<typeof daySeatsFaults>[1]> = {}) =>
  daySeatsFaults({ ...record, ...change }, { ...facts, ...others }).flatMap(([isFault, field]) => (isFault ? [field] : []))
const minutesBefore = (minutes: number) => ({ kind: 'minutes-before' as const, minutes })

it('reads the moments on the clock of the theatre, also over a change of clocks', () => {
  const iso = (startsAt: string) =>
    Object.values(daySeatTimesOf(record, { startsAt, timeZone: 'Europe/London' })).map((at) => new Date(at).toISOString())
  expect(iso('2030-03-30T19:30')).toEqual([
    ...['2030-03-29T12:00:00.000Z', '2030-03-30T10:00:00.000Z', '2030-03-30T10:05:00.000Z', '2030-03-30T16:30:00.000Z'],
  ])
  expect(iso('2030-03-31T19:30')).toEqual([
    ...['2030-03-30T12:00:00.000Z', '2030-03-31T09:00:00.000Z', '2030-03-31T09:05:00.000Z', '2030-03-31T15:30:00.000Z'],
  ])
})

describe('the faults of a lottery', () => {
  it.each([
    ['nothing wrong', {}, []],
    ['entries that end before they begin', { closes: { kind: 'days-before' as const, days: 1, time: '11:00' } }, ['closes']],
    ['a draw before the end of the entries', { draws: { kind: 'days-before' as const, days: 0, time: '09:59' } }, ['draws']],
    ['a draw at the end of the entries', { draws: record.closes }, []],
    ['no time to pay', { payUntil: record.draws }, ['payUntil']],
    ['a draw at the start', { draws: minutesBefore(0), payUntil: minutesBefore(0) }, ['payUntil']],
    ['a time that clocks skip', { draws: { kind: 'at' as const, at: '2030-03-31T01:30' } }, ['draws']],
    ['no such date', { payUntil: { kind: 'at' as const, at: '2030-02-31T01:30' } }, ['payUntil']],
    ['a performance twice', { performances: ['hamlet-1', 'hamlet-1'] }, ['performances']],
    ['an unknown performance', { performances: ['hamlet-1', 'lear-1'] }, ['performances.1']],
    ['a price that one of them lacks', { priceType: 'senior' }, ['priceType']],
  ])('%s', (_, change, faults) => expect(faultsOf(change)).toEqual(faults))

  it('names a performance that another lottery has, or whose draw would be over', () => {
    const others = [{ record: { ...record, performances: ['hamlet-2'], isWithdrawn: true } }]
    expect(faultsOf({}, { others })).toEqual(['performances.1'])
    expect(faultsOf({}, { now: Date.parse('2030-03-30T11:00Z') })).toEqual(['performances.0'])
  })

  it('keeps performances that are drawn or over, and moves no draw into the past', () => {
    const before = { ...record, isWithdrawn: false }
    const now = Date.parse('2030-03-30T11:00Z')
    expect(faultsOf({ name: 'Other' }, { before, now })).toEqual([])
    expect(faultsOf({ name: 'Other' }, { before, now, performances: performances.slice(1) })).toEqual([])
    const early = {
      opens: { kind: 'days-before' as const, days: 3, time: '10:00' },
      closes: { kind: 'days-before' as const, days: 2, time: '10:00' },
      draws: { kind: 'days-before' as const, days: 2, time: '10:00' },
    }
    expect(faultsOf(early, { before, now })).toEqual(['draws'])
  })

  it('keeps a price type that a price list has lost since', () => {
    const before = { ...record, isWithdrawn: false }
    const lost = performances.map((each) => ({ ...each, priceTypes: ['full'] }))
    expect(faultsOf({ maxQuantity: 1 }, { before, performances: lost })).toEqual([])
    expect(faultsOf({}, { performances: lost })).toEqual(['priceType'])
  })
})

it('knows what those who entered rely on, and which performances a change takes out', () => {
  const stored = { ...record, isWithdrawn: false }
  expect(reshapesDaySeats(stored, { ...stored, name: 'Other', performances: ['hamlet-1'] })).toBe(false)
  for (const change of [{ draws: minutesBefore(200) }, { maxQuantity: 1 }, { priceType: 'full' }, { isWithdrawn: true }])
    expect(reshapesDaySeats(stored, { ...stored, ...change })).toBe(true)
  expect(performancesWithout(stored, { ...stored, performances: ['hamlet-2', 'hamlet-3'] })).toEqual(['hamlet-1'])
  expect(performancesWithout({}, { performances: ['hamlet-2'] })).toEqual([])
})
