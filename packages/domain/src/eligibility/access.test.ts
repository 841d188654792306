import { expect, it } from 'vitest'
import { accessIdOf, matchesLastName } from './access.ts'

it('stores an access ID without spaces and in capitals', () => expect(accessIdOf(' nc 12 ab ')).toBe('NC12AB'))

it('compares the name on a card without case, accents and punctuation', () => {
  expect(matchesLastName('Lofgren-Smith', 'löfgren smith')).toBe(true)
  expect(matchesLastName('Lofgren', 'Smith')).toBe(false)
})

it('accepts every customer for a card without a name', () => expect(matchesLastName(null, 'Smith')).toBe(true))
