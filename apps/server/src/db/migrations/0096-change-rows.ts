import { type Kysely, sql } from 'kysely'

/**
 * Rows of a change set without a check of their change set one by one: it is written before them in the same transaction, and neither is
 * ever changed or deleted. The check took half of the time of a change of 1,000 performances.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table change_row drop constraint change_row_change_set_id_fkey`.execute(db)
}
