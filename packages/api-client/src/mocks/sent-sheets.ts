import { type RawSheet, readJsonSheets } from '@playhouse/domain/programme-file'
import { type Problem, problem } from '@playhouse/domain/problem'
import { readPretix, type Source } from '@playhouse/domain/programme-source'
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

/** Reads the files of a programme in a call: sheets, and events of pretix. Mocks read no calendars. */
export function readSentSources(
  files: readonly { readonly name: string; readonly file: string }[],
): Result<Source[], Problem<'spreadsheet-refused'>> {
  const sources: Source[] = []
  for (const { name, file } of files) {
    const pretix = pretixOf(file)
    const read = pretix ? undefined : readSentSheets([{ name, file }])
    if (read && !read.ok) return read
    sources.push(pretix ? { kind: 'pretix', file: name, content: pretix } : { kind: 'sheets', sheets: read?.value ?? [] })
  }
  return ok(sources)
}

function pretixOf(file: string): ReturnType<typeof readPretix> {
  try {
    return readPretix(JSON.parse(new TextDecoder().decode(bytesOf(file))))
  } catch {
    return undefined
  }
}

const bytesOf = (file: string): Uint8Array => Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0))

function readFile(file: string): Result<RawSheet[], SpreadsheetFault> {
  const bytes = bytesOf(file)
  if (bytes.length === 0) return fail('empty')
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) return fail('old-excel')
  try {
    return ok(readJsonSheets(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch {
    return fail('malformed')
  }
}
