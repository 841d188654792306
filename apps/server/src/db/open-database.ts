import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { cacheStatements } from './statement-cache.ts'
import { limitPool } from './limit-pool.ts'
import type { NestedConnection } from './nested-connection.ts'
import { maxLockWaitMs } from './overload.ts'
import type { Database } from './schema.ts'

/** Address of a PostgreSQL server: a URL, or the socket folder of the embedded one. */
export type DatabaseAddress =
  | { readonly url: string }
  | { readonly host: string; readonly port: number; readonly user: string; readonly database: string }

export type PoolOptions = {
  /** Connections this process may hold at most. */
  readonly size?: number
  /** Called when an idle connection is lost; the pool replaces it. */
  readonly onConnectionLost?: (error: Error) => void
  /**
   * Milliseconds after which a statement without a reply fails, and its connection is closed;
   * 0 for never.
   */
  readonly queryTimeoutMs?: number
  /** False for a test that changes tables while servers run: its statements wait for their locks. True by default. */
  readonly isLimited?: boolean
  /**
   * Maximum number of requests that wait for a connection; more are refused with `Overloaded`. Twenty per connection: a
   * healthy database serves them in a fraction of a second, and an overloaded one not in time.
   */
  readonly maxWaiting?: number
  /** Called when code requests a second connection inside a transaction, which can block the whole pool. Throws by default. */
  readonly onNested?: (error: NestedConnection) => void
}

/** Ends what hangs before it holds up a queue of buyers. Milliseconds. */
const limits = { statement_timeout: 5_000, lock_timeout: maxLockWaitMs, idle_in_transaction_session_timeout: 10_000 }

/**
 * Longer than any statement may take. A database that hangs, or whose machine has disappeared, ends nothing by itself, and
 * the operating system would wait for a quarter of an hour with all connections in use.
 */
const defaultQueryTimeoutMs = 15_000

/** Pipelines statements of a connection that are not awaited in between; the database runs them in order. */
type Pipelining = { readonly pipeline: true }

/** Queries over a pool of connections; connects at the first query. Close it with `destroy()`. */
export function openDatabase(
  address: DatabaseAddress,
  {
    size = 10,
    onConnectionLost = () => {},
    queryTimeoutMs = defaultQueryTimeoutMs,
    isLimited = true,
    maxWaiting = 20 * size,
    onNested = refuse,
  }: PoolOptions = {},
): Kysely<Database> {
  const settings: pg.PoolConfig & Pipelining = {
    ...driverAddress(address),
    ...(isLimited ? limits : {}),
    max: size,
    connectionTimeoutMillis: 5_000,
    query_timeout: queryTimeoutMs,
    // A database that went without a word is noticed by the system, not by the visitor.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: applicationName,
    // Prepared statements are planned each time: see `cacheStatements`.
    options: '-c plan_cache_mode=force_custom_plan',
    types: { getTypeParser },
    pipeline: true,
  }
  const pool = new pg.Pool(settings)
  // A new error, for the driver's own carries the whole connection into the log.
  pool.on('error', ({ message }) => {
    if (!pool.ending) onConnectionLost(new Error(message))
  })
  // The pool stops listening while a connection is lent out, and an unhandled error ends the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: limitPool(pool, cacheStatements(pool), { maxWaiting, onNested }) }),
  })
}

function refuse(error: NestedConnection): never {
  throw error
}

/** The application name of this process in the database. The embedded database stops with its last client named `playhouse …`. */
export const applicationName = `playhouse ${process.pid}`

/** The same address in the words of the `pg` driver. */
export function driverAddress(address: DatabaseAddress): pg.ClientConfig {
  return 'url' in address ? { connectionString: address.url } : address
}

const { builtins } = pg.types
const text = (value: string): string => value

/**
 * `bigint` becomes a number or fails loudly: counts and sums of money are never read as text. Dates without a time zone
 * stay text, for the driver would read them in the zone of the machine.
 */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === builtins.INT8) return safeInteger
  if (oid === builtins.DATE || oid === builtins.TIMESTAMP) return text
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
}

function safeInteger(value: string): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`the database holds ${value}, more than a number can`)
  return number
}
