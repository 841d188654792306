import { type Kysely, sql } from 'kysely'

/**
 * More types of locks, each with a moment at which its seats go on sale. `release_at` is computed from `release` and the start of the
 * performance. `staff_id` is null for one that an undo made.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table seat_hold drop constraint seat_hold_kind_check`,
  `alter table seat_hold add constraint seat_hold_kind_check check (kind in ('house', 'press', 'technical', 'access', 'promoter'))`,
  `alter table seat_hold alter column staff_id drop not null`,
  `alter table seat_hold add column release jsonb, add column release_at timestamptz,
    add constraint seat_hold_release check ((release is null) = (release_at is null))`,
  `create index seat_hold_release on seat_hold (release_at) where lifted_at is null and release_at is not null`,
]
