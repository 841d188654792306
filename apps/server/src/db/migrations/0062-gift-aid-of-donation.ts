import { type Kysely, sql } from 'kysely'

/** The donor's answer about Gift Aid for the order of a donation. Without one the declarations of the account decide. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table donation add column gift_aid_answer boolean`).execute(db)
  // Gift Aid on older donations was declared for them, with their order or later.
  await sql.raw(`update donation set gift_aid_answer = true where gift_aid > 0`).execute(db)
}
