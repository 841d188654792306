import { DummyDriver, type KyselyProps, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, Transaction } from 'kysely'
import type { Database } from './schema.ts'

/** The parts that Kysely needs to open connections: a transaction has its connection. */
const driver = new DummyDriver()
const dialect: KyselyProps['dialect'] = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

/**
 * Runs `work` with the same transaction, whose statements are sent without waiting for the results of earlier ones. Kysely sends one
 * at a time, also those that `Promise.all` starts together. The database still runs them in their order. After a failed statement, the
 * others of the aborted transaction reject with its error.
 */
export function pipelined<Result>(trx: Transaction<Database>, work: (trx: Transaction<Database>) => Promise<Result>): Promise<Result> {
  const executor = trx.getExecutor()
  return executor.provideConnection(async (connection) => {
    let hasEnded = false
    let cause: unknown
    const ownConnection: Parameters<typeof executor.withConnectionProvider>[0] = {
      provideConnection: async (consumer) => {
        // A statement that a failed `Promise.all` has left behind must not run after the rollback.
        if (hasEnded) throw new Error('statement after the end of its transaction')
        try {
          return await consumer(connection)
        } catch (error) {
          // The statements behind a failed one fail because of it, and their promises may reject earlier than its own.
          cause ??= error
          throw cause
        }
      },
    }
    try {
      return await work(
        new Transaction<Database>({ config: { dialect }, dialect, driver, executor: executor.withConnectionProvider(ownConnection) }),
      )
    } finally {
      hasEnded = true
    }
  })
}
