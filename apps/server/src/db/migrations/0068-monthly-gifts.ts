import { type Kysely, sql } from 'kysely'

/** Monthly gifts: what donors have agreed to, and the charge of each month. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // `text`: what the donor saw, in their language. `month`, `next_on`: the gift that is planned next. `unpaid`: months in a row without a payment.
  `create table monthly_gift (
    id uuid primary key, customer_id uuid not null references customer, fund text not null, name text not null, choices jsonb not null,
    amount int not null check (amount > 0), currency text not null, day int not null check (day between 1 and 28),
    mandate_id uuid references mandate, wording text not null, text text not null, locale text not null,
    month date not null check (extract(day from month) = 1), next_on date not null, unpaid int not null default 0,
    agreed_at timestamptz not null default now(), ended_at timestamptz,
    end_reason text check (end_reason in ('donor', 'failed', 'mandate', 'fund')),
    check ((ended_at is null) = (end_reason is null)))`,
  `create unique index monthly_gift_current on monthly_gift (customer_id, fund) where ended_at is null`,
  `create index monthly_gift_customer on monthly_gift (customer_id)`,
  `create index monthly_gift_mandate on monthly_gift (mandate_id)`,
  `create index monthly_gift_next on monthly_gift (next_on) where ended_at is null`,
  // `charge_on`, `next_on`: the days of the first and of the next try. `tries` numbers the charges: its idempotency keys.
  `create table monthly_charge (
    id uuid primary key, gift_id uuid not null references monthly_gift, month date not null,
    amount int not null check (amount > 0), charge_on date not null, next_on date not null,
    state text not null check (state in ('announced', 'charging', 'waiting', 'paid', 'failed', 'cancelled')),
    tries int not null default 0, failures int not null default 0, linked_try int not null default 0,
    try_at timestamptz, created_at timestamptz not null default now(), unique (gift_id, month),
    check ((try_at is not null) = (state in ('announced', 'charging', 'waiting'))))`,
  `create index monthly_charge_due on monthly_charge (try_at) where try_at is not null`,
  // A job that doesn't run, or a charge that fails each time.
  `create view invariant_monthly_charge_overdue as
    select id from monthly_charge where try_at < now() - interval '1 day'`,
  `create view invariant_monthly_charge_without_its_donation as
    select m.id from monthly_charge m
    where m.state = 'paid' and not exists (select from off_session_charge c join payment_attempt a on a.id = c.attempt_id
      where c.key = 'gift ' || m.id || ' ' || m.tries and a.state = 'succeeded')`,
]
