import { type Kysely, sql } from 'kysely'

/** Windows of the sale of a production's performances. Without them, the dates of each performance decide. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table sale_windows (
    production_id text primary key references production, windows jsonb not null, version int not null default 1)`,
  `create trigger row_version before update on sale_windows for each row execute function count_row_version()`,
  `create trigger page_version_of_sale_windows after insert or update or delete or truncate on sale_windows
    for each statement execute function count_page_version()`,
]
