import { expect, it } from 'vitest'
import { performanceIdAt } from './performance-id.ts'
import { performancesOfRun, type RunPattern } from './run.ts'

const week: RunPattern = {
  from: '2027-03-01',
  until: '2027-03-07',
  rules: [
    { weekdays: [2, 3, 4, 5, 6], time: '19:30', type: null },
    { weekdays: [3, 6], time: '14:00', type: 'matinee' },
  ],
  except: ['2027-03-04'],
}

it('makes the performances of a pattern by time, without the excepted days', () => {
  expect(performancesOfRun(week)).toEqual([
    { startsAt: '2027-03-02T19:30', type: null },
    { startsAt: '2027-03-03T14:00', type: 'matinee' },
    { startsAt: '2027-03-03T19:30', type: null },
    { startsAt: '2027-03-05T19:30', type: null },
    { startsAt: '2027-03-06T14:00', type: 'matinee' },
    { startsAt: '2027-03-06T19:30', type: null },
  ])
})

it('makes a time once, of the first rule that names it', () => {
  const rules = [...week.rules, { weekdays: [2], time: '19:30', type: 'relaxed' }]
  const run = performancesOfRun({ ...week, rules })!
  expect(run.filter(({ startsAt }) => startsAt === '2027-03-02T19:30')).toEqual([{ startsAt: '2027-03-02T19:30', type: null }])
})

it('returns undefined for days in the wrong order and for too many performances', () => {
  expect(performancesOfRun({ ...week, until: '2027-02-28' })).toBeUndefined()
  const daily = [1, 2, 3, 4, 5, 6, 7]
  expect(performancesOfRun({ ...week, until: '2029-10-01', rules: [{ weekdays: daily, time: '19:30', type: null }] })).toBeUndefined()
})

it('names performances by production and time', () => {
  expect(performanceIdAt('the-tempest', '2027-03-01T19:30')).toBe('the-tempest-2027-03-01-1930')
  expect(performanceIdAt('x'.repeat(80), '2027-03-01T19:30').length).toBeLessThanOrEqual(80)
})
