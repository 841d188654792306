import { type Kysely, sql } from 'kysely'

/** The due day that the contact of a group was reminded of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table group_booking add column reminded_for date`.execute(db)
}
