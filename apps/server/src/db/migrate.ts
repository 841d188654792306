import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { migrations } from './migrations/index.ts'
import type { Database } from './schema.ts'

type MigrateOptions = {
  readonly steps?: Record<string, Migration>
  /** Maximum wait of a migration for each lock, in milliseconds. Statements that arrive after it wait as long. */
  readonly lockTimeout?: number
  /** Attempts at each step before the run fails. */
  readonly tries?: number
  /** Milliseconds between two attempts. */
  readonly pause?: number
}

/** The name of the newest migration of this release. */
export const latestMigration = Object.keys(migrations).at(-1)!

/** PostgreSQL's code for a missing permission: a database gives it after its first migrations. */
const insufficientPrivilege = '42501'

/** The name of the newest migration that a database ran; undefined when it ran none, or is just running its first ones. */
export async function readSchemaVersion(db: Kysely<Database>): Promise<string | undefined> {
  const { rows: tables } = await sql<{ exists: boolean }>`select to_regclass('kysely_migration') is not null as exists`.execute(db)
  if (!tables[0]!.exists) return undefined
  try {
    const { rows } = await sql<{ name: string | null }>`select max(name) as name from kysely_migration`.execute(db)
    return rows[0]!.name ?? undefined
  } catch (error) {
    if (hasCode(error, [insufficientPrivilege])) return undefined
    throw error
  }
}

/** PostgreSQL's codes for a lock that was not granted in time, and for a deadlock. */
const lockErrors = ['55P03', '40P01']

/**
 * Codes for a column or table that another process removed while Kysely read the list of tables, which it does before it waits for the other
 * process.
 */
const catalogueErrors = ['42703', '42P01', 'XX000']

/**
 * Migrates the schema to this release, each step in a separate transaction. Processes that start at once wait for one
 * another before each step (Kysely's lock). A step that waits too long for a lock of live transactions is rolled back and
 * retried, so that they never wait for it longer than one lock timeout. A step may run for as long as its tables are large.
 * @throws the error of the step that failed; it is rolled back, and the steps before it are kept
 */
export async function migrate(db: Kysely<Database>, options: MigrateOptions = {}): Promise<void> {
  const { steps = migrations, lockTimeout = 3_000, tries = 20, pause = 1_000 } = options
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`set lock_timeout = ${sql.lit(lockTimeout)}`.execute(connection)
    try {
      const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => steps } })
      for (let failedTries = 0; ;) {
        const { error, results = [] } = await migrator.migrateUp()
        const mayPass = hasCode(error, lockErrors) || (results.length === 0 && hasCode(error, catalogueErrors))
        if (error && (!mayPass || ++failedTries === tries)) throw error
        if (error) await setTimeout(pause)
        else if (results.length === 0) return
        else failedTries = 0
      }
    } finally {
      await sql`reset statement_timeout`.execute(connection)
      await sql`reset lock_timeout`.execute(connection)
    }
  })
}

const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))
