import { type Kysely, sql } from 'kysely'

/**
 * Tickets that were passed on by link. The token stands here as it is: it opens nothing that the ticket's own number,
 * beside it in the database, doesn't, and its owner may copy the link again. A link that was taken back stays, dead.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table shared_ticket (
    token text primary key check (length(token) >= 22),
    ticket_id uuid not null references ticket (id),
    shared_at timestamptz not null default now(),
    revoked_at timestamptz
  )`,
  // One link a ticket works at a time, whoever shares it twice at once.
  `create unique index shared_ticket_live on shared_ticket (ticket_id) where revoked_at is null`,
]
