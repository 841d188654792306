import { describe, expect, it } from 'vitest'
import type { EventSummary, InstanceSummary } from '@playhouse/api-client/contract'
import { weeksOf } from '@playhouse/domain/month-weeks'
import { matchesWords, nextPerformances } from './find-events.ts'
import { monthsOf } from './months.ts'

const instance = (startsAtLocal: string): InstanceSummary => ({
  id: `play-${startsAtLocal.replaceAll(/\D/g, '')}`,
  event: 'play',
  startsAt: `${startsAtLocal}:00.000Z`,
  startsAtLocal,
  timeZone: 'Europe/London',
  availability: 'get-tickets',
  availabilityCode: 1,
  accessTags: [],
  priceFrom: null,
  seatsLeft: 10,
})
const play = { title: 'Så som i himmelen', credit: 'By Kay Pollak', tagline: 'A choir, a winter.' }

describe('searching', () => {
  it('matches every word, ignoring case and accents', () => {
    expect(matchesWords(play, 'sa HIMMEL')).toBe(true)
    expect(matchesWords(play, ' pollak choir ')).toBe(true)
    expect(matchesWords(play, 'pollak ballet')).toBe(false)
    expect(matchesWords(play, '')).toBe(true)
  })
})

describe('the next performances', () => {
  it('returns the next bookable performance of each event', () => {
    const event = (id: string, next: string | undefined) => ({ id, next: next ? instance(next) : null }) as EventSummary
    const next = nextPerformances([event('late', '2026-12-24T19:30'), event('none', undefined), event('early', '2026-12-01T14:30')])
    expect(next.map(({ id }) => id)).toEqual(['early', 'late'])
  })
})

describe('months', () => {
  it('groups by month in the theatre’s time zone, in order', () => {
    const months = monthsOf([instance('2027-01-02T14:30'), instance('2026-12-31T23:30')])
    expect(months.map(({ id, instances }) => [id, instances.length])).toEqual([
      ['2026-12', 1],
      ['2027-01', 1],
    ])
  })

  it('arranges a month in weeks from Monday, with each performance on its day', () => {
    const weeks = weeksOf('2026-11', [instance('2026-11-01T14:30'), instance('2026-11-30T19:30'), instance('2026-12-01T19:30')])
    expect(weeks).toHaveLength(6)
    expect(weeks.every((week) => week.length === 7)).toBe(true)
    expect(weeks[0]?.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => undefined))
    expect(weeks[0]?.[6]).toMatchObject({ day: 1, instances: [{ startsAtLocal: '2026-11-01T14:30' }] })
    expect(weeks[5]?.[0]).toMatchObject({ day: 30, instances: [{ startsAtLocal: '2026-11-30T19:30' }] })
    expect(weeks.flat().flatMap((cell) => cell?.instances ?? [])).toHaveLength(2)
  })

  it('omits the weeks before the first performance and after the last', () => {
    const weeks = weeksOf('2027-02', [instance('2027-02-10T19:30'), instance('2027-02-20T19:30')])
    expect(weeks.map((week) => week[0]?.day)).toEqual([8, 15])
    expect(weeksOf('2027-02', [])).toEqual([])
  })
})
