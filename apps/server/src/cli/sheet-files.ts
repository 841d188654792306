import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { readSheets, readSource } from '#modules/spreadsheet'
import type { RawSheet } from '@playhouse/domain/programme-file'
import type { Source } from '@playhouse/domain/programme-source'
import type { Result } from '@playhouse/domain/result'
import type { SpreadsheetFault } from '@playhouse/domain/spreadsheet-refusal'
import { spreadsheetFaultTexts } from './programme-texts.ts'

/** The sheets of a file, or of all files of a folder. @throws RangeError for a file that is no spreadsheet */
export const sheetsOf = async (path: string): Promise<RawSheet[]> =>
  (await readFiles(path, ['.csv', '.xlsx', '.json'], (bytes, name) => readSheets(bytes, basename(name, extname(name))))).flat()

/** A file of a programme, or all files of a folder and of the folders in it. @throws RangeError for another file */
export const sourcesOf = (path: string): Promise<Source[]> =>
  readFiles(path, ['.csv', '.xlsx', '.json', '.ics', '.svg', '.jpg', '.jpeg', '.png', '.webp'], readSource)

async function readFiles<Content>(
  path: string,
  endings: readonly string[],
  read: (bytes: Uint8Array, name: string) => Promise<Result<Content, SpreadsheetFault>>,
): Promise<Content[]> {
  const found = await stat(path).catch(() => {
    throw new RangeError(`there is no ${path}`)
  })
  if (found.isDirectory()) {
    const names = (await readdir(path, { recursive: true })).filter((name) => endings.includes(extname(name).toLowerCase())).toSorted()
    if (names.length === 0) throw new RangeError(`${path} has no ${endings.slice(0, -1).join(', ')} or ${endings.at(-1)} file`)
    return (await Promise.all(names.map((name) => readFiles(join(path, name), endings, read)))).flat()
  }
  const content = await read(await readFile(path), basename(path))
  if (!content.ok) throw new RangeError(`${path}: ${spreadsheetFaultTexts[content.error]}`)
  return [content.value]
}
