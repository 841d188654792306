import { type Kysely, sql } from 'kysely'

/** Roles of staff users besides clerk and manager, and the time at which the second factor of a session was last verified. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table staff drop constraint staff_role_check, add constraint staff_role_check
    check (role in ('clerk', 'manager', 'programmer', 'finance', 'marketing', 'front-of-house', 'administrator'))`,
  // Null for sessions from before: their second factor counts as not fresh.
  `alter table staff_session add column proved_at timestamptz`,
]
