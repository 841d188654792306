import { type Kysely, sql } from 'kysely'

/** Cheques, invoices and Theatre Tokens at the counter, their references, and the means of each refund. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table counter_payment drop constraint counter_payment_way_check,
    add constraint counter_payment_way_check check (way in ('cash', 'card', 'none', 'theatre-tokens', 'cheque', 'invoice')),
    add column reference text check (length(reference) <= 40)`,
  // Null in older rows: cash where the payment was cash, else the payment provider.
  `alter table refund
    add column means text check (means in ('cash', 'card', 'theatre-tokens', 'bank-transfer', 'credit-note'))`,
  `create or replace view invariant_cash_sale_given_up as
    select a.id, p.staff_id, a.amount, p.at from counter_payment p join payment_attempt a on a.id = p.attempt_id
    where p.way not in ('card', 'none') and a.state = 'timed-out' and p.not_taken_at is null`,
]
