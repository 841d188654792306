import { expect, it } from 'vitest'
import { hasListingsPage } from './listings-path.ts'
import { listingsOf } from './listings.ts'

const production = (id: string) => ({ id, title: id.toUpperCase(), copyLanguage: 'en' })
const performance = (
  id: string,
  event: string,
  startsAt: string,
  availability: 'get-tickets' | 'passed' | 'cancelled' = 'get-tickets',
) => ({
  ...{ id, event, startsAt, availability, seatsLeft: 9 },
})

it('lists performances of all productions by their start, without those that are over', () => {
  const productions = ['hamlet', 'macbeth', 'emma'].map(production)
  const { performances, productions: listed } = listingsOf(productions, [
    performance('h-2', 'hamlet', '2031-03-01T19:30:00.000Z'),
    performance('m-1', 'macbeth', '2031-02-01T19:30:00.000Z', 'cancelled'),
    performance('h-1', 'hamlet', '2031-02-01T19:30:00.000Z'),
    performance('e-1', 'emma', '2021-02-01T19:30:00.000Z', 'passed'),
  ])
  expect(performances.map(({ id }) => id)).toEqual(['h-1', 'm-1', 'h-2'])
  expect(performances[0]).not.toHaveProperty('seatsLeft')
  expect(listed.map(({ id }) => id)).toEqual(['hamlet', 'macbeth'])
})

it.each([
  [{ listings: true }, '/listings', true],
  [{}, '/listings', false],
  [{ listings: true }, '/listings-packages', false],
  [{ listings: true, packages: true }, '/listings-packages', true],
  [{ packages: true }, '/listings-packages', false],
  [{ listings: true, packages: true }, '/listings/more', undefined],
  [{}, '/packages', undefined],
])('knows the listings of a brand with %j: %s', (brand, path, expected) => {
  expect(hasListingsPage(brand, path)).toBe(expected)
})
