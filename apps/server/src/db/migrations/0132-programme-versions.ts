import { type Kysely, sql } from 'kysely'

/** Staff change programmes, and withdraw them: a withdrawn one does not exist for visitors. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table programme add column version int not null default 1, add column withdrawn_at timestamptz`,
  `create trigger row_version before update on programme for each row execute function count_row_version()`,
]
