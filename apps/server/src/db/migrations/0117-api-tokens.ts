import { type Kysely, sql } from 'kysely'

/** Tokens by which programs call the API for a staff user. Only the hash of a token is stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table api_token (
    id uuid primary key, secret_hash text not null unique, staff_id uuid not null references staff, name text not null,
    scopes text[] not null check (cardinality(scopes) > 0), created_at timestamptz not null default now(),
    expires_at timestamptz not null, last_used_at timestamptz, revoked_at timestamptz)`,
  `create index api_token_staff on api_token (staff_id)`,
]
