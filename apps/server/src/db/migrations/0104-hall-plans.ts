import { type Kysely, sql } from 'kysely'

/**
 * Plans that staff add. A plan never changes, because clients keep it for ever under its version. An undo sets `removed_at`: it may be undone
 * too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table hall_plan add column added_at timestamptz not null default now()`,
  `alter table hall_plan add column removed_at timestamptz`,
]
