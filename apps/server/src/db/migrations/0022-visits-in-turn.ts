import { type Kysely, sql } from 'kysely'

/** The visit that another takes the place of: it ends when the other is first heard of, and not while its answer may be lost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column follows text`.execute(db)
}
