import { type Kysely, sql } from 'kysely'

/** Cash sales that were frozen and given up: the cash may be in the drawer until a staff user says that none was taken. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table counter_payment add column not_taken_at timestamptz`,
  // A basket that was sold since was paid with the same cash.
  `create view invariant_cash_sale_given_up as
    select a.id, p.staff_id, a.amount, p.at from counter_payment p join payment_attempt a on a.id = p.attempt_id
    where p.way = 'cash' and a.state = 'timed-out' and p.not_taken_at is null
      and not exists (select from customer_order o where o.basket_id = a.basket_id)`,
]
