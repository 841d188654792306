import { zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { type RawSheet, writeJsonSheets } from '@playhouse/domain/programme-file'
import { mostSpreadsheetBytes } from '@playhouse/domain/spreadsheet-refusal'
import { readSheets } from './read-sheets.ts'
import { writeCsv, writeWorkbook } from './write-sheets.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const sheets: RawSheet[] = [
  {
    name: 'productions',
    rows: [
      ['production', 'title', 'running time', 'synopsis'],
      ['lear', '=SUM(A1)', 150, 'A king, "old"\n\ndivides; his kingdom'],
      ['cafe', 'Café – 东京', 90, null],
    ],
  },
  {
    name: 'prices',
    rows: [
      ['price list', 'price'],
      ['main', 45.5],
    ],
  },
]

it('reads the workbook and the JSON that it writes', async () => {
  expect(await readSheets(await writeWorkbook(sheets), 'file')).toEqual({ ok: true, value: sheets })
  expect(await readSheets(bytesOf(writeJsonSheets(sheets)), 'file')).toEqual({ ok: true, value: sheets })
})

it('reads the CSV that it writes, and writes no formula', async () => {
  const [sheet] = sheets
  const text = writeCsv(sheet!)
  expect(text).toContain("'=SUM(A1)")
  const asTexts = sheet!.rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell))))
  expect(await readSheets(bytesOf(text), 'productions')).toEqual({ ok: true, value: [{ name: 'productions', rows: asTexts }] })
})

it.each([
  ['semicolons', 'performance;hall\r\nlear-1;"main; left"\r\n'],
  ['tabs', 'performance\thall\nlear-1\tmain; left\n'],
])('reads CSV with %s, as spreadsheet programs of other languages write it', async (_what, text) => {
  const read = await readSheets(bytesOf(text), 'performances')
  expect(read.ok && read.value[0]!.rows[1]).toEqual(['lear-1', 'main; left'])
})

it('reads UTF-16 with its mark', async () => {
  const read = await readSheets(Buffer.from('\uFEFFtitle\nCafé\n', 'utf16le'), 'productions')
  expect(read.ok && read.value[0]!.rows).toEqual([['title'], ['Café']])
})

const bomb = (): Uint8Array => zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(201_000_000) }, { level: 1 })

it.each<[string, string, () => Uint8Array]>([
  ['an empty file', 'empty', () => new Uint8Array()],
  ['a file of 20 MB', 'too-large', () => new Uint8Array(mostSpreadsheetBytes + 1)],
  ['a file that unpacks to 201 MB', 'too-large', bomb],
  ['Latin 1', 'not-utf-8', () => Buffer.from('title\nCaf\u00E9\n', 'latin1')],
  ['a ZIP file that is no workbook', 'malformed', () => zipSync({ 'a.txt': bytesOf('nothing') })],
  ['half of a workbook', 'malformed', () => zipSync({ 'xl/workbook.xml': bytesOf('<workbook') }).slice(0, 40)],
  ['an Excel file of 2003', 'old-excel', () => Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0])],
  ['JSON that is no object of arrays', 'malformed', () => bytesOf('[1, 2]')],
  ['a quote that never ends', 'malformed', () => bytesOf('title\n"Lear')],
])('refuses %s as %s', async (_what, fault, bytes) => {
  expect(await readSheets(bytes(), 'productions')).toEqual({ ok: false, error: fault })
})
