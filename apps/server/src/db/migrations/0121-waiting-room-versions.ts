import { type Kysely, sql } from 'kysely'

/** Staff plan waiting rooms: each has a version, which counts changes of its settings and not the visitors in it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table queue add column version int not null default 1`,
  `create trigger row_version before update of gathers_at, opens_at, rate, is_paused, patience, is_of_production, is_over on queue
    for each row execute function count_row_version()`,
]
