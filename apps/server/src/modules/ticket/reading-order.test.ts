import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitByDirection } from './reading-order.ts'

test.each([
  ['Anna Quill', ['Anna Quill']],
  ['שלום כהן', ['שלום כהן']],
  ['Anna שלום (VIP) כהן', ['Anna ', 'שלום', ' (VIP) ', 'כהן']],
  ['שלום Anna', ['Anna', 'שלום ']],
  ['כהן (שלום)', ['כהן )שלום(']],
  ['محمد 12', ['12', 'محمد ']],
])('splits %j into %j from left to right', (line, pieces) => {
  expect(splitByDirection(line)).toEqual(pieces)
})

test('keeps every letter of a line', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'aZ1 -שלםمح(', ')') })
  fc.assert(
    fc.property(letters, (line) => {
      const sorted = (text: string): string => [...text.replaceAll(/[()]/g, '(')].toSorted().join('')
      expect(sorted(splitByDirection(line).join(''))).toBe(sorted(line))
    }),
  )
})
