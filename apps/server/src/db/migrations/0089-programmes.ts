import { type Kysely, sql } from 'kysely'

/** Programmes, whose access codes open hidden performances, and performances for members. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // `data`: see `programmeSchema`. Before `opens_at` and from `closes_at` on, the programme does not exist for visitors.
  `create table programme (
    id text primary key, data jsonb not null, opens_at timestamptz, closes_at timestamptz)`,
  // A code is stored as its digest. One code may be for several names; null is for any name.
  `create table programme_code (
    programme_id text not null references programme on delete cascade, digest text not null, last_name text,
    unique nulls not distinct (programme_id, digest, last_name))`,
  // Who opened a programme, and in which session: it ends with the session.
  `create table session_programme (
    session_id text not null references session (id_hash) on delete cascade, programme_id text not null references programme on delete cascade,
    customer_id uuid not null references customer on delete cascade, opened_at timestamptz not null default now(),
    primary key (session_id, programme_id))`,
  `create index session_programme_customer on session_programme (customer_id)`,
  `create index session_programme_programme on session_programme (programme_id)`,
  // `members`: null for everyone.
  `alter table performance add column programme_id text references programme, add column members jsonb`,
  `create index performance_programme on performance (programme_id) where programme_id is not null`,
]
