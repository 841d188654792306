import { parse } from 'csv-parse/sync'
import { Unzip, UnzipInflate } from 'fflate'
import readXlsx from 'read-excel-file/node'
import { type Cell, type RawSheet, readJsonSheets } from '@playhouse/domain/programme-file'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { mostSpreadsheetBytes, type SpreadsheetFault } from '@playhouse/domain/spreadsheet-refusal'
import { isZip } from './archive.ts'

/** The largest content of a workbook, in bytes. */
const mostContentBytes = 200_000_000

/**
 * Reads a file as sheets, by its content: XLSX, JSON as `writeJsonSheets` writes it, or CSV with commas, semicolons or tabs.
 * @param name of the sheet of a CSV file
 */
export async function readSheets(bytes: Uint8Array, name: string): Promise<Result<RawSheet[], SpreadsheetFault>> {
  if (bytes.length === 0) return fail('empty')
  if (bytes.length > mostSpreadsheetBytes) return fail('too-large')
  // OLE 2: the format of Excel until 2003.
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return fail('old-excel')
  if (isZip(bytes)) return readWorkbook(bytes)
  const text = decode(bytes)
  if (text === undefined) return fail('not-utf-8')
  try {
    return ok(/^\s*[{[]/.test(text) ? readJsonSheets(text) : [{ name, rows: readCsv(text) }])
  } catch {
    return fail('malformed')
  }
}

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean => signature.every((byte, nth) => bytes[nth] === byte)

async function readWorkbook(bytes: Uint8Array): Promise<Result<RawSheet[], SpreadsheetFault>> {
  try {
    if (contentBytes(bytes) > mostContentBytes) return fail('too-large')
    const sheets = await readXlsx(Buffer.from(bytes))
    return ok(sheets.map(({ sheet, data }) => ({ name: sheet, rows: data as unknown as Cell[][] })))
  } catch {
    return fail('malformed')
  }
}

/** The size of what a ZIP file contains, as it unpacks, up to the limit: its directory may lie. */
function contentBytes(bytes: Uint8Array): number {
  let size = 0
  const unzip = new Unzip((file) => {
    file.ondata = (error, data) => {
      if (error) throw error
      size += data.length
      if (size > mostContentBytes) file.terminate()
    }
    if (size <= mostContentBytes) file.start()
  })
  unzip.register(UnzipInflate)
  const step = 65_536
  for (let from = 0; from < bytes.length && size <= mostContentBytes; from += step)
    unzip.push(bytes.subarray(from, from + step), from + step >= bytes.length)
  return size
}

/** UTF-8, or UTF-16 with its mark, as spreadsheet programs export it. Undefined for another encoding. */
export function decode(bytes: Uint8Array): string | undefined {
  const encoding = startsWith(bytes, [0xff, 0xfe]) ? 'utf-16le' : startsWith(bytes, [0xfe, 0xff]) ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function readCsv(text: string): Cell[][] {
  const [header = ''] = text.split('\n', 1)
  const delimiter = [',', ';', '\t'].toSorted((one, other) => header.split(other).length - header.split(one).length)[0]!
  const rows: string[][] = parse(text, { delimiter, relax_column_count: true, skip_empty_lines: false, max_record_size: 1_000_000 })
  return rows.map((row) => row.map((cell) => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)))
}
