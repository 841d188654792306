import { type Kysely, sql } from 'kysely'

/** Names of the memberships that left the basket because its customer holds them by now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table basket add column held_memberships text[] not null default '{}'`).execute(db)
}
