import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { isInsideTransaction, NestedConnection } from './nested-connection.ts'
import { currentBudget, Overloaded, type WaitBudget } from './overload.ts'

type PoolLimits = {
  /** Maximum number of requests that wait for a connection; more are refused at once. Background work may always wait. */
  readonly maxWaiting: number
  readonly onNested: (error: NestedConnection) => void
}

/**
 * A pool that refuses a caller at once if too many wait already or the request's wait budget is spent. It reports a caller
 * that holds a connection in a transaction and requests a second one.
 * @param counts the pool behind `lending`, for its numbers
 */
export function limitPool(counts: pg.Pool, lending: PostgresPool, { maxWaiting, onNested }: PoolLimits): PostgresPool {
  return {
    ...lending,
    connect: async () => {
      if (isInsideTransaction()) onNested(new NestedConnection('nested connection requested inside a transaction'))
      // Waiting callers have precedence: the pool gives them idle connections in the next turn of the event loop.
      const isFree = counts.waitingCount < counts.idleCount + counts.options.max - counts.totalCount
      if (isFree) return lending.connect()
      const budget = currentBudget()
      if (!budget) return lending.connect()
      if (counts.waitingCount >= maxWaiting) throw new Overloaded('too many requests wait for a database connection')
      return waitWithin(lending.connect(), budget)
    },
  }
}

/** Waits for a connection as long as the budget allows; one that comes later is released unused. */
async function waitWithin<Connection extends { release: () => void }>(
  connecting: Promise<Connection>,
  budget: WaitBudget,
): Promise<Connection> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Overloaded('no database connection became free in time')), budget.left)
  try {
    return await budget.trackWait(Promise.race([connecting, timeout]))
  } catch (error) {
    connecting.then(
      (connection) => connection.release(),
      () => {},
    )
    throw error
  } finally {
    clearTimeout(timer)
  }
}
