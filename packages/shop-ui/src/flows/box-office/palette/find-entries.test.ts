import { expect, it } from 'vitest'
import { findEntries } from './find-entries.ts'

const entries = [
  { value: '/b', label: 'The Bear', detail: 'Tue 3 Feb, 7.30pm' },
  { value: '/a', label: 'Médée', detail: 'Wed 4 Feb, 7.30pm' },
  { value: '/c', label: 'Bear Garden' },
]
const found = (typed: string) => findEntries(entries, typed).map(({ value }) => value)

it('finds what has all words in its label or detail, whatever their case and accents', () => {
  expect(found('medee')).toEqual(['/a'])
  expect(found(' FEB  bear ')).toEqual(['/b'])
  expect(found('bear tue nothing')).toEqual([])
})

it('shows first what begins with the first word, and everything for an empty text', () => {
  expect(found('bear')).toEqual(['/c', '/b'])
  expect(found('')).toEqual(['/b', '/a', '/c'])
})

it('shows few of many', () => {
  const many = Array.from({ length: 40 }, (_, nth) => ({ value: `/${nth}`, label: `Evening ${nth}` }))
  expect(findEntries(many, '').length).toBeLessThan(10)
  expect(findEntries(many, '39').map(({ value }) => value)).toEqual(['/39'])
})
