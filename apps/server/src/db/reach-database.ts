import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Config } from '#config'
import { grantToApplication } from './application-role.ts'
import { startDatabase } from './embedded/start-database.ts'
import { latestMigration, migrate, readSchemaVersion } from './migrate.ts'
import { type DatabaseAddress, openDatabase, type PoolOptions } from './open-database.ts'
import type { Database } from './schema.ts'

/** Functions that close what was opened, in the order of opening. They are called in reverse order. */
export type Closing = (() => Promise<unknown>)[]

type Settings = Pick<Config, 'databaseUrl' | 'migrationDatabaseUrl' | 'dataFolder'>
type Log = (message: string) => void

/** One database as two roles: the server's, and the one that owns the tables and runs the migrations. */
export type DatabaseAddresses = { readonly application: DatabaseAddress; readonly owner: DatabaseAddress }

/**
 * Finds the database of the settings: a remote one, or the embedded one, which is started if it is not running.
 * @param closing receives the functions that close it
 * @param log receives messages of the embedded database
 */
export async function findDatabase(
  { databaseUrl, migrationDatabaseUrl = databaseUrl, dataFolder }: Settings,
  closing: Closing,
  log: Log = () => {},
): Promise<DatabaseAddresses> {
  if (databaseUrl && migrationDatabaseUrl) return { application: { url: databaseUrl }, owner: { url: migrationDatabaseUrl } }
  const embeddedDatabase = await startDatabase({ folder: join(dataFolder, 'postgres'), log })
  closing.push(embeddedDatabase.stop)
  return { application: embeddedDatabase.applicationAddress, owner: embeddedDatabase.address }
}

/** Connections to a database, closed with everything else. */
export function openPool(address: DatabaseAddress, closing: Closing, options: PoolOptions): Kysely<Database> {
  const db = openDatabase(address, options)
  closing.push(() => db.destroy())
  return db
}

/** Brings the tables to this version. A step may take as long as its tables are large. */
export async function migrateWithoutTimeout({ application, owner }: DatabaseAddresses): Promise<void> {
  const [db, patient] = [openDatabase(application, { size: 1 }), openDatabase(owner, { size: 1, queryTimeoutMs: 0 })]
  try {
    await migrate(patient)
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db)
    await grantToApplication(patient, rows[0]!.role)
  } finally {
    await Promise.all([db.destroy(), patient.destroy()])
  }
}

/**
 * Opens the database of the settings, for a command beside the servers. Runs no migration.
 * @throws Error if the schema is older than this release
 */
export async function openCurrentDatabase(settings: Settings, closing: Closing, pool: PoolOptions): Promise<Kysely<Database>> {
  const { application } = await findDatabase(settings, closing)
  const db = openPool(application, closing, pool)
  const current = await readSchemaVersion(db)
  if (current === undefined || current < latestMigration)
    throw new Error(`database schema is at ${current ?? 'no migration'}, and this release needs ${latestMigration}: start the server first`)
  return db
}
