import { readJsonSheets } from '@playhouse/domain/programme-file'
import { readPretix, type Source } from '@playhouse/domain/programme-source'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { mostSpreadsheetBytes, type SpreadsheetFault } from '@playhouse/domain/spreadsheet-refusal'
import { readCalendar } from './read-calendar.ts'
import { decode, readSheets } from './read-sheets.ts'

/**
 * Reads a file of a programme, by its content: iCalendar, JSON of pretix, or what {@link readSheets} reads.
 * @param name of the file, with its ending
 */
export async function readSource(bytes: Uint8Array, name: string): Promise<Result<Source, SpreadsheetFault>> {
  const text = bytes.length > mostSpreadsheetBytes ? undefined : decode(bytes)
  try {
    if (text !== undefined && /^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text))
      return ok({ kind: 'calendar', file: name, ...readCalendar(text, name) })
    if (text !== undefined && /^\uFEFF?\s*[{[]/.test(text)) {
      const json: unknown = JSON.parse(text)
      const pretix = readPretix(json)
      return ok(pretix ? { kind: 'pretix', file: name, content: pretix } : { kind: 'sheets', sheets: readJsonSheets(text) })
    }
  } catch {
    return fail('malformed')
  }
  const sheets = await readSheets(bytes, name.replace(/\.[^.]*$/, ''))
  return sheets.ok ? ok({ kind: 'sheets', sheets: sheets.value }) : sheets
}
