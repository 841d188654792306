import { parseArgs } from 'node:util'
import type { Kysely } from 'kysely'
import { formatMoney, money, type Currency } from '@playhouse/domain/money'
import type { Database } from '#db'
import { listFailedRefunds, settleRefundByHand, retryRefund } from '#modules/payment'
import { operate } from './operate.ts'

const usage = `Usage: pnpm refunds                  refunds that the provider refused or that came back, and that wait for a person
       pnpm refunds again ID         sends it the same way once more
       pnpm refunds settle ID "HOW"  it was brought by another way: "bank transfer 17", say`

const actor = { name: 'operator' }
const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

async function run(db: Kysely<Database>, args: readonly string[]): Promise<string> {
  const [verb, id, how, ...more] = parseArgs({ args: [...args], allowPositionals: true }).positionals
  if (verb === undefined) return describe(await listFailedRefunds(db))
  if (id === undefined || !isId(id) || more.length > 0) throw new RangeError(usage)
  const waitsForNobody = `no refund ${id} waits for anybody: pnpm refunds`
  if (verb === 'again' && how === undefined) {
    if (!(await retryRefund(db, id, actor))) throw new RangeError(waitsForNobody)
    return `${id} is sent again`
  }
  if (verb === 'settle' && how?.trim()) {
    if (!(await settleRefundByHand(db, id, how.trim(), actor))) throw new RangeError(waitsForNobody)
    return `${id} is settled: ${how.trim()}`
  }
  throw new RangeError(usage)
}

const describe = (waiting: Awaited<ReturnType<typeof listFailedRefunds>>): string =>
  waiting.length === 0
    ? 'no refund waits for anybody'
    : waiting
        .map(({ id, amount, currency, due_at: since, failed_at, refusal, reason, number, email, first_name, last_name }) =>
          [
            id,
            formatMoney(money(amount), currency as Currency, 'en'),
            number ?? 'no order',
            `${first_name} ${last_name} ${email}`,
            reason,
            `since ${dayOf(since)}`,
            ...(refusal === null ? [] : [`refused ${dayOf(failed_at ?? since)}: ${refusal}`]),
          ].join(' · '),
        )
        .join('\n')

await operate((args) => (db) => run(db, args))
