import { type Kysely, sql } from 'kysely'

/**
 * Staff add and withdraw access codes, and undo that. A row of `programme_code` adds a code (`opens`) or withdraws it; the latest row of a code
 * and name decides whose batch has effect. Rows without a batch were entered in the database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table programme_code_batch (
    id uuid primary key, programme_id text not null references programme on delete cascade, action text not null check (action in ('add', 'withdraw')),
    codes int not null, has_effect boolean not null, created_at timestamptz not null default now())`,
  `create index programme_code_batch_programme on programme_code_batch (programme_id)`,
  `alter table programme_code drop constraint programme_code_programme_id_digest_last_name_key`,
  `alter table programme_code add column seq bigint generated always as identity primary key,
    add column batch_id uuid references programme_code_batch on delete cascade, add column opens boolean not null default true`,
  `create index programme_code_digest on programme_code (programme_id, digest)`,
  `create index programme_code_batch_id on programme_code (batch_id) where batch_id is not null`,
]
