import { type RawSheet, readJsonSheets } from '@playhouse/domain/programme-file'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { SpreadsheetFault } from '@playhouse/domain/spreadsheet-refusal'

/** The mock has no dictionary: it suggests no similar words. */
export const closest = (): null => null

/** Reads the sheets of files in a call. Mocks read JSON, but no workbooks and no CSV. */
export function readSentSheets(
  files: readonly { readonly name: string; readonly file: string }[],
): Result<RawSheet[], Problem<'spreadsheet-refused'>> {
  const sheets: RawSheet[] = []
  for (const { name, file } of files) {
    const read = readFile(file)
    if (!read.ok) return fail(problem('spreadsheet-refused', { file: name, reason: read.error }))
    sheets.push(...read.value)
  }
  return ok(sheets)
}

function readFile(file: string): Result<RawSheet[], SpreadsheetFault> {
  const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0))
  if (bytes.length === 0) return fail('empty')
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) return fail('old-excel')
  try {
    return ok(readJsonSheets(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch {
    return fail('malformed')
  }
}
