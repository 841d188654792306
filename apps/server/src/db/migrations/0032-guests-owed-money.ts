import { type Kysely, sql } from 'kysely'

/** What retention looks at before it erases a guest: their payments, and the refunds of those that bought nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create index payment_attempt_customer on payment_attempt (customer_id)`,
  `create index refund_without_order on refund (made_at) where order_id is null`,
]
