import { type Kysely, sql } from 'kysely'

/** What the counter took and gave back in a day is read by when it happened; and what it does after a sale, by its own name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create index counter_payment_at on counter_payment (at)`,
  `create index refund_by_staff on refund (created_at) where actor like 'staff %'`,
  `create index audit_by_staff on audit (at) where actor like 'staff %'`,
  // Tickets may go back in part, and what was exchanged has its part from the ledger.
  `create view invariant_given_back_beyond_paid as
    select o.id from customer_order o
    where o.paid > 0 and o.paid <
      coalesce((select sum(f.amount) from refund f where f.order_id = o.id), 0)
      + coalesce((select sum(e.amount) from ledger_entry e
        where e.order_id = o.id and e.account_id is not null and e.reason in ('returned', 'refunded')), 0)`,
]
