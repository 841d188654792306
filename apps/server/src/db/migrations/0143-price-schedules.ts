import { type Kysely, sql } from 'kysely'

/** Prices that begin to hold at a moment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table price_schedule (
    id uuid primary key, price_list_id text not null references price_list, starts_at timestamptz not null, data jsonb not null,
    applied_at timestamptz, refused_at timestamptz)`,
  `create index price_schedule_due on price_schedule (starts_at) where applied_at is null and refused_at is null`,
  `create index price_schedule_price_list on price_schedule (price_list_id)`,
]
