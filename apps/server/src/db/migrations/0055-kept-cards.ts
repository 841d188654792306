import { type Kysely, sql } from 'kysely'

/**
 * Saved cards with their scheme and billing address, the customers of payment providers, and charges of saved cards without the
 * customer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table payment_card add column brand text, add column address jsonb`,
  `create table provider_customer (
    customer_id uuid not null references customer, provider text not null, token text not null,
    created_at timestamptz not null default now(), primary key (customer_id, provider), unique (provider, token))`,
  // A basket that is charged without its customer: no session adopts it, and it has no checkout steps.
  `alter table basket add column is_off_session boolean not null default false`,
  // `provider`, `provider_customer` and `token`: the card that is charged, also after the customer has removed it.
  `create table off_session_charge (
    key text primary key check (length(key) between 1 and 200), customer_id uuid not null references customer,
    purpose text not null check (purpose in ('membership-renewal', 'monthly-donation')),
    amount int not null check (amount > 0), currency text not null, basket_id uuid not null unique references basket on delete cascade,
    attempt_id uuid unique references payment_attempt, provider text not null, provider_customer text not null, token text not null,
    decline_code text, created_at timestamptz not null default now())`,
  `create index off_session_charge_customer on off_session_charge (customer_id)`,
]
