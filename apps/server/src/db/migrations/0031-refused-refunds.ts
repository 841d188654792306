import { type Kysely, sql } from 'kysely'

/** A refund that the provider refused is closed with the provider's reason, and a failed one has the date on which it failed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table refund add column refusal text, add column failed_at timestamptz`,
  `update refund set failed_at = due_at where state = 'failed'`,
]
