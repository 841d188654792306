import { type Kysely, sql } from 'kysely'

/** The price type of the seats that winners of a ballot get; null for the first one that everyone may buy. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ballot add column price_type text`.execute(db)
}
