import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { isOutOfDate, isReadOnly } from './statement-cache.ts'
import { insideTransaction } from './nested-connection.ts'
import { currentBudget, maxLockWaitMs, type WaitBudget } from './overload.ts'
import { pipelined } from './pipelined-transaction.ts'
import type { Database } from './schema.ts'

/** Serialization failure, deadlock, lock timeout: the database rolled the transaction back, and a retry may succeed. */
const rolledBackCodes = new Set(['40001', '40P01', '55P03'])
/**
 * These, statement timeouts, exhausted connections, disk or memory, and `Overloaded` of this process: the database is
 * reachable but has too much work.
 */
const busyCodes = new Set([...rolledBackCodes, '57014', '53000', '53100', '53200', '53300', '53400', 'overloaded'])
/** No connection became free: all are busy, and a retry would only lengthen the queue. */
const poolTimeout = /timeout exceeded when trying to connect/i
/** Administrator shutdown, crash, start-up, ended session, and network errors. */
const connectionLostCodes = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
  '08000',
  '08001',
  '08003',
  '08006',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

export type TransactOptions = {
  /**
   * The work may take effect twice without harm (ids made outside of it, conflicts ignored), so it is also retried if the
   * connection was lost during commit, with an unknown outcome.
   */
  readonly idempotent?: boolean
  readonly attempts?: number
}

/**
 * Runs `work` in one transaction, and retries it after a deadlock, a serialization failure or a lost connection, with growing
 * pauses of 20 ms to 2 s, as long as the request's wait budget lasts. `work` must therefore touch nothing but the
 * transaction: no network call, no variable outside, no other connection. Statements that it starts together, as by `Promise.all`,
 * are sent in one packet and run in that order.
 * @throws the error of `work`, or the database's last error
 */
export async function transact<Result>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<Result>,
  { idempotent = false, attempts = 7 }: TransactOptions = {},
): Promise<Result> {
  const budget = currentBudget()
  for (let attempt = 1; ; attempt += 1) {
    let committing = false
    let startedAt = performance.now()
    try {
      return await db.transaction().execute(async (trx) => {
        startedAt = performance.now()
        if (budget && budget.left < maxLockWaitMs) await limitLockWait(trx, budget)
        const result = await insideTransaction(() => pipelined(trx, work))
        committing = true
        return result
      })
    } catch (error) {
      const isRetryable = isRolledBack(error) || (isConnectionLost(error) && (idempotent || !committing))
      if (!isRetryable || attempt >= attempts) throw error
      budget?.spend(performance.now() - startedAt)
      const pause = Math.min(2_000, 20 * 3 ** (attempt - 1)) * (0.5 + Math.random())
      if (budget && budget.left <= pause) throw error
      await (budget?.trackWait(wait(pause)) ?? wait(pause))
    }
  }
}

/** Limits the wait for each lock to the rest of the request's wait budget. */
async function limitLockWait(trx: Transaction<Database>, budget: WaitBudget): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(Math.ceil(Math.max(1, budget.left)))}, true)`.execute(trx)
}

function isRolledBack(error: unknown): boolean {
  return rolledBackCodes.has(codeOf(error)) || isOutOfDate(error)
}

/** Whether the connection to the database was lost: the caller may reply 503. */
export function isConnectionLost(error: unknown): boolean {
  return (
    connectionLostCodes.has(codeOf(error)) ||
    isReadOnly(error) ||
    (error instanceof Error && /connection (terminated|error|timeout)|not queryable|query read timeout/i.test(error.message))
  )
}

/** Whether the database is overloaded: a later retry may succeed. */
export function isBusy(error: unknown): boolean {
  return busyCodes.has(codeOf(error)) || (error instanceof Error && poolTimeout.test(error.message))
}

/** Errors for characters that PostgreSQL text cannot store, such as NUL. Treat them as invalid input. */
const unstorableCodes = new Set(['22021', '22P05'])

/** Whether the database rejected a text that it cannot store or search for. */
export function isUnstorable(error: unknown): boolean {
  return unstorableCodes.has(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
