import { type Kysely, sql } from 'kysely'

/** Staff change forms: each has a version, which counts changes of what it is about too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table form add column version int not null default 1`.execute(db)
}
