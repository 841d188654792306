import { type Kysely, sql } from 'kysely'

/**
 * Texts of productions in other languages, by locale. A column, because processes of the version before return every field of `data`, and their
 * replies may have no other fields.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table production add column translations jsonb not null default '{}'`.execute(db)
}
