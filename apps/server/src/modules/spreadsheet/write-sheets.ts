import { stringify } from 'csv-stringify/sync'
import writeXlsx from 'write-excel-file/node'
import type { RawSheet } from '@playhouse/domain/programme-file'

/** Widths of columns in characters: as wide as their texts, within bounds. */
const [narrowest, widest] = [8, 60]

/** An XLSX workbook, with the first row of each sheet in bold and always in view. */
export function writeWorkbook(sheets: readonly RawSheet[]): Promise<Buffer> {
  return writeXlsx(
    sheets.map(({ name, rows: [headers = [], ...body] }) => ({
      sheet: name,
      data: [headers.map((header) => ({ value: String(header), fontWeight: 'bold' as const })), ...body.map((row) => [...row])],
      columns: headers.map((_, place) => ({
        width: Math.min(widest, Math.max(narrowest, ...[headers, ...body].map((row) => String(row[place] ?? '').length + 2))),
      })),
      stickyRowsCount: 1,
    })),
  ).toBuffer()
}

/** A CSV file of a sheet in UTF-8 with its mark, which spreadsheet programs need. A text that they would take for a formula begins with `'`. */
export const writeCsv = ({ rows }: RawSheet): string =>
  stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell))),
    { bom: true, record_delimiter: 'windows' },
  )
