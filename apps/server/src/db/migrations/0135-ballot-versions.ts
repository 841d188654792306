import { type Kysely, sql } from 'kysely'

/** Staff create, change and withdraw ballots. The name is for staff; the version counts changes of the performances too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table ballot add column name text, add column version int not null default 1, add column withdrawn_at timestamptz`,
  // The order in which staff named the performances.
  `alter table ballot_performance add column position int not null default 0`,
]
