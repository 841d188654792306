import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasVisibleText, sanitizeText, sanitizeLine } from './sanitize.ts'

test('removes invisible control characters and keeps visible text', () => {
  expect(sanitizeText('a\u202Eb\u0000c\u2029\nd')).toBe('abc\nd')
  expect(sanitizeText('👩‍👩‍👧 नमस्ते Zoë 𠮷野家')).toBe('👩‍👩‍👧 नमस्ते Zoë 𠮷野家')
  expect(sanitizeText(`a${'\u200D'.repeat(10_000)}b`)).toBe('a\u200Db')
  expect(sanitizeText(`Z${'\u0335'.repeat(10_000)}oe`)).toBe(`Z${'\u0335'.repeat(4)}oe`)
  expect(sanitizeLine(' A\u202e\r\nda\u2028Lovelace\t')).toBe('A da Lovelace')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      for (const write of [sanitizeText, sanitizeLine]) {
        const plainText = write(text)
        expect(write(plainText)).toBe(plainText)
        expect(plainText).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u2028\u2029]|(?!\n)\p{Cc}/u)
      }
      expect(sanitizeLine(text)).not.toContain('\n')
    }),
  )
})

test.each(['Zoë', '王', '𠮷', '🎭', 'ა', 'O', 'נועה', '1', '?'])('%j has a visible character', (name) => {
  expect(hasVisibleText(name)).toBe(true)
})

test.each(['', '   ', '\u200b', '\u00a0\u2003', '\u3164', '\u2800', '\u202e\u202c', '\u0301\u0301', '\ufe0f', '\u00ad', '\u{e0041}'])(
  '%j has no visible character',
  (name) => {
    expect(hasVisibleText(name)).toBe(false)
  },
)
