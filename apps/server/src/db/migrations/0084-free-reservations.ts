import { type Kysely, sql } from 'kysely'

/** Reservations of products cost nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table basket_item drop constraint basket_item_amount_check,
      add constraint basket_item_amount_check check (amount > 0 or (amount = 0 and kind = 'product'))`.execute(db)
}
