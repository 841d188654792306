import { parseArgs } from 'node:util'
import { createCatalogue } from '#modules/catalogue'
import { openRenewal } from '#modules/series'
import { type Command, runCommandLine } from './run-command-line.ts'

const usage = `Usage: pnpm series renew SERIES --former SERIES --until INSTANT

  keeps the seats of every holder of the former series for that customer, on all dates of the new one, until the instant, such as
  2031-02-03T10:00:00Z. From then on every visitor can choose them. Run it again to change the instant.

  --help   prints this text`

/** Validates the arguments before the database is opened. @throws RangeError for invalid arguments */
function parse(args: readonly string[]): Command {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { former: { type: 'string' }, until: { type: 'string' } },
  })
  const [verb, series, ...more] = positionals
  const { former, until } = values
  if (verb !== 'renew' || series === undefined || more.length > 0 || former === undefined || until === undefined) throw new RangeError()
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(until) || Number.isNaN(Date.parse(until)))
    throw new RangeError('--until is an instant such as 2031-02-03T10:00:00Z')
  return async (db) => {
    const renewal = { series, former, until: new Date(until) }
    const { customers, seats, unknown } = await openRenewal({ db, catalogue: createCatalogue(db) }, renewal, { name: 'operator' })
    const missing = unknown > 0 ? `; the hall no longer has ${unknown} of their seats` : ''
    return `${seats} seats of ${customers} customers are kept until ${renewal.until.toISOString()}${missing}`
  }
}

await runCommandLine(usage, parse)
