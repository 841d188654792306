import { type Kysely, sql } from 'kysely'

/**
 * How a Gift Aid declaration was made at the counter, and the staff user who recorded it or its withdrawal. Both are null for
 * declarations that donors make online.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table gift_aid_declaration
        add column method text check (method in ('oral', 'written')),
        add column staff_id uuid references staff,
        add check ((staff_id is null or not is_declared) = (method is null))`,
    )
    .execute(db)
}
