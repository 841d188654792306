import { type Kysely, sql } from 'kysely'

/** What one visitor needs from the front door to two tickets. PostgreSQL 15's subset, no extensions, no sequences. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // the trail
  `create table audit (
    id uuid primary key, at timestamptz not null default now(), actor text not null, request_id text,
    subject text not null, subject_id text not null, verb text not null, from_state text, to_state text, detail jsonb)`,
  `create index audit_subject on audit (subject, subject_id, at)`,
  `create table outbox (
    id uuid primary key, topic text not null, key text not null, payload jsonb not null,
    created_at timestamptz not null default now(), available_at timestamptz not null default now(),
    tries int not null default 0, done_at timestamptz, last_error text)`,
  `create index outbox_waiting on outbox (available_at) where done_at is null`,

  // people
  `create table customer (
    id uuid primary key, email text not null unique, password_hash text not null, title text not null default '',
    first_name text not null, last_name text not null, phone text not null default '', marketing_at timestamptz,
    failed_logins int not null default 0, locked_at timestamptz, created_at timestamptz not null default now())`,
  `create table address (
    id uuid primary key, customer_id uuid not null references customer, is_primary boolean not null,
    line1 text not null, line2 text not null, line3 text not null, city text not null, state text not null,
    postcode text not null, country text not null)`,
  `create unique index address_primary on address (customer_id) where is_primary`,
  `create table session (
    id_hash text primary key, customer_id uuid references customer, basket_id uuid,
    created_at timestamptz not null default now(), seen_at timestamptz not null default now())`,
  `create index session_seen on session (seen_at)`,
  `create table rate_limit (key varchar(255) primary key, points integer not null default 0, expire bigint)`,

  // the programme
  `create table production (id text primary key, position int not null, data jsonb not null)`,
  `create table hall_plan (hall text not null, version text not null, name text not null, data text not null, primary key (hall, version))`,
  `create table price_list (id text primary key, hall text not null, data jsonb not null)`,
  `create table performance (
    id text primary key, production_id text not null references production, hall text not null, plan_version text not null,
    price_list_id text not null references price_list, starts_at timestamptz not null, starts_local text not null, time_zone text not null,
    sale text not null, general_sale_at timestamptz not null, priority_from timestamptz, priority_memberships jsonb not null,
    access_tags jsonb not null, seats int not null,
    foreign key (hall, plan_version) references hall_plan)`,
  `create index performance_production on performance (production_id, starts_at)`,

  // seats: one row a claim, free is the absence of a row
  `create table seat_claim (
    performance_id text not null, seat int not null, state text not null check (state in ('held', 'paying', 'sold', 'reserved', 'blocked')),
    basket_id uuid, order_id uuid, until timestamptz,
    primary key (performance_id, seat),
    check (state <> 'held' or (basket_id is not null and until is not null)),
    check (state <> 'paying' or (basket_id is not null and until is not null))) with (fillfactor = 60)`,

  // baskets
  `create table basket (
    id uuid primary key, customer_id uuid references customer, state text not null check (state in ('open', 'paying', 'completed', 'expired', 'reset')),
    version int not null default 1, deadline timestamptz, extensions int not null default 0, delivery jsonb not null, billing jsonb,
    notes jsonb not null, terms_at timestamptz, lapsed jsonb not null default '[]', last_payment text,
    created_at timestamptz not null default now())`,
  `create index basket_deadline on basket (deadline) where state = 'open' and deadline is not null`,
  `create table basket_ticket (
    id uuid primary key, basket_id uuid not null references basket, performance_id text not null, seat int not null,
    band text not null, price_type text not null, price int not null check (price >= 0), fee int not null check (fee >= 0 and fee <= price),
    added_at timestamptz not null default now(), unique (basket_id, performance_id, seat))`,

  // money
  `create table payment_attempt (
    id uuid primary key, basket_id uuid not null references basket, customer_id uuid not null references customer,
    provider text not null, session_id text unique, url text, state text not null,
    amount int not null check (amount >= 0), currency text not null, quote jsonb not null, quote_hash text not null, locale text not null,
    pay_until timestamptz not null, created_at timestamptz not null default now(), settled_at timestamptz, refund_id text)`,
  `create unique index payment_attempt_open on payment_attempt (basket_id) where state in ('created', 'redirected')`,
  `create index payment_attempt_doubt on payment_attempt (pay_until) where state in ('created', 'redirected')`,
  `create table payment_event (provider text not null, event_id text not null, type text not null, attempt_id uuid, received_at timestamptz not null default now(), primary key (provider, event_id))`,
  `create table customer_order (
    id uuid primary key, number text not null unique, customer_id uuid not null references customer, basket_id uuid not null unique references basket,
    attempt_id uuid not null unique references payment_attempt, state text not null, total int not null, paid int not null, totals jsonb not null,
    delivery jsonb not null, billing jsonb, notes jsonb not null, locale text not null, placed_at timestamptz not null default now())`,
  `create index customer_order_customer on customer_order (customer_id, placed_at desc)`,
  `create table order_line (
    order_id uuid not null references customer_order, position int not null, kind text not null, ref text not null,
    amount int not null, fee int not null, primary key (order_id, position))`,
  `create table ticket (
    id uuid primary key, order_id uuid not null references customer_order, performance_id text not null, seat int not null,
    area text not null, row_label text not null, number text not null, entrance text not null, price_type text not null, price_type_name text not null,
    price int not null, fee int not null, qr text not null unique check (qr ~ '^99[0-9]{18}$'), returned_at timestamptz)`,
  `create unique index ticket_seat on ticket (performance_id, seat) where returned_at is null`,
  `create index ticket_order on ticket (order_id)`,

  // what must never be true; each view returns no row in a healthy house
  `create view invariant_order_unbalanced as
    select o.id from customer_order o left join order_line l on l.order_id = o.id
    group by o.id having o.total <> coalesce(sum(l.amount), 0) or o.paid <> o.total`,
  `create view invariant_money_without_order as
    select a.id from payment_attempt a left join customer_order o on o.attempt_id = a.id
    where a.state = 'succeeded' and o.id is null`,
  `create view invariant_order_without_money as
    select o.id from customer_order o join payment_attempt a on a.id = o.attempt_id
    where o.state = 'confirmed' and (a.state <> 'succeeded' or a.amount <> o.total)`,
  `create view invariant_sold_without_ticket as
    select c.performance_id, c.seat from seat_claim c
    where c.state = 'sold' and c.order_id is not null
      and not exists (select 1 from ticket t where t.performance_id = c.performance_id and t.seat = c.seat and t.order_id = c.order_id and t.returned_at is null)`,
  `create view invariant_ticket_without_seat as
    select t.id from ticket t
    where t.returned_at is null
      and not exists (select 1 from seat_claim c where c.performance_id = t.performance_id and c.seat = t.seat and c.state = 'sold' and c.order_id = t.order_id)`,
  `create view invariant_claim_overdue as
    select performance_id, seat from seat_claim where state in ('held', 'paying') and until < now() - interval '2 minutes'`,
  `create view invariant_outbox_overdue as
    select id from outbox where done_at is null and created_at < now() - interval '5 minutes'`,
]
