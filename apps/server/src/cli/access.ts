import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '#config'
import { readCardFile, saveAccessCards } from '#modules/access'
import { readBrand } from '#modules/catalogue'
import { type Command, runCommandLine } from './run-command-line.ts'

const usage = `Usage: pnpm access import FILE

  adds the access cards of a CSV file, and changes those that the shop has, all or none. Columns: access_id, last_name (empty: any),
  needs (access types, or their CRM ids in the brand's accessCrmIds, separated by spaces or semicolons).
  Accounts that have the ID of a changed card get its needs.

  --help   prints this text`

/** Validates the arguments before the database is opened. @throws RangeError for invalid arguments or an invalid file */
function parse(args: readonly string[]): Command {
  const [verb, file, ...more] = parseArgs({ args: [...args], allowPositionals: true, options: {} }).positionals
  if (verb !== 'import' || file === undefined || more.length > 0) throw new RangeError()
  return async (db) => {
    const config = readConfig(process.env, { isStarting: false })
    const brand = await readBrand(config.brandFolder)
    const cards = readCardFile(await readFile(file, 'utf8'), brand.accessCrmIds)
    const changed = await saveAccessCards(db, cards, { name: 'operator' })
    return `${cards.length} access cards are saved; ${changed} accounts have other needs than before`
  }
}

await runCommandLine(usage, parse)
