import { expect, test } from 'vitest'
import { shippedBrand } from './order.fixture.ts'
import { fontStackOf, setType } from './ticket-font.ts'

const stack = fontStackOf(shippedBrand('bridge').fonts, 'strong')
const set = (text: string): string =>
  setType(text, stack)
    .map((run) => run.text)
    .join('')

test.each([
  ['a name in any alphabet', 'Þórr Nguyễn', 'Þórr Nguyễn'],
  ['marks heaped on a letter, as far as a language goes', `Z${'\u0301'.repeat(30)}oe`, 'Ź\u0301\u0301\u0301oe'],
  ['a little picture, not at all', '👩‍👩‍👧‍👦 Ann 🎭️', 'Ann'],
  ['nothing but a picture', '🎭', '?'],
  ['marks of direction and of nothing, not at all', '\u202egnp\u202c.\u200bexe\u0000', 'gnp.exe '],
  ['letters of none of the fonts', '王 Li', '? Li'],
  ['two directions, without a space to break the line at', 'שלום Anna', 'Annaשלום\u00a0'],
])('writes %s', (_, text, written) => {
  expect(set(text)).toBe(written)
})
