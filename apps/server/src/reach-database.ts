import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Config } from '#config'
import { type Database, type DatabaseAddress, migrate, openDatabase, type PoolOptions, startDatabase } from '#db'

/** What was opened, in order; closed in the opposite one. */
export type Closing = (() => Promise<unknown>)[]

type Settings = Pick<Config, 'databaseUrl' | 'dataFolder'>
type Log = (message: string) => void

/**
 * Where the database is that the settings name: another machine's, or the embedded one, which is started unless it runs.
 * @param closing gets what has to be closed
 * @param log hears what the embedded database says of itself
 */
export async function findDatabase({ databaseUrl, dataFolder }: Settings, closing: Closing, log: Log = () => {}): Promise<DatabaseAddress> {
  if (databaseUrl) return { url: databaseUrl }
  const embedded = await startDatabase({ folder: join(dataFolder, 'postgres'), log })
  closing.push(embedded.stop)
  return embedded.address
}

/** Connections to a database, closed with everything else. */
export function openPool(address: DatabaseAddress, closing: Closing, options: PoolOptions): Kysely<Database> {
  const db = openDatabase(address, options)
  closing.push(() => db.destroy())
  return db
}

/** Brings the tables to this version. A step may take as long as its tables are large. */
export async function migratePatiently(address: DatabaseAddress): Promise<void> {
  const patient = openDatabase(address, { size: 1, silence: 0 })
  await migrate(patient).finally(() => patient.destroy())
}

/** The database that the settings name, with the tables of this version, for one who needs a few connections. */
export async function reachDatabase(settings: Settings, closing: Closing, pool: PoolOptions): Promise<Kysely<Database>> {
  const address = await findDatabase(settings, closing)
  const db = openPool(address, closing, pool)
  await migratePatiently(address)
  return db
}
