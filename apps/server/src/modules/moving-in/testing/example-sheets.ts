import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { basename, join } from 'node:path'
import { readSheets } from '#modules/spreadsheet'
import type { RawSheet } from '@playhouse/domain/programme-file'

/** The folder of the guide's example. */
export const exampleFolder = fileURLToPath(new URL('../../../../../../fixtures/moving-in', import.meta.url))

/** The sheets of the guide's example. */
export async function exampleSheets(): Promise<RawSheet[]> {
  const names = await readdir(exampleFolder)
  const files = await Promise.all(names.map(async (name) => readSheets(await readFile(join(exampleFolder, name)), basename(name, '.csv'))))
  return files.flatMap((file) => (file.ok ? file.value : []))
}
