import { parseArgs } from 'node:util'
import { formatMoney, money, type Currency } from '@playhouse/domain/money'
import { listFailedRefunds, settleRefundByHand, retryRefund } from '#modules/payment'
import { type Command, isRowId, runCommandLine } from './run-command-line.ts'

const usage = `Usage: pnpm refunds                  lists refunds that the provider refused or that were returned
       pnpm refunds again ID         sends a refund again, the same way
       pnpm refunds settle ID "HOW"  records that a refund was paid another way, such as "bank transfer 17"
       pnpm refunds --help           prints this text`

const actor = { name: 'operator' }
const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Validates the arguments before the database is opened. */
function parse(args: readonly string[]): Command {
  const [verb, id, method, ...more] = parseArgs({ args: [...args], allowPositionals: true }).positionals
  if (verb === undefined) return async (db) => describe(await listFailedRefunds(db))
  if (!isRowId(id) || more.length > 0) throw new RangeError()
  const isMissing = `no failed refund has the id ${id}: pnpm refunds`
  if (verb === 'again' && method === undefined)
    return async (db) => {
      if (!(await retryRefund(db, id, actor))) throw new RangeError(isMissing)
      return `${id} is sent again`
    }
  const note = method?.trim()
  if (verb === 'settle' && note)
    return async (db) => {
      if (!(await settleRefundByHand(db, id, note, actor))) throw new RangeError(isMissing)
      return `${id} is settled: ${note}`
    }
  throw new RangeError()
}

const describe = (waiting: Awaited<ReturnType<typeof listFailedRefunds>>): string =>
  waiting.length === 0
    ? 'no refund has failed'
    : waiting
        .map(({ id, amount, currency, due_at: since, failed_at, refusal, reason, means, number, email, first_name, last_name }) =>
          [
            id,
            formatMoney(money(amount), currency as Currency, 'en'),
            number ?? 'no order',
            `${first_name} ${last_name} ${email}`,
            reason,
            ...(means === null || means === 'card' ? [] : [`to be made by ${means.replace('-', ' ')}`]),
            `since ${dayOf(since)}`,
            ...(refusal === null ? [] : [`refused ${dayOf(failed_at ?? since)}: ${refusal}`]),
          ].join(' · '),
        )
        .join('\n')

await runCommandLine(usage, parse)
