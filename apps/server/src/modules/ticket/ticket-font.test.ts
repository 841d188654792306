import { expect, test } from 'vitest'
import { shippedBrand } from './order.fixture.ts'
import { fontStackOf, setType } from './ticket-font.ts'

const stack = fontStackOf(shippedBrand('bridge').fonts, 'strong')
const set = (text: string): string =>
  setType(text, stack)
    .map((run) => run.text)
    .join('')

test('sets names of neighbouring alphabets in the finer font, and only others in the bitmap font', () => {
  const fileOf = (text: string) => new Set(setType(text, stack).map((run) => run.file))
  expect(fileOf('Ελένη 🎭')).toEqual(new Set([stack.neighbours]))
  expect(fileOf('שלום Anna')).toEqual(new Set([stack.neighbours]))
  expect(fileOf('王小明 Li')).toEqual(new Set([stack.everyAlphabet]))
})

test.each([
  ['a name with Latin diacritics', 'Þórr Nguyễn', 'Þórr Nguyễn'],
  ['at most three stacked marks on a letter', `Z${'\u0301'.repeat(30)}oe`, 'Ź\u0301\u0301\u0301oe'],
  ['a text without its emoji', '👩‍👩‍👧‍👦 Ann 🎭️', 'Ann'],
  ['a text of emoji only unchanged', '🎭', '🎭'],
  ['a text without directional and invisible characters', '\u202egnp\u202c.\u200bexe\u0000', 'gnp.exe '],
  ['a name in Chinese', '王小明 Li', '王小明 Li'],
  ['one in Japanese', '田中 さくら', '田中 さくら'],
  ['one in Korean', '김민준', '김민준'],
  ['one in Hindi', 'अमित कुमार', 'अमित कुमार'],
  ['one in Thai', 'สมชาย', 'สมชาย'],
  ['one in Amharic', 'አበበ', 'አበበ'],
  ['one in Tamil', 'தமிழ்', 'தமிழ்'],
  ['compatibility letters as plain letters', '𝓐𝔡𝕒 Ｌｏｖｅ', 'Ada Love'],
  ['one beyond the basic plane', '\u{10330}\u{10331}', '\u{10330}\u{10331}'],
  ['a missing Chinese character as a geta mark', '\u{20bb7}野家', '〓野家'],
  ['another missing character as a box', '\u{13000}a', '□a'],
  ['two directions with no-break spaces', 'שלום Anna', 'Annaשלום\u00a0'],
])('writes %s', (_, text, expected) => {
  expect(set(text)).toBe(expected)
})
