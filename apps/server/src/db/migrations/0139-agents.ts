import { type Kysely, sql } from 'kysely'

/** Locks for agents: allocations that they sell. An agent is a record of the catalogue of the kind `agent`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table seat_hold drop constraint seat_hold_kind_check`,
  `alter table seat_hold add constraint seat_hold_kind_check check (kind in ('house', 'press', 'technical', 'access', 'promoter', 'agent'))`,
  `alter table seat_hold add column agent text, add constraint seat_hold_agent check ((kind = 'agent') = (agent is not null))`,
  `create index seat_hold_of_agent on seat_hold (agent) where agent is not null`,
]
