import { expect, it } from 'vitest'
import { accessIdOf, isCardOf } from './access.ts'

it('stores an access ID without spaces and in capitals', () => expect(accessIdOf(' nc 12 ab ')).toBe('NC12AB'))

it('compares the name on a card without case, accents and punctuation', () => {
  expect(isCardOf('Lofgren-Smith', 'löfgren smith')).toBe(true)
  expect(isCardOf('Lofgren', 'Smith')).toBe(false)
})

it('accepts every customer for a card without a name', () => expect(isCardOf(null, 'Smith')).toBe(true))
