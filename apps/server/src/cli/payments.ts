import { parseArgs } from 'node:util'
import type { Kysely } from 'kysely'
import { formatMoney, money, type Currency } from '@playhouse/domain/money'
import { createPaymentProvider } from '#adapters/payment'
import { readConfig } from '#config'
import type { Database } from '#db'
import { createCatalogue, readBrand } from '#modules/catalogue'
import {
  adoptDatabase,
  checkPaidSessions,
  keepUnmatched,
  listUnmatched,
  type PaymentDeps,
  readDeployment,
  readDueRefunds,
  refundUnmatched,
  defaultHours,
} from '#modules/payment'
import { type Command, runCommandLine } from './run-command-line.ts'

const usage = `Usage: pnpm payments                              paid sessions at the provider that no order or attempt accounts for
       pnpm payments check [--hours N]            compares the provider's paid sessions of the last N hours (${defaultHours}) with ours, and lists them
       pnpm payments refund SESSION... | all      shows how many they are and what they come to
       pnpm payments refund ... --confirm "TEXT"  sends that money back; TEXT is what was shown
       pnpm payments keep SESSION "WHY"           the money stays: the order was entered anew, say
       pnpm payments adopt                        shows whether this database runs where it was confirmed, and which refunds wait
       pnpm payments adopt --confirm "TEXT"       confirms that this is the shop's own database, moved, restored or failed over

After a restore or a failover: check before the shop opens. A copy of the database must never be adopted.`

const actor = { name: 'operator' }
type Unmatched = Awaited<ReturnType<typeof listUnmatched>>

/** Validates the arguments before the database is opened. */
function parse(args: readonly string[]): Command {
  const options = { hours: { type: 'string' }, confirm: { type: 'string' } } as const
  const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options })
  const [verb, ...rest] = positionals
  const { confirm } = values
  switch (verb) {
    case undefined:
      return async (db) => describe(await listUnmatched(db))
    case 'check': {
      const hours = values.hours ?? String(defaultHours)
      if (rest.length > 0) throw new RangeError()
      if (!/^[1-9]\d{0,3}$/.test(hours)) throw new RangeError('--hours takes a whole number from 1 to 9999')
      return (db) => check(db, Number(hours))
    }
    case 'refund':
      if (rest.length === 0) throw new RangeError()
      return (db) => refund(db, rest, confirm)
    case 'keep': {
      const [session, why, ...more] = rest
      if (!session || !why?.trim() || more.length > 0) throw new RangeError()
      return async (db) => {
        if (!(await keepUnmatched(db, session, why.trim(), actor)))
          throw new RangeError(`no session ${session} waits for a person: pnpm payments`)
        return `${session} is kept: ${why.trim()}`
      }
    }
    case 'adopt':
      if (rest.length > 0) throw new RangeError()
      return (db) => adopt(db, confirm)
    default:
      throw new RangeError()
  }
}

async function check(db: Kysely<Database>, hours: number): Promise<string> {
  const report = await checkPaidSessions(await createPaymentDeps(db), new Date(Date.now() - hours * 3_600_000))
  return `${report.paidSessions} paid sessions of this shop in ${hours} hours, ${report.unmatchedSessions} without an attempt\n${describe(await listUnmatched(db))}`
}

async function refund(db: Kysely<Database>, names: readonly string[], confirmation: string | undefined): Promise<string> {
  const waiting = await listUnmatched(db)
  const chosenPayments = names.length === 1 && names[0] === 'all' ? waiting : waiting.filter(({ session_id }) => names.includes(session_id))
  if (chosenPayments.length === 0 || (names[0] !== 'all' && chosenPayments.length !== new Set(names).size))
    throw new RangeError('no such session waits for a person: pnpm payments')
  const text = sumUp(chosenPayments)
  if (confirmation === undefined) return `${describe(chosenPayments)}\nSends back ${text}. To do so, add: --confirm "${text}"`
  if (confirmation !== text) throw new RangeError(`these are ${text}, not ${confirmation}`)
  const owedRefunds = await refundUnmatched(
    db,
    chosenPayments.map(({ session_id }) => session_id),
    actor,
  )
  return `${owedRefunds} refunds are on their way`
}

async function adopt(db: Kysely<Database>, confirmation: string | undefined): Promise<string> {
  const { origin } = await createPaymentDeps(db)
  const { isOwn, mayLackCommits, id } = await readDeployment(db, origin)
  const place = isOwn ? (mayLackCommits ? 'restored or failed over' : 'as it was confirmed') : 'moved or copied'
  const text = sumUp(await readDueRefunds(db))
  if (confirmation === undefined)
    return `deployment ${id} at ${origin}: ${place}\nRefunds that wait: ${text}. To confirm that this is the shop's own database, add: --confirm "${text}"`
  if (confirmation !== text) throw new RangeError(`refunds that wait are ${text}, not ${confirmation}`)
  await adoptDatabase(db, origin, actor)
  return `deployment ${id} belongs to ${origin} from now on; refunds that wait are sent: ${text}`
}

const sumUp = (payments: readonly { readonly amount: number; readonly currency: string }[]): string => {
  const sums = Map.groupBy(payments, ({ currency }) => currency)
  const amounts = [...sums].map(([currency, amount]) =>
    formatAmount(
      amount.reduce((sum, { amount }) => sum + amount, 0),
      currency,
    ),
  )
  return `${payments.length} payments, ${amounts.join(' and ') || '0'}`
}

const formatAmount = (amount: number, currency: string): string => formatMoney(money(amount), currency as Currency, 'en')

const describe = (waiting: Unmatched): string =>
  waiting.length === 0
    ? 'no payment waits for a person'
    : waiting
        .map(({ session_id, provider, amount, currency, reason, attempt_id, found_at, note }) =>
          [
            session_id,
            provider,
            formatAmount(amount, currency),
            reason,
            attempt_id ?? 'no attempt',
            `since ${found_at.toISOString()}`,
            note,
          ]
            .filter((part) => part !== null)
            .join(' · '),
        )
        .join('\n')

/** The payment module's dependencies, without a server. */
async function createPaymentDeps(db: Kysely<Database>): Promise<PaymentDeps> {
  const config = readConfig(process.env, { isStarting: false })
  const brand = await readBrand(config.brandFolder)
  return {
    db,
    brand,
    catalogue: createCatalogue(db),
    provider: createPaymentProvider(config.payment),
    formerProvider: config.formerPayment && createPaymentProvider(config.formerPayment),
    origin: config.publicOrigin,
  }
}

await runCommandLine(usage, parse)
