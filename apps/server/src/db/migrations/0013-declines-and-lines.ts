import { type Kysely, sql } from 'kysely'

/** Cards that were declined, so that nobody tries stolen ones out here; what is asked about later; and lines that move on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // How many cards an attempt was declined, and where it was made from: tries are counted by basket, payer and network.
  `alter table payment_attempt
    add column network text, add column declines int not null default 0 check (declines >= 0), add column declined_at timestamptz,
    add check ((declines = 0) = (declined_at is null))`,
  `create index payment_attempt_declined_basket on payment_attempt (basket_id, declined_at) where declined_at is not null`,
  `create index payment_attempt_declined_customer on payment_attempt (customer_id, declined_at) where declined_at is not null`,
  `create index payment_attempt_declined_network on payment_attempt (network, declined_at) where declined_at is not null and network is not null`,

  // Every attempt that has ended may be asked about again, not only one whose debit is promised.
  `drop index payment_attempt_promised`,
  `create index payment_attempt_asked on payment_attempt (ask_at) where ask_at is not null and state not in ('created', 'redirected')`,

  // One waiting room for all evenings of a production, in the row of one of them.
  `alter table queue add column is_of_production boolean not null default false`,
  // Who is called and doesn't come within so many seconds gives the place up. How far the line had moved when: a row now and then.
  `alter table queue add column patience int not null default 600 check (patience > 0)`,
  `create table queue_call (
    performance_id text not null, round int not null, called bigint not null, at timestamptz not null default now(),
    primary key (performance_id, round, called))`,
]
