import { type Kysely, sql } from 'kysely'

/**
 * A basket without an answer about Gift Aid follows the declaration of the customer's account. The column `gift_aid` stays as
 * it is for processes of the version before, which still read and write it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table basket add column gift_aid_answer boolean`).execute(db)
}
