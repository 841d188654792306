import { type Kysely, sql } from 'kysely'

/** Staff change flexible subscriptions: each has a version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table flex_subscription add column version int not null default 1`,
  `create trigger row_version before update on flex_subscription for each row execute function count_row_version()`,
]
