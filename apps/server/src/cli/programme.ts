import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Kysely } from 'kysely'
import { writeJsonSheets } from '@playhouse/domain/programme-file'
import { type SourceDefaults, sourceDefaultsSchema } from '@playhouse/domain/programme-source'
import { readConfig } from '#config'
import type { Database } from '#db'
import { createCatalogue, readBrand } from '#modules/catalogue'
import { exportFolder, exportProgramme, importSources } from '#modules/planning'
import { pack, writeWorkbook } from '#modules/spreadsheet'
import { describeChanges, describeRefusal } from './import-texts.ts'
import { describeNote, describeProblem } from './programme-texts.ts'
import { type Command, runCommandLine } from './run-command-line.ts'
import { sourcesOf } from './sheet-files.ts'

const usage = `Usage: pnpm programme check FILE...                     lists what an import would change, or everything that is wrong
       pnpm programme import FILE... [--reason "WHY"]   changes it, all or nothing; staff can undo it under Changes
       pnpm programme export FILE                       writes the programme, as an import reads it; into a folder or a .zip file also plans of halls, and images

  FILE is a workbook (.xlsx) with the sheets "halls", "price lists", "price types", "prices", "scheduled prices", "productions", "performances" and others, the same as .json, a .csv file with
  the name of a sheet, a folder of such, or a folder as .zip. A sheet or a column that is left out changes nothing. docs/guides/programme-files.md has the columns.
  Plans of halls (.json, .svg) and images (.jpg, .png, .webp) that cells name are files too.

  Dates of a calendar (.ics) and events of pretix (.json, as its API has them) are imported too. What they lack is given for all their performances:

  --production KEY          of a calendar whose titles are not productions
  --hall HALL
  --price-list LIST
  --general-sale "2031-01-10 10:00"

  --help   prints this text`

/** Validates the arguments before the database is opened. @throws RangeError for invalid arguments */
function parse(args: readonly string[]): Command {
  const { positionals, values } = parseArgs({
    ...{ args: [...args], allowPositionals: true },
    options: {
      ...{ reason: { type: 'string' }, production: { type: 'string' }, hall: { type: 'string' } },
      ...{ 'price-list': { type: 'string' }, 'general-sale': { type: 'string' } },
    },
  })
  const { reason, production, hall, 'price-list': priceList, 'general-sale': generalSale } = values
  const given = sourceDefaultsSchema.safeParse({ production, hall, priceList, generalSale })
  const [verb, ...files] = positionals
  if (files.length === 0 || (reason !== undefined && verb !== 'import') || !given.success) throw new RangeError()
  const defaults = given.data
  switch (verb) {
    case 'check':
      return (db) => runImport(db, files, { isPreview: true, defaults })
    case 'import':
      return (db) => runImport(db, files, { isPreview: false, reason, defaults })
    case 'export': {
      const [file = '', ...more] = files
      if (more.length > 0) throw new RangeError()
      return (db) => runExport(db, file)
    }
    default:
      throw new RangeError()
  }
}

async function runImport(
  db: Kysely<Database>,
  files: readonly string[],
  options: { readonly isPreview: boolean; readonly reason?: string | undefined; readonly defaults: SourceDefaults },
): Promise<string> {
  const sources = (await Promise.all(files.map(sourcesOf))).flat()
  const config = readConfig(process.env, { isStarting: false })
  const brand = await readBrand(config.brandFolder)
  const planner = { staff: null, actor: { name: 'operator' } }
  const report = await importSources({ db, brand, catalogue: createCatalogue(db) }, planner, sources, options)
  if (report.problems.length === 0) return [...report.notes.map(describeNote), ...describeChanges(report, options.isPreview)].join('\n')
  const lines = [...report.notes.map(describeNote), ...report.problems.map(describeProblem)]
  throw new Error(describeRefusal(lines, report.problems.length))
}

/** Writes the programme: a workbook, JSON, or a folder of CSV files with the plans of halls, and images, also as a ZIP file. */
async function runExport(db: Kysely<Database>, path: string): Promise<string> {
  const sheets = await exportProgramme(db)
  const extension = extname(path)
  if (extension === '.xlsx') await writeFile(path, await writeWorkbook(sheets))
  else if (extension === '.json') await writeFile(path, writeJsonSheets(sheets))
  else if (extension === '.zip') await writeFile(path, await pack(exportFolder(db)))
  else if (extension === '')
    for await (const file of exportFolder(db)) {
      await mkdir(join(path, dirname(file.path)), { recursive: true })
      await writeFile(join(path, file.path), file.bytes)
    }
  else throw new RangeError('the file to write ends in .xlsx, .json or .zip, or is a folder for CSV files')
  return sheets.map(({ name, rows }) => `${rows.length - 1} ${name}`).join(', ')
}

await runCommandLine(usage, parse)
