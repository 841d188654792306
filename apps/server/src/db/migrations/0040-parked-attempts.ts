import { type Kysely, sql } from 'kysely'

/** Indexes for the attempts that are parked or may have to be: those of providers that are not configured. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create index payment_attempt_parked on payment_attempt (provider) where parked_at is not null`,
  `create index payment_attempt_unresolved on payment_attempt (provider)
    where parked_at is null and session_id is not null and (state in ('created', 'redirected') or ask_at is not null)`,
]
