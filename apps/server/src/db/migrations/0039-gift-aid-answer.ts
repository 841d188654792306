import { type Kysely, sql } from 'kysely'

/** A basket without an answer about Gift Aid follows the declaration of the customer's account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table basket alter column gift_aid drop default, alter column gift_aid drop not null`).execute(db)
}
