import { type Kysely, sql } from 'kysely'

/** Seats of several performances that were held in one step belong to one series. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table basket_ticket add column series uuid`.execute(db)
}
