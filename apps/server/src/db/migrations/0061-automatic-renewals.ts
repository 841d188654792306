import { type Kysely, sql } from 'kysely'

/** Automatic renewals of memberships: what members have agreed to, and the renewal of each term. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // `amount`: the most that is charged without a new consent. `text`: what the member saw, in their language.
  `create table renewal_consent (
    id uuid primary key, customer_id uuid not null references customer, membership text not null, wording text not null, text text not null,
    locale text not null, amount int not null check (amount > 0), currency text not null,
    mandate_id uuid references mandate, agreed_at timestamptz not null default now(), ended_at timestamptz,
    end_reason text check (end_reason in ('member', 'lapsed', 'price', 'ended', 'returned', 'age', 'replaced', 'upgraded')),
    check ((ended_at is null) = (end_reason is null)))`,
  `create unique index renewal_consent_current on renewal_consent (customer_id, membership) where ended_at is null`,
  `create index renewal_consent_customer on renewal_consent (customer_id)`,
  // `charge_on`, `next_on`: the days of the first and of the next try. `tries` numbers the charges: its idempotency keys. `failures`: tries that failed since the announcement.
  `create table membership_renewal (
    membership_id uuid primary key references membership on delete cascade, consent_id uuid not null references renewal_consent,
    amount int not null check (amount > 0), charge_on date not null, next_on date not null,
    state text not null check (state in ('announced', 'charging', 'waiting', 'renewed', 'lapsed', 'cancelled')),
    tries int not null default 0, failures int not null default 0, linked_try int not null default 0,
    try_at timestamptz, announced_at timestamptz not null default now(),
    check ((try_at is not null) = (state in ('announced', 'charging', 'waiting'))))`,
  `create index membership_renewal_due on membership_renewal (try_at) where try_at is not null`,
  `create index membership_renewal_consent on membership_renewal (consent_id)`,
  // A job that doesn't run, or a renewal that fails each time.
  `create view invariant_renewal_overdue as
    select membership_id from membership_renewal where try_at < now() - interval '1 day'`,
  `create view invariant_renewal_without_its_term as
    select r.membership_id from membership_renewal r join membership m on m.id = r.membership_id
    where r.state = 'renewed' and not exists (select from off_session_charge c join payment_attempt a on a.id = c.attempt_id
      where c.key = 'membership ' || r.membership_id || ' ' || r.tries and a.state = 'succeeded')`,
]
