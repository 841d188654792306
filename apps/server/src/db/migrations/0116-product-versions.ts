import { type Kysely, sql } from 'kysely'

/** The version of a product, which each change counts up: staff who change it send the one that they read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table product add column version int not null default 1`.execute(db)
  await sql`create trigger row_version before update on product for each row execute function count_row_version()`.execute(db)
}
