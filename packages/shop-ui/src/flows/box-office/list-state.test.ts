import { expect, it } from 'vitest'
import { hasWords } from '@playhouse/domain/change-search'
import { hideQueryOf, listStateOf, sortedRows } from './list-state.ts'

const options = { filters: ['active', 'ended'] as const, columns: ['name', 'used'] }

it('reads words, filter, order and hidden columns from a URL, and ignores what it does not know', () => {
  expect(listStateOf(new URLSearchParams('q=autumn&state=ended&sort=-used&hide=used'), options)).toEqual({
    ...{ text: 'autumn', filter: 'ended', sort: { column: 'used', isDescending: true }, hidden: ['used'] },
  })
  expect(listStateOf(new URLSearchParams('state=none&sort=price&hide=price'), options)).toEqual({
    ...{ text: '', filter: 'all', sort: undefined, hidden: [] },
  })
})

it('hides lesser columns until the URL has a choice, also the choice of every column', () => {
  const hiddenBy = (query: string) => listStateOf(new URLSearchParams(query), { ...options, hidden: ['used'] }).hidden
  expect(hiddenBy('')).toEqual(['used'])
  for (const hidden of [[], ['name'], ['used'], ['name', 'used']]) {
    const value = hideQueryOf(hidden, ['used'])
    expect(hiddenBy(value === '' ? '' : `hide=${value}`)).toEqual(hidden)
  }
  expect(hideQueryOf(['used'], ['used'])).toBe('')
  expect(hideQueryOf([], [])).toBe('')
})

it('finds all words in any order and case', () => {
  expect(hasWords('Autumn week TEN', 'ten  autumn')).toBe(true)
  expect(hasWords('Autumn week', 'autumn ten')).toBe(false)
  expect(hasWords('Autumn week', ' ')).toBe(true)
})

it('sorts texts with numbers in them, numbers, and what has no value last', () => {
  const rows = [{ name: 'Row 10' }, { name: null }, { name: 'Row 9' }, { name: 'åker' }, { name: 'Zoo' }]
  const names = (isDescending: boolean, locale: string) =>
    sortedRows(rows, ({ name }) => name, isDescending, locale).map(({ name }) => name)
  expect(names(false, 'en')).toEqual(['åker', 'Row 9', 'Row 10', 'Zoo', null])
  expect(names(true, 'sv')).toEqual(['åker', 'Zoo', 'Row 10', 'Row 9', null])
  expect(sortedRows([3, 10, 2], (value) => value, true, 'en')).toEqual([10, 3, 2])
})
