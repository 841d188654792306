import { create, openSync } from 'fontkit'
import { expect, test } from 'vitest'
import { shippedBrand } from './order.fixture.ts'
import { readFont } from './font-file.ts'
import { fontStackOf, setType } from './ticket-font.ts'

const stack = fontStackOf(shippedBrand('bridge').fonts, 'display')

test.each([stack.latin, stack.extended])('unpacks a web font into the same letters', (file) => {
  const [packed, unpacked] = [openSync(file), create(readFont(file))]
  if (!('layout' in packed) || !('layout' in unpacked)) throw new TypeError('a collection')
  expect(readFont(file).readUInt32BE(0)).toBe(0x00010000)
  expect(unpacked.postscriptName).toBe(packed.postscriptName)
  expect(unpacked.characterSet).toEqual(packed.characterSet)
  const outlines = (font: typeof packed) => font.characterSet.map((code) => font.glyphForCodePoint(code).path.toSVG())
  expect(outlines(unpacked)).toEqual(outlines(packed))
})

test('sets a text in as few fonts as possible', () => {
  expect(setType('Zoë', stack)).toEqual([{ file: stack.latin, text: 'Zoë' }])
  expect(setType('Łukasz', stack)).toEqual([
    { file: stack.extended, text: 'Ł' },
    { file: stack.latin, text: 'ukasz' },
  ])
  expect(setType('Анна Li', stack)).toEqual([{ file: stack.neighbours, text: 'Анна Li' }])
})

test('removes characters that cannot be printed', () => {
  expect(setType('a\u0000\r\nb\u202e\u200bc\u202fd', stack)).toEqual([{ file: stack.latin, text: 'a bc\u00a0d' }])
  expect(setType('Li 李', stack)).toEqual([{ file: stack.everyAlphabet, text: 'Li 李' }])
  expect(setType('', stack)).toEqual([])
})
