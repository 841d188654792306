import { parseArgs } from 'node:util'
import { issueCards } from '#modules/subscription'
import { printedCard } from '@playhouse/domain/subscription-card'
import { type Command, runCommandLine } from './run-command-line.ts'

const usage = `Usage: pnpm subscription-cards issue FLEX COUNT

  issues cards of a flexible subscription, and prints their numbers, one a line. The database stores no numbers: print the cards from this list.
  A holder links a card to an account at /subscription-card. Its vouchers are valid from today on.

  --help   prints this text`

const mostCards = 10_000

/** Validates the arguments before the database is opened. @throws RangeError for invalid arguments */
function parse(args: readonly string[]): Command {
  const [verb, flex, count, ...more] = parseArgs({ args: [...args], allowPositionals: true, options: {} }).positionals
  if (verb !== 'issue' || flex === undefined || count === undefined || more.length > 0) throw new RangeError()
  const cards = Number(count)
  if (!Number.isInteger(cards) || cards < 1 || cards > mostCards) throw new RangeError(`COUNT is a number from 1 to ${mostCards}`)
  return async (db) => (await issueCards(db, flex, cards, { name: 'operator' })).map(printedCard).join('\n')
}

await runCommandLine(usage, parse)
