import { expect, it } from 'vitest'
import { choiceOfDates, datesOfSeries, findMissingDates } from './series.ts'

const performance = (instance: string, day: number) => ({
  ...{
    instance,
    startsAt: `2026-02-0${day}T19:30:00.000Z`,
    startsAtLocal: `2026-02-0${day}T19:30`,
    endsAt: `2026-02-0${day}T21:30:00.000Z`,
  },
  ...{ timeZone: 'Europe/London', availability: 'get-tickets' as const, availabilityCode: 1 as const, accessTags: [], priceFrom: null },
})
const part = (name: string, ...performances: ReturnType<typeof performance>[]) => ({
  part: name,
  event: 'hamlet',
  title: 'Hamlet',
  performances,
})
const name = { text: 'Dates', translations: {} }
const group = {
  ...{ id: 'dates', name, least: 1, most: 3 },
  packages: [],
  parts: [part('late', performance('b', 3)), part('first', performance('a', 1)), part('over')],
}

it('lists the dates of a series in order of their start, without those that are over', () => {
  const dates = datesOfSeries({ groups: [group] })
  expect(dates.map(({ part: id, instance }) => [id, instance])).toEqual([
    ['first', 'a'],
    ['late', 'b'],
  ])
  expect(choiceOfDates(dates, ['b', 'a', 'other'])).toEqual([
    { package: null, part: 'first', instance: 'a' },
    { package: null, part: 'late', instance: 'b' },
  ])
})

it('returns the dates on which a seat is not free', () => {
  const dates = [
    { instance: 'a', seats: Uint8Array.of(0, 1, 0) },
    { instance: 'b', seats: Uint8Array.of(0, 1, 2) },
  ]
  expect([0, 1, 2].map((seat) => findMissingDates(dates, seat))).toEqual([[], ['a', 'b'], ['b']])
})
