import { basename, extname } from 'node:path/posix'
import { readJsonSheets } from '@playhouse/domain/programme-file'
import { type Attachment, readPretix, type Source } from '@playhouse/domain/programme-source'
import { formatOfImage } from '@playhouse/domain/image'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { mostSpreadsheetBytes, type SpreadsheetFault } from '@playhouse/domain/spreadsheet-refusal'
import { type ArchivedFile, isArchive, unpack } from './archive.ts'
import { readCalendar } from './read-calendar.ts'
import { decode, readSheets } from './read-sheets.ts'

/** A file that cannot be read, by its name or its path in a ZIP file, and why. */
export type SourceFault = { readonly file: string; readonly reason: SpreadsheetFault }

/** Endings of the files that are read from a folder or a ZIP file of one. */
export const sourceEndings: readonly string[] = ['.csv', '.xlsx', '.json', '.ics', '.svg', '.jpg', '.jpeg', '.png', '.webp']

/**
 * Reads a file of a programme, by its content: iCalendar, JSON of pretix, an image or a plan, what {@link readSheets} reads, or a ZIP file of
 * such. Whether an image or a plan can be used is checked where a row names it.
 * @param name of the file, with its ending
 */
export async function readSource(bytes: Uint8Array, name: string): Promise<Result<Source[], SourceFault>> {
  const files = filesOf(bytes, name)
  if (!files.ok) return fail({ file: name, reason: files.error })
  const sources: Source[] = []
  for (const file of files.value) {
    const read = await readFile(file.bytes, file.path)
    if (!read.ok) return fail({ file: file.path, reason: read.error })
    sources.push(read.value)
  }
  return ok(sources)
}

/** A file, or those of a ZIP file. Hidden files and files with other endings, which archivers of macOS and Windows add, are left out. */
function filesOf(bytes: Uint8Array, name: string): Result<ArchivedFile[], SpreadsheetFault> {
  try {
    if (bytes.length > mostSpreadsheetBytes || !isArchive(bytes)) return ok([{ path: name, bytes }])
    const files = unpack(
      bytes,
      (path) => sourceEndings.includes(extname(path).toLowerCase()) && !path.split('/').some((part) => /^(?:\.|__MACOSX$)/.test(part)),
    )
    return files.ok && files.value.length === 0 ? fail('nothing-to-read') : files
  } catch {
    return fail('malformed')
  }
}

async function readFile(bytes: Uint8Array, name: string): Promise<Result<Source, SpreadsheetFault>> {
  if (formatOfImage(bytes) !== undefined) return ok({ kind: 'attachment', file: name, content: 'image', bytes })
  const plan: Attachment = { kind: 'attachment', file: name, content: 'plan', bytes }
  const text = bytes.length > mostSpreadsheetBytes ? undefined : decode(bytes)
  try {
    if (text !== undefined && /^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text))
      return ok({ kind: 'calendar', file: name, ...readCalendar(text, name) })
    if (text !== undefined && /^\uFEFF?\s*[{[]/.test(text)) {
      const json: unknown = JSON.parse(text)
      const pretix = readPretix(json)
      if (pretix) return ok({ kind: 'pretix', file: name, content: pretix })
      if (isPlan(json)) return ok(plan)
      return ok({ kind: 'sheets', sheets: readJsonSheets(text), json: { file: name, bytes } })
    }
  } catch {
    return fail('malformed')
  }
  if (text !== undefined && /^\uFEFF?\s*<(?:\?xml|!doctype|svg)/i.test(text)) return ok(plan)
  const sheets = await readSheets(bytes, basename(name, extname(name)))
  return sheets.ok ? ok({ kind: 'sheets', sheets: sheets.value }) : sheets
}

/** Parts of plans in the forms that an import of plans reads. */
const partsOfPlans = ['zones', 'areas', 'sections', 'seats', 'rows']

/** Whether JSON has no form of sheets, and may be the plan of a hall. */
const isPlan = (json: unknown): boolean =>
  Array.isArray(json) ||
  (typeof json === 'object' &&
    json !== null &&
    !Object.values(json).every((part) => Array.isArray(part)) &&
    partsOfPlans.some((part) => part in json))
