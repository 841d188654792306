import { type Kysely, sql } from 'kysely'

/** An outbox message that keeps failing is parked: no process takes it again until an operator retries or discards it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table outbox add column parked_at timestamptz`,
  `drop index outbox_waiting`,
  `create index outbox_waiting on outbox (available_at) where done_at is null and parked_at is null`,
  `create index outbox_parked on outbox (parked_at) where done_at is null and parked_at is not null`,
  `create or replace view invariant_outbox_overdue as
    select id from outbox where done_at is null and parked_at is null and created_at < now() - interval '5 minutes'`,
  `create view invariant_outbox_parked as
    select id, topic, parked_at from outbox where done_at is null and parked_at is not null`,
]
