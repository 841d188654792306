import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { readSheets } from '#modules/spreadsheet'
import type { RawSheet } from '@playhouse/domain/programme-file'
import { spreadsheetFaultTexts } from './programme-texts.ts'

/** The sheets of a file, or of all files of a folder. @throws RangeError for a file that is no spreadsheet */
export async function sheetsOf(path: string): Promise<RawSheet[]> {
  const found = await stat(path).catch(() => {
    throw new RangeError(`there is no ${path}`)
  })
  if (found.isDirectory()) {
    const names = (await readdir(path)).filter((name) => ['.csv', '.xlsx', '.json'].includes(extname(name))).toSorted()
    if (names.length === 0) throw new RangeError(`${path} has no .csv, .xlsx or .json file`)
    return (await Promise.all(names.map((name) => sheetsOf(join(path, name))))).flat()
  }
  const sheets = await readSheets(await readFile(path), basename(path, extname(path)))
  if (!sheets.ok) throw new RangeError(`${path}: ${spreadsheetFaultTexts[sheets.error]}`)
  return sheets.value
}
