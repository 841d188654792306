import type { Kysely } from 'kysely'
import { isReconciled, keptReasons, type MovingInReport, readMovingIn, type Reconciliation } from '@playhouse/domain/moving-in'
import { readConfig } from '#config'
import type { Database } from '#db'
import { createCatalogue, readBrand } from '#modules/catalogue'
import { moveIn } from '#modules/moving-in'
import { closest } from '#modules/spreadsheet'
import { describeMovingInProblem, keptTexts } from './moving-in-texts.ts'
import { type Command, runCommandLine } from './run-command-line.ts'
import { sheetsOf } from './sheet-files.ts'

const usage = `Usage: pnpm moving-in check FILE...    lists what an import would do, or everything that is wrong; changes nothing
       pnpm moving-in import FILE...   moves the file in, all or nothing, and prints the reconciliation; can run again

  FILE is a workbook (.xlsx) with the sheets "customers", "permissions", "memberships", "credit", "vouchers", "orders" and "seats", the same as .json, a .csv file with the name
  of a sheet, or a folder of such. docs/guides/moving-in.md has the columns.

  --help   prints this text`

/** Validates the arguments before the database is opened. @throws RangeError for invalid arguments */
function parse([verb, ...files]: readonly string[]): Command {
  if (files.length === 0 || files.some((file) => file.startsWith('-')) || (verb !== 'check' && verb !== 'import')) throw new RangeError()
  return (db) => run(db, files, verb === 'check')
}

async function run(db: Kysely<Database>, files: readonly string[], isPreview: boolean): Promise<string> {
  const sheets = (await Promise.all(files.map(sheetsOf))).flat()
  const config = readConfig(process.env, { isStarting: false })
  const brand = await readBrand(config.brandFolder)
  const report = await moveIn({ db, brand, catalogue: createCatalogue(db) }, { name: 'operator' }, readMovingIn(sheets, closest), {
    isPreview,
  })
  if (report.problems.length === 0) return describeReport(report, isPreview)
  const lines = report.problems.map(describeMovingInProblem)
  throw new Error([...lines, `${lines.length} ${lines.length === 1 ? 'problem' : 'problems'}; nothing was changed`].join('\n'))
}

function describeReport({ counts, kept, reconciliation }: MovingInReport, isPreview: boolean): string {
  const counted = counts.flatMap(({ sheet, created, changed, unchanged, spentSince }) => {
    const keptRows = kept.filter((each) => each.sheet === sheet).length
    if (created + changed + unchanged + keptRows === 0) return []
    const spent = spentSince === 0 ? '' : `, ${amountOf(spentSince)} spent here since`
    return [`${sheet}: ${created} new, ${changed} changed, ${unchanged} as before, ${keptRows} kept as they are here${spent}`]
  })
  const reasons = keptReasons.flatMap((reason) => {
    const rows = kept.filter((each) => each.reason === reason).map(({ sheet, row }) => `${sheet} row ${row}`)
    return rows.length === 0 ? [] : [`${keptTexts[reason]}: ${rows.join(', ')}`]
  })
  const differences = reconciliation.filter((line) => !isReconciled(line)).length
  return [
    ...(isPreview ? ['an import would make:'] : []),
    ...counted,
    ...reasons,
    'reconciliation (file, shop, difference):',
    ...reconciliation.flatMap(describeLine),
    differences === 0 ? 'every difference is 0' : `${differences} ${differences === 1 ? 'line differs' : 'lines differ'}`,
  ].join('\n')
}

function describeLine({ sheet, part, rowsInFile, rowsInShop, sumInFile, sumInShop }: Reconciliation): string[] {
  const name = part === null ? sheet : `${sheet} ${part}`
  if (rowsInFile + rowsInShop === 0) return []
  const rows = `  ${name}, rows: ${rowsInFile}, ${rowsInShop}, ${rowsInFile - rowsInShop}`
  if (sumInFile === null || sumInShop === null) return [rows]
  return [rows, `  ${name}, money: ${amountOf(sumInFile)}, ${amountOf(sumInShop)}, ${amountOf(sumInFile - sumInShop)}`]
}

const amountOf = (minorUnits: number): string => (minorUnits / 100).toFixed(2)

await runCommandLine(usage, parse)
