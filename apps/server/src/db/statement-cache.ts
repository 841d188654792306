import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Number of executions from which a statement is prepared on each connection. */
const prepareAfterUses = 3
/** Maximum number of prepared statements. More of them come from lists of different lengths; they are parsed each time. */
const maxPrepared = 400

/**
 * A pool whose connections prepare frequent statements: the database parses each once per connection instead of at each
 * execution. It still plans them each time, because tables grow from empty within a minute of an on-sale.
 */
export function cacheStatements(pool: pg.Pool): PostgresPool {
  const wrappedClients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const names = createNames()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      const keeping = wrappedClients.get(client) ?? cachingClient(client, names)
      wrappedClients.set(client, keeping)
      return keeping
    },
  }
}

interface Names {
  of(text: string): string | undefined
  /** Prepares statements again, under new names. */
  change(): void
}

function createNames(): Names {
  let generation = 0
  const statementNames = new Map<string, string>()
  const timesSeen = new Map<string, number>()
  const nameOf = (text: string): string =>
    `${verbOf(text)} ${generation} ${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`
  return {
    of: (text) => {
      const name = statementNames.get(text)
      if (name !== undefined || statementNames.size >= maxPrepared) return name
      const times = (timesSeen.get(text) ?? 0) + 1
      timesSeen.set(text, times)
      if (times >= prepareAfterUses) {
        statementNames.set(text, nameOf(text))
        timesSeen.delete(text)
      }
      if (timesSeen.size > 10 * maxPrepared) timesSeen.clear()
      return statementNames.get(text)
    },
    change: () => {
      generation += 1
      for (const text of statementNames.keys()) statementNames.set(text, nameOf(text))
    },
  }
}

/** The first insert, delete, update or function call of a statement. */
const verb = /insert into "?\w+"?|delete from "?\w+"?|update "?\w+"? set "?\w+"?|from (?!unnest)\w+(?=\()/
/** The verb and table of a statement, as its name in `pg_stat_activity` and in the protocol. A name has at most 63 characters. */
const verbOf = (text: string): string => (verb.exec(text)?.[0] ?? 'select').slice(0, 38)

function cachingClient(client: pg.PoolClient, names: Names): PostgresPoolClient {
  let isStandbyError = false
  let isGathering = false
  /**
   * Sends all statements of one turn of the event loop in one packet. Each packet wakes the database, which costs more than
   * its bytes.
   */
  const gather = (): void => {
    if (isGathering) return
    isGathering = true
    const { stream } = client.connection
    stream.cork()
    process.nextTick(() => {
      isGathering = false
      stream.uncork()
    })
  }
  const ask = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    const name = values.length > 0 ? names.of(text) : undefined
    const query = { text, values: [...values] }
    gather()
    try {
      return await client.query(name === undefined ? query : { ...query, name })
    } catch (error) {
      if (isReadOnly(error)) isStandbyError = true
      if (!isOutOfDate(error)) throw error
      names.change()
      // In a transaction all earlier statements are lost: `transact` retries it.
      if (client.getTransactionStatus() !== 'I') throw error
      return client.query(query)
    }
  }
  // A new connection finds the server that replaced a standby.
  const release: PostgresPoolClient['release'] = (destroy) => client.release(destroy || isStandbyError)
  // No caller uses a cursor.
  return { query: ask as unknown as PostgresPoolClient['query'], release }
}

/** Whether a prepared statement is older than its table's columns: a newer release has migrated the database meanwhile. */
export const isOutOfDate = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '0A000' && error.message.includes('cached plan')

/** Whether a change was sent to a read-only server, such as a primary that has become a standby. */
export const isReadOnly = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '25006'
