import { type Kysely, sql } from 'kysely'

/** Direct debit mandates of customers, and charges by them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // `setup_id`: the provider's page on which it is set up. `token`: what is debited. `ask_at`: the next poll of the provider.
  `create table mandate (
    id uuid primary key, plan_id text not null unique, customer_id uuid not null references customer,
    provider text not null, provider_customer text not null, scheme text not null check (scheme in ('bacs', 'sepa')),
    state text not null check (state in ('created', 'pending', 'active', 'failed', 'cancelled')),
    setup_id text, url text, token text, provider_mandate text, reference text, masked text,
    created_at timestamptz not null default now(), changed_at timestamptz not null default now(), ask_at timestamptz,
    unique (provider, setup_id))`,
  // A customer has one mandate at a time.
  `create unique index mandate_current on mandate (customer_id) where state in ('created', 'pending', 'active')`,
  `create index mandate_customer on mandate (customer_id)`,
  `create index mandate_provider_mandate on mandate (provider, provider_mandate)`,
  `create index mandate_to_poll on mandate (ask_at) where ask_at is not null`,
  `alter table off_session_charge add column mandate_id uuid references mandate`,
]
