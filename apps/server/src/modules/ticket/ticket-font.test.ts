import { expect, test } from 'vitest'
import { shippedBrand } from './order.fixture.ts'
import { fontStackOf, setType } from './ticket-font.ts'

const stack = fontStackOf(shippedBrand('bridge').fonts, 'strong')
const set = (text: string): string =>
  setType(text, stack)
    .map((run) => run.text)
    .join('')

test('sets a name from next door in the finer font, and none but a far one in dots', () => {
  const fileOf = (text: string) => new Set(setType(text, stack).map((run) => run.file))
  expect(fileOf('Ελένη 🎭')).toEqual(new Set([stack.neighbours]))
  expect(fileOf('שלום Anna')).toEqual(new Set([stack.neighbours]))
  expect(fileOf('王小明 Li')).toEqual(new Set([stack.everyAlphabet]))
})

test.each([
  ['a name in any alphabet', 'Þórr Nguyễn', 'Þórr Nguyễn'],
  ['marks heaped on a letter, as far as a language goes', `Z${'\u0301'.repeat(30)}oe`, 'Ź\u0301\u0301\u0301oe'],
  ['a little picture, not at all', '👩‍👩‍👧‍👦 Ann 🎭️', 'Ann'],
  ['nothing but a picture, as it is', '🎭', '🎭'],
  ['marks of direction and of nothing, not at all', '\u202egnp\u202c.\u200bexe\u0000', 'gnp.exe '],
  ['a name in Chinese', '王小明 Li', '王小明 Li'],
  ['one in Japanese', '田中 さくら', '田中 さくら'],
  ['one in Korean', '김민준', '김민준'],
  ['one in Hindi', 'अमित कुमार', 'अमित कुमार'],
  ['one in Thai', 'สมชาย', 'สมชาย'],
  ['one in Amharic', 'አበበ', 'አበበ'],
  ['one in Tamil', 'தமிழ்', 'தமிழ்'],
  ['letters in fancy dress as the letters they are', '𝓐𝔡𝕒 Ｌｏｖｅ', 'Ada Love'],
  ['one beyond the basic plane', '\u{10330}\u{10331}', '\u{10330}\u{10331}'],
  ['a Chinese letter of none of the fonts as printers do', '\u{20bb7}野家', '〓野家'],
  ['another letter of none of the fonts', '\u{13000}a', '□a'],
  ['two directions, without a space to break the line at', 'שלום Anna', 'Annaשלום\u00a0'],
])('writes %s', (_, text, written) => {
  expect(set(text)).toBe(written)
})
