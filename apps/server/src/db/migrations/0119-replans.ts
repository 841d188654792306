import { type Kysely, sql } from 'kysely'

/** The moment of the last change of a performance's plan. A payment that was started before it names seats of the former plan, and buys none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table performance add column replanned_at timestamptz`).execute(db)
}
