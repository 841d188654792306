import { type Kysely, sql } from 'kysely'

/** Reserved orders of a former system move in too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table moved_in drop constraint moved_in_kind_check,
    add constraint moved_in_kind_check
      check (kind in ('customer', 'membership', 'credit', 'voucher', 'order', 'order-payment', 'reservation'))`.execute(db)
}
