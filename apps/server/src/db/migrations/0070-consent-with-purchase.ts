import { type Kysely, sql } from 'kysely'

/** A consent to automatic renewals can be given with a purchase. It becomes valid when the card of the payment is saved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table renewal_consent drop constraint renewal_consent_end_reason_check`,
  `alter table renewal_consent add constraint renewal_consent_end_reason_check check (
    end_reason in ('member', 'lapsed', 'price', 'ended', 'returned', 'age', 'replaced', 'upgraded', 'mandate', 'no-card'))`,
  `alter table renewal_consent add column order_id uuid references customer_order`,
  `create index renewal_consent_order on renewal_consent (order_id) where order_id is not null`,
]
