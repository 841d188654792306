import { type Kysely, sql } from 'kysely'

/** An attempt records why a visitor has its page closed: the provider may report the end, as an expiry, before the shop has settled it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment_attempt add column closing_as text check (closing_as in ('cancelled', 'declined'))`.execute(db)
}
