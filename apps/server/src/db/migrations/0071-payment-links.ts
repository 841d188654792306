import { type Kysely, sql } from 'kysely'

/** Links by which customers pay for what staff have put into a counter basket for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // `amount`: left to pay when it was made. `token_hash`: null until the mail is queued.
  `create table payment_link (
    id uuid primary key, basket_id uuid not null references basket on delete cascade, customer_id uuid not null references customer,
    staff_id uuid not null references staff, amount int not null,
    created_at timestamptz not null default now(), valid_until timestamptz not null,
    token_hash text unique, issued_at timestamptz, cancelled_at timestamptz, expired_at timestamptz,
    check (amount >= 0), check ((token_hash is null) = (issued_at is null)), check (cancelled_at is null or expired_at is null))`,
  `create unique index payment_link_of_basket on payment_link (basket_id) where cancelled_at is null and expired_at is null`,
  `create index payment_link_basket on payment_link (basket_id)`,
  `create index payment_link_customer on payment_link (customer_id)`,
  `create index payment_link_created on payment_link (created_at)`,
  `create index payment_link_end on payment_link (valid_until) where cancelled_at is null and expired_at is null`,
  `create view invariant_payment_link_overdue as
    select l.id from payment_link l join basket b on b.id = l.basket_id
    where l.cancelled_at is null and l.expired_at is null and b.state not in ('paying', 'completed')
      and greatest(l.valid_until, b.deadline) < now() - interval '15 minutes'`,
  // An order that was paid by a link has no payment at the counter.
  `create or replace view invariant_counter_order_without_its_payment as
    select o.id from customer_order o where o.channel = 'box-office'
      and not exists (select from counter_payment p where p.attempt_id = o.attempt_id)
      and not exists (select from payment_link l where l.basket_id = o.basket_id)`,
]
