import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#config'
import { type Closing, findDatabase, migrateWithoutTimeout, openPool } from '#db'
import { readBrand } from '#modules/catalogue'
import { addInventedCustomers, copyProgramme } from '#modules/training'
import { type Command, runCommandLine } from './run-command-line.ts'

const usage = `Usage: pnpm training copy                 into the database of TRAINING_DATABASE_URL, a PostgreSQL address
       pnpm training copy --folder DIR    into the embedded database in a data folder: DATA_DIR of the training shop

  copies the programme and everything that is for sale into an empty database, without customers, orders, codes and staff,
  and adds invented customers. A server on it with the payment sandbox and the mailbox is a training shop: no money, no mail, and a notice on
  each page, ticket and mail. The shop's own database is only read.

  --help   prints this text`

/** Validates the arguments before the database is opened. @throws RangeError for invalid arguments */
function parse(args: readonly string[]): Command {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { folder: { type: 'string' } } })
  const url = process.env['TRAINING_DATABASE_URL']
  if (positionals.length !== 1 || positionals[0] !== 'copy') throw new RangeError()
  if ((values.folder === undefined) === (url === undefined)) throw new RangeError('name TRAINING_DATABASE_URL or --folder, one of both')
  return async (live) => {
    const { brandFolder, dataFolder } = readConfig(process.env, { isStarting: false })
    const folder = resolve(values.folder ?? dataFolder)
    if (url === undefined && folder === resolve(dataFolder)) throw new RangeError('the folder is that of the shop: name another one')
    const closing: Closing = []
    try {
      const training = await findDatabase({ databaseUrl: url, migrationDatabaseUrl: url, dataFolder: folder }, closing)
      await migrateWithoutTimeout(training)
      const db = openPool(training.owner, closing, { size: 1, isLimited: false, queryTimeoutMs: 0 })
      const counts = await copyProgramme(live, db)
      const customers = await addInventedCustomers(db, (await readBrand(brandFolder)).defaultLocale)
      return `${counts.get('production')} productions, ${counts.get('performance')} performances and ${customers} invented customers are in the training database`
    } finally {
      for (const close of closing.reverse()) await close()
    }
  }
}

await runCommandLine(usage, parse)
