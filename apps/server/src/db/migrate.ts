import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from './migrations/index.ts'
import type { Database } from './schema.ts'

/**
 * Brings the schema up to date. Processes that start at once wait for one another (Kysely's lock), so the usual limits
 * on waiting and on a statement's length are lifted for the one connection this runs on.
 * @throws the error of the step that failed; on PostgreSQL a failed run leaves nothing behind.
 */
export async function migrate(db: Kysely<Database>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`set lock_timeout = 0`.execute(connection)
    try {
      const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => migrations } })
      const { error } = await migrator.migrateToLatest()
      if (error) throw error
    } finally {
      await sql`reset statement_timeout`.execute(connection)
      await sql`reset lock_timeout`.execute(connection)
    }
  })
}
