import { type Kysely, sql } from 'kysely'

/** The donor's name and home address at the time of a declaration. Older declarations have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table gift_aid_declaration add column donor jsonb`).execute(db)
}
