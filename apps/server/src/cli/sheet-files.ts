import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { readSheets, readSource, type SourceFault, sourceEndings } from '#modules/spreadsheet'
import type { RawSheet } from '@playhouse/domain/programme-file'
import type { Source } from '@playhouse/domain/programme-source'
import { fail, type Result } from '@playhouse/domain/result'
import { spreadsheetFaultTexts } from './programme-texts.ts'

/** The sheets of a file, or of all files of a folder. @throws RangeError for a file that is no spreadsheet */
export const sheetsOf = (path: string): Promise<RawSheet[]> =>
  readFiles(path, ['.csv', '.xlsx', '.json'], async (bytes, file) => {
    const sheets = await readSheets(bytes, basename(file, extname(file)))
    return sheets.ok ? sheets : fail({ file, reason: sheets.error })
  })

/** A file of a programme, or all files of a folder and of the folders in it. @throws RangeError for another file */
export const sourcesOf = (path: string): Promise<Source[]> => readFiles(path, sourceEndings, readSource)

async function readFiles<Content>(
  path: string,
  endings: readonly string[],
  read: (bytes: Uint8Array, name: string) => Promise<Result<Content[], SourceFault>>,
): Promise<Content[]> {
  const found = await stat(path).catch(() => {
    throw new RangeError(`there is no ${path}`)
  })
  if (found.isDirectory()) {
    const names = (await readdir(path, { recursive: true })).filter((name) => endings.includes(extname(name).toLowerCase())).toSorted()
    if (names.length === 0) throw new RangeError(`${path} has no ${endings.slice(0, -1).join(', ')} or ${endings.at(-1)} file`)
    return (await Promise.all(names.map((name) => readFiles(join(path, name), endings, read)))).flat()
  }
  const name = basename(path)
  const content = await read(await readFile(path), name)
  if (content.ok) return content.value
  const { file, reason } = content.error
  throw new RangeError(`${file === name ? path : `${path}: ${file}`}: ${spreadsheetFaultTexts[reason]}`)
}
