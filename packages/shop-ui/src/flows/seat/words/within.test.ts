import { expect, test } from 'vitest'
import { within } from './within.ts'

test('a sentence within another loses its full stop, and nothing else', () => {
  expect(within('Pillar to the left. ')).toBe('Pillar to the left')
  expect(within('柱。')).toBe('柱')
  expect(['Row 1.5', 'Is that so?', ''].map(within)).toEqual(['Row 1.5', 'Is that so?', ''])
})
