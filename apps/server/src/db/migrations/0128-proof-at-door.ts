import { type Kysely, sql } from 'kysely'

/** What the holder of a ticket shows at the door, frozen at the sale: a text with its translations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ticket add column proof_at_door jsonb`.execute(db)
}
