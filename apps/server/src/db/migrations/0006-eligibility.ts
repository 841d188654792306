import { type Kysely, sql } from 'kysely'

/** Who may buy what, and when: memberships, access, promo codes, reservations, ballots; and the house's own hours. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // the programme: several periods of priority, seats kept for some people, a limit a customer
  `alter table performance
    add column priority jsonb not null default '[]', add column kept jsonb not null default '[]',
    add column per_customer int check (per_customer > 0)`,
  `update performance set priority = jsonb_build_array(jsonb_build_object('from', priority_from, 'memberships', priority_memberships))
    where priority_from is not null`,
  `alter table performance drop column priority_from, drop column priority_memberships`,

  // people
  `alter table customer add column reminders boolean not null default true`,
  `create table membership (
    id uuid primary key, customer_id uuid not null references customer, membership text not null,
    starts_on date not null, renews_on date, expires_on date not null, auto_renew boolean not null default false)`,
  `create index membership_customer on membership (customer_id)`,
  `create table access_grant (
    customer_id uuid primary key references customer, access_id text not null unique, types jsonb not null,
    applied_at timestamptz not null default now())`,

  // promo codes: a use is counted in the transaction that freezes what is paid for, once a basket
  `create table promo (
    code text primary key check (code = upper(code)), name text not null, rule jsonb not null,
    starts_at timestamptz, ends_at timestamptz, max_uses int, per_customer int,
    used int not null default 0 check (used >= 0 and (max_uses is null or used <= max_uses)))`,
  `create table promo_use (
    basket_id uuid primary key references basket, code text not null references promo, customer_id uuid not null references customer,
    state text not null check (state in ('reserved', 'used', 'released')), order_id uuid, at timestamptz not null default now())`,
  `create index promo_use_customer on promo_use (code, customer_id) where state <> 'released'`,

  // baskets
  `alter table basket add column promo text references promo, add column network text, add column reservation_id uuid`,
  `create index basket_network on basket (network) where network is not null and state in ('open', 'paying', 'completed')`,
  `create index basket_customer on basket (customer_id) where state in ('open', 'paying')`,
  // A row a network, locked while one of its baskets takes seats.
  `create table network (id text primary key, seen_at timestamptz not null default now())`,

  // reserved orders
  `create table reservation (
    id uuid primary key, number text not null unique, customer_id uuid not null references customer,
    state text not null check (state in ('reserved', 'in-basket', 'confirmed', 'lapsed')), held_until timestamptz not null,
    is_locked boolean not null default false, note text not null default '', basket_id uuid references basket, order_id uuid references customer_order,
    reminded_at timestamptz, created_at timestamptz not null default now(),
    check (state <> 'in-basket' or basket_id is not null))`,
  `create index reservation_customer on reservation (customer_id)`,
  `create index reservation_until on reservation (held_until) where state = 'reserved'`,
  `create table reservation_ticket (
    id uuid primary key, reservation_id uuid not null references reservation, performance_id text not null, seat int not null,
    band text not null, price_type text not null, price int not null check (price >= 0), fee int not null check (fee >= 0 and fee <= price),
    unique (reservation_id, performance_id, seat))`,
  `alter table seat_claim add check (state <> 'reserved' or (order_id is not null and until is not null))`,

  // ballots
  `create table ballot (
    id text primary key, kind text not null check (kind in ('choices', 'dress-rehearsal')),
    opens_at timestamptz not null, closes_at timestamptz not null, draws_at timestamptz not null,
    seed text not null, seed_hash text not null, hold_hours int not null check (hold_hours > 0), max_quantity int not null check (max_quantity > 0),
    drawn_at timestamptz, check (opens_at < closes_at and closes_at <= draws_at))`,
  `create table ballot_performance (
    performance_id text primary key references performance, ballot_id text not null references ballot, seats int not null check (seats >= 0))`,
  `create table ballot_entry (
    id uuid primary key, ballot_id text not null references ballot, customer_id uuid not null references customer, quantity int not null,
    choices jsonb not null, place int, outcome text check (outcome in ('won', 'lost')), performance_id text, reservation_id uuid references reservation,
    entered_at timestamptz not null default now(), unique (ballot_id, customer_id))`,

  // the house's own hours, and what is told once
  `create table maintenance_window (
    id uuid primary key, starts_at timestamptz not null, ends_at timestamptz not null, reason text not null default '',
    created_at timestamptz not null default now(), check (starts_at < ends_at))`,
  `create table reminder (order_id uuid not null references customer_order, performance_id text not null, at timestamptz not null default now(), primary key (order_id, performance_id))`,

  `create view invariant_promo_miscounted as
    select p.code from promo p left join promo_use u on u.code = p.code and u.state <> 'released'
    group by p.code having p.used <> count(u.basket_id) or (p.max_uses is not null and p.used > p.max_uses)`,
  `create view invariant_reservation_without_seat as
    select t.id from reservation r join reservation_ticket t on t.reservation_id = r.id
    where r.state = 'reserved' and r.held_until > now()
      and not exists (select 1 from seat_claim c where c.performance_id = t.performance_id and c.seat = t.seat and c.state = 'reserved' and c.order_id = r.id)`,
  `create view invariant_seat_reserved_for_nobody as
    select c.performance_id, c.seat from seat_claim c where c.state = 'reserved'
      and not exists (select 1 from reservation r where r.id = c.order_id and r.state = 'reserved')`,
  `create view invariant_reservation_overdue as
    select id from reservation where state = 'reserved' and held_until < now() - interval '2 minutes'`,
]
