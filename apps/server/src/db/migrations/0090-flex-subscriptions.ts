import { type Kysely, sql } from 'kysely'

/** Flexible subscriptions: what is sold, who holds which, and the tickets that their vouchers pay for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // `name`, `summary`: a text with translations. `sale_from`, `sale_until`: wall clock at the theatre. Empty lists are for everything.
  // `withdrawn_at`: it is sold no more, but its vouchers are still valid.
  `create table flex_subscription (
    id text primary key, position int not null, name jsonb not null, summary jsonb not null,
    price int not null check (price > 0), vouchers int not null check (vouchers > 0),
    productions text[] not null default '{}', performances text[] not null default '{}',
    bands text[] not null default '{}', price_types text[] not null default '{}',
    per_performance int check (per_performance > 0), per_customer int check (per_customer > 0),
    sale_from text, sale_until text, valid_months int check (valid_months > 0), valid_until date,
    withdrawn_at timestamptz, created_at timestamptz not null default now(),
    check (num_nonnulls(valid_months, valid_until) = 1))`,
  // `flex_id`: null for one that was moved from another system, whose vouchers the shop does not accept. `used`: vouchers that were used
  // before it was moved. `ended_at`: it was returned.
  `alter table ticket_subscription
    add column flex_id text references flex_subscription,
    add column order_item_id uuid references order_item on delete set null,
    add column ended_at timestamptz`,
  `create index ticket_subscription_flex on ticket_subscription (flex_id)`,
  `create index ticket_subscription_item on ticket_subscription (order_item_id) where order_item_id is not null`,
  // Whether the vouchers of its customer pay for its tickets.
  `alter table basket add column uses_subscriptions boolean not null default true`,
  // The subscription whose voucher paid for a ticket. A ticket that is returned gives the voucher back.
  `alter table ticket add column subscription_id uuid references ticket_subscription on delete set null`,
  `create index ticket_subscription_use on ticket (subscription_id) where subscription_id is not null`,
  `create index payment_attempt_open_customer on payment_attempt (customer_id) where state in ('created', 'redirected')`,
  `alter table basket_item drop constraint basket_item_kind_check,
    add constraint basket_item_kind_check check (kind in
      ('donation', 'membership', 'refund-protection', 'gift-membership', 'gift-voucher', 'voucher-top-up', 'product', 'food', 'table',
       'flex-subscription'))`,
  `drop index basket_item_product`,
  `create unique index basket_item_product on basket_item (basket_id, kind, coalesce(product, ''))
    where kind in ('donation', 'membership', 'refund-protection', 'voucher-top-up', 'product', 'food', 'table', 'flex-subscription')`,
  // Public pages show flexible subscriptions.
  `create trigger page_version_of_flex_subscription after insert or update or delete or truncate on flex_subscription
    for each statement execute function count_page_version()`,
  // Vouchers that are spent or reserved by an open payment, of a subscription `s`.
  `create view invariant_subscription_overspent as
    select s.id from ticket_subscription s
    where s.used + (select count(*) from ticket t where t.subscription_id = s.id and t.returned_at is null)
      + (select count(*) from payment_attempt a cross join lateral jsonb_array_elements(a.quote -> 'tickets') q
         where a.customer_id = s.customer_id and a.state in ('created', 'redirected') and q ->> 'subscription' = s.id::text) > s.vouchers`,
  `create view invariant_voucher_ticket_with_price as
    select id from ticket where subscription_id is not null and (price <> 0 or fee <> 0)`,
  `create view invariant_returned_subscription_in_use as
    select s.id from ticket_subscription s where s.ended_at is not null
      and exists (select from ticket t where t.subscription_id = s.id and t.returned_at is null)`,
]
