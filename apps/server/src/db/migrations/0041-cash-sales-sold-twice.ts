import { type Kysely, sql } from 'kysely'

/** A cash sale that was given up stays in view when its basket is sold again: the cash may have been taken both times. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create or replace view invariant_cash_sale_given_up as
    select a.id, p.staff_id, a.amount, p.at from counter_payment p join payment_attempt a on a.id = p.attempt_id
    where p.way = 'cash' and a.state = 'timed-out' and p.not_taken_at is null`,
]
