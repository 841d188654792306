import { expect, it } from 'vitest'
import { locales } from '@playhouse/domain/brand'
import { countriesOf, countryName } from './CountryField.tsx'

it.each(locales)('names every country in %s, each once and in order', (locale) => {
  const countries = countriesOf(locale)
  expect(countries).toHaveLength(249)
  expect(new Set(countries.map(({ name }) => name)).size).toBe(249)
  expect(countries.filter(({ code, name }) => name === code)).toEqual([])
})

it('names countries in French for Haitian Creole', () => {
  expect(countryName('DE', 'ht')).toBe('Allemagne')
  expect(countryName('DE', 'sv')).toBe('Tyskland')
})
