import fc from 'fast-check'
import { expect, test } from 'vitest'
import { money } from '@playhouse/domain/money'
import { writeCsv } from './spreadsheet-export.ts'

test('writes amounts and separators as a reader’s spreadsheet expects them', () => {
  const rows = [
    ['Who', 'Sales', 'In the drawer'],
    ['Åsa "Max" Lamb', 3, { amount: money(-12_50) }],
  ]
  expect(writeCsv(rows, 'en')).toBe('\u{FEFF}"Who","Sales","In the drawer"\r\n"Åsa ""Max"" Lamb",3,-12.50\r\n')
  expect(writeCsv(rows, 'de')).toBe('\u{FEFF}"Who";"Sales";"In the drawer"\r\n"Åsa ""Max"" Lamb";3;-12,50\r\n')
})

test.for([
  '=HYPERLINK("http://elsewhere.example","ill")',
  '+1+1',
  '-2',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1',
  '\t',
  '\r\n',
  '  =1',
  '＝1+1',
  '\u{200B}=1',
])('escapes %j as text', (name) => {
  expect(writeCsv([[name]], 'en')).toBe(`\u{FEFF}"'${name.replaceAll('"', '""')}"\r\n`)
})

test('every cell can be read back, and none begins a formula', () => {
  const row = fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), fc.constantFrom('en', 'de', 'sv', 'ht'), (rows, locale) => {
      const read = readCsv(writeCsv(rows, locale).slice(1))
      expect(read.map((cells) => cells.length)).toEqual(rows.map((cells) => cells.length))
      for (const [at, cell] of rows.flat().entries()) expect([cell, `'${cell}`]).toContain(read.flat()[at])
      expect(read.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
    }),
  )
})

/** Parses quoted cells, one separator between them, and a line end behind each row. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, word, end] of text.matchAll(/"((?:[^"]|"")*)"([,;]|\r\n)/g)) {
    rows.at(-1)!.push(word!.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}
