import { type Kysely, sql } from 'kysely'

/** Money at the provider that no attempt of this database explains, which database this is, and attempts of a provider that is not configured. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // What a signed event says, kept also where it belongs to no attempt.
  `alter table payment_event add column session_id text, add column amount bigint, add column currency text,
    add column shop text, add column deployment text`,

  // One row: which deployment this database belongs to, and where it ran when the operator or the first start recorded that.
  // A copy or a restored backup runs elsewhere, or on another timeline.
  `create table deployment (
    is_only boolean primary key default true check (is_only), id uuid not null,
    origin text not null, system_identifier text, timeline text,
    adopted_at timestamptz not null default now(), checked_at timestamptz)`,

  // A paid session of this shop at the provider that no attempt accounts for. A person decides: refund it, or keep it.
  `create table unmatched_payment (
    provider text not null, session_id text not null, attempt_id uuid, amount bigint not null check (amount > 0), currency text not null,
    deployment text, reason text not null check (reason in ('unknown-attempt', 'other-session')),
    state text not null default 'open' check (state in ('open', 'refund-due', 'refunded', 'kept')),
    found_at timestamptz not null default now(), decided_at timestamptz, provider_refund text, note text,
    primary key (provider, session_id))`,
  `create index unmatched_payment_waiting on unmatched_payment (found_at) where state in ('open', 'refund-due')`,
  `create view invariant_payment_without_attempt as
    select provider, session_id, amount, currency, reason from unmatched_payment
    where state = 'open' or (state = 'refund-due' and decided_at < now() - interval '15 minutes')`,

  // An attempt of a provider that is not configured can be asked about at no other.
  `alter table payment_attempt add column parked_at timestamptz`,
  `create view invariant_payment_provider_missing as select id, provider from payment_attempt where parked_at is not null`,
]
