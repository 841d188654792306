import { type Kysely, sql } from 'kysely'

/** Staff change packages: each has a version, which counts changes of its rows in other tables too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table package add column version int not null default 1`.execute(db)
}
