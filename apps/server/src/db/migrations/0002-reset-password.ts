import { type Kysely, sql } from 'kysely'

/** Links that stand for a password, sent by mail; and the language somebody wants their mail in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table customer add column locale text`,
  // The token itself is in the mail alone.
  `create table account_link (
    token_hash text primary key, purpose text not null check (purpose in ('reset-password')),
    customer_id uuid not null references customer, until timestamptz not null, used_at timestamptz,
    created_at timestamptz not null default now())`,
  `create index account_link_customer on account_link (customer_id)`,
  `create index account_link_until on account_link (until)`,
  `create index session_customer on session (customer_id) where customer_id is not null`,
]
