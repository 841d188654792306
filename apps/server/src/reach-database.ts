import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Config } from '#config'
import { type Database, migrate, openDatabase, type PoolOptions, startDatabase } from '#db'

/** What was opened, in order; closed in the opposite one. */
export type Closing = (() => Promise<unknown>)[]

/**
 * The database that the settings name, with the tables of this version: another machine's, or the embedded one, which is
 * started unless it runs.
 * @param closing gets what has to be closed, also when a later step fails
 * @param log hears what the embedded database says of itself
 */
export async function reachDatabase(
  { databaseUrl, dataFolder }: Pick<Config, 'databaseUrl' | 'dataFolder'>,
  closing: Closing,
  { log = () => {}, ...pool }: PoolOptions & { readonly log?: (message: string) => void },
): Promise<Kysely<Database>> {
  const startEmbedded = async () => {
    const embedded = await startDatabase({ folder: join(dataFolder, 'postgres'), log })
    closing.push(embedded.stop)
    return embedded.address
  }
  const address = databaseUrl ? { url: databaseUrl } : await startEmbedded()
  const db = openDatabase(address, pool)
  closing.push(() => db.destroy())
  // A step may take as long as its tables are large.
  const patient = openDatabase(address, { size: 1, silence: 0 })
  await migrate(patient).finally(() => patient.destroy())
  return db
}
