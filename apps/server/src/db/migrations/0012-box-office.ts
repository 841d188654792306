import { type Kysely, sql } from 'kysely'

/** The counter: who works there, what they sell, and the seats they keep off sale. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Letters as they are typed in a hurry: without the marks that a keyboard may not have. */
const marked = {
  a: 'àáâãäåāăą',
  c: 'çćč',
  d: 'ďđð',
  e: 'èéêëēėęě',
  g: 'ğ',
  i: 'ìíîïīįı',
  l: 'ľł',
  n: 'ñńň',
  o: 'òóôõöøōő',
  r: 'ŕř',
  s: 'śšşș',
  t: 'ťțţ',
  u: 'ùúûüūůűų',
  y: 'ýÿ',
  z: 'źžż',
}
/** Both cases: a database whose locale is C knows the small letters of English alone. */
const bothCases = (marks: string): string =>
  marks +
  [...marks]
    .map((mark) => mark.toUpperCase())
    .filter((mark) => mark.length === 1 && mark > 'z')
    .join('')
const plain = Object.entries(marked).map(([letter, marks]) => letter.repeat(bothCases(marks).length))
/** Whole in each function: one that an index stands on may call no other, or a dump can't be restored. */
const folded = (text: string): string =>
  `translate(lower(${text}), '${Object.values(marked).map(bothCases).join('')}', '${plain.join('')}')`
/** What stands between the words of a name, in any locale: signs and spaces of ASCII, Latin-1 and typography. */
const between = String.raw`[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f]+`

const statements = [
  // people of the house; their accounts have nothing to do with those of customers
  `create table staff (
    id uuid primary key, email text not null unique, name text not null, role text not null check (role in ('clerk', 'manager')),
    password_hash text not null, second_factor text, second_factor_step int, failed_logins int not null default 0,
    locked_at timestamptz, gone_at timestamptz, created_at timestamptz not null default now())`,
  `create table staff_recovery_code (
    code_hash text primary key, staff_id uuid not null references staff, used_at timestamptz)`,
  `create index staff_recovery_code_staff on staff_recovery_code (staff_id)`,
  `create table staff_session (
    id_hash text primary key, staff_id uuid not null references staff, is_proved boolean not null default false, wrong_codes int not null default 0,
    customer_id uuid references customer, basket_id uuid references basket,
    created_at timestamptz not null default now(), seen_at timestamptz not null default now())`,
  `create index staff_session_staff on staff_session (staff_id)`,
  `create index staff_session_seen on staff_session (seen_at)`,

  // What is sold at the counter. Nobody in particular is a customer too: a guest without an address that mail could reach.
  `alter table basket add column staff_id uuid references staff`,
  `alter table customer_order
    add column channel text not null default 'web' check (channel in ('web', 'box-office')), add column staff_id uuid references staff,
    add check ((channel = 'box-office') = (staff_id is not null))`,
  `insert into customer (id, email, first_name, last_name, is_guest, reminders) values (
    '00000000-0000-4000-8000-000000000001', 'nobody@box-office.invalid', 'Walk-in', 'customer', true, false)`,
  `create table counter_payment (
    attempt_id uuid primary key references payment_attempt, staff_id uuid not null references staff,
    way text not null check (way in ('cash', 'card', 'none')), tendered int check (tendered >= 0), change int check (change >= 0),
    at timestamptz not null default now(), check ((way = 'cash') = (tendered is not null and change is not null)))`,

  // Seats off sale: which they are now say the claims, whose order_id is the hold's.
  `create table seat_hold (
    id uuid primary key, performance_id text not null, kind text not null check (kind in ('house', 'access')), reason text not null,
    staff_id uuid not null references staff, placed_at timestamptz not null default now(), lifted_at timestamptz)`,
  `create index seat_hold_performance on seat_hold (performance_id) where lifted_at is null`,
  `alter table seat_claim add check (state <> 'blocked' or order_id is not null)`,
  `create index reservation_ticket_performance on reservation_ticket (performance_id)`,
  `create index audit_staff_performance on audit ((detail ->> 'performance'), at) where actor like 'staff %'`,

  // looking people up: beginnings of their names, their address, the end of their number, their postcode
  `create function folded(text) returns text language sql immutable parallel safe as $$ select ${folded('$1')} $$`,
  `create function name_words(text, text) returns tsvector language sql immutable parallel safe as $$
    select to_tsvector('simple', regexp_replace(${folded("$1 || ' ' || $2")}, '${between}', ' ', 'g')) $$`,
  `create function digits_backwards(text) returns text language sql immutable parallel safe as $$
    select reverse(regexp_replace($1, '[^0-9]', '', 'g')) $$`,
  `create function plain_postcode(text) returns text language sql immutable parallel safe as $$
    select regexp_replace(lower($1), '[^a-z0-9]', '', 'g') $$`,
  `create index customer_name_words on customer using gin (name_words(first_name, last_name))`,
  `create index customer_email_begins on customer (email text_pattern_ops)`,
  `create index customer_phone_ends on customer (digits_backwards(phone) text_pattern_ops)`,
  `create index address_postcode_begins on address (plain_postcode(postcode) text_pattern_ops)`,

  `create view invariant_block_without_hold as
    select c.performance_id, c.seat from seat_claim c
    where c.state = 'blocked' and not exists (
      select from seat_hold h where h.id = c.order_id and h.performance_id = c.performance_id and h.lifted_at is null)`,
  `create view invariant_counter_order_without_its_payment as
    select o.id from customer_order o where o.channel = 'box-office'
      and not exists (select from counter_payment p where p.attempt_id = o.attempt_id)`,
  `create view invariant_change_miscounted as
    select p.attempt_id from counter_payment p join payment_attempt a on a.id = p.attempt_id
    where p.way = 'cash' and p.tendered - p.change <> a.amount`,
  // The limits of a price type are those of the web: the box office knows whom it sells to.
  `drop view invariant_limit_passed`,
  `create view invariant_limit_passed as
    select o.customer_id, t.performance_id, t.price_type
    from ticket t join customer_order o on o.id = t.order_id
    join performance p on p.id = t.performance_id join price_list l on l.id = p.price_list_id
    cross join lateral jsonb_array_elements(l.data -> 'priceTypes') type
    where t.returned_at is null and o.channel = 'web' and type ->> 'id' = t.price_type and type ? 'limit'
    group by o.customer_id, t.performance_id, t.price_type, type ->> 'limit'
    having count(*) > (type ->> 'limit')::int`,
]
