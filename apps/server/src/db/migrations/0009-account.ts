import { type Kysely, sql } from 'kysely'

/** What a customer keeps with the house: details, an address book, permissions, cards, an access ID, what they gave and hold. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // who they are
  `alter table customer add column birth_date date, add column birth_year int check (birth_year between 1900 and 2100),
    add check (birth_date is null or birth_year is null)`,
  // A new e-mail address counts once somebody who reads its mail has said so. The token itself is in the mail alone.
  `create table email_change (
    token_hash text primary key, customer_id uuid not null references customer, email text not null, until timestamptz not null,
    used_at timestamptz, created_at timestamptz not null default now())`,
  `create index email_change_customer on email_change (customer_id)`,
  `create index email_change_until on email_change (until)`,

  // the address book: each use has one address at most
  `alter table address add column is_billing boolean not null default false, add column is_delivery boolean not null default false,
    add column created_at timestamptz not null default now()`,
  `update address set is_billing = true, is_delivery = true where is_primary`,
  `create index address_customer on address (customer_id, created_at)`,
  `create unique index address_billing on address (customer_id) where is_billing`,
  `create unique index address_delivery on address (customer_id) where is_delivery`,

  // Evidence of what somebody allowed: each word they said, in which wording, when and where. The newest counts.
  `create table contact_permission (
    id uuid primary key, customer_id uuid not null references customer, purpose text not null, channel text not null,
    is_allowed boolean not null, wording text not null, source text not null check (source in ('registration', 'account', 'checkout', 'box-office')),
    said_at timestamptz not null default clock_timestamp())`,
  `create index contact_permission_newest on contact_permission (customer_id, purpose, channel, said_at desc)`,
  `create table gift_aid_declaration (
    id uuid primary key, customer_id uuid not null references customer, is_declared boolean not null, wording text not null,
    said_at timestamptz not null default clock_timestamp())`,
  `create index gift_aid_declaration_newest on gift_aid_declaration (customer_id, said_at desc)`,
  `create function keep_evidence() returns trigger language plpgsql as $$
    begin raise exception 'evidence in % is never changed', tg_table_name using errcode = 'restrict_violation'; end $$`,
  `create trigger contact_permission_kept before update or delete on contact_permission for each row execute function keep_evidence()`,
  `create trigger gift_aid_declaration_kept before update or delete on gift_aid_declaration for each row execute function keep_evidence()`,
  `insert into contact_permission (id, customer_id, purpose, channel, is_allowed, wording, source, said_at)
    select gen_random_uuid(), id, 'whats-on', 'email', true, 'registration', 'registration', marketing_at from customer where marketing_at is not null`,
  `create table customer_interest (customer_id uuid not null references customer, interest text not null, primary key (customer_id, interest))`,
  `create table survey_answer (
    customer_id uuid not null references customer, question text not null, answer text not null, said_at timestamptz not null default now(),
    primary key (customer_id, question))`,

  // The scheme's cards, as the house knows them. One without a name is anybody's, for demonstrations.
  `create table access_card (
    access_id text primary key check (access_id = upper(access_id)), last_name text, types jsonb not null, created_at timestamptz not null default now())`,

  // Cards that the payment provider keeps: its token, and what tells the customer which card it is.
  `create table payment_card (
    id uuid primary key, customer_id uuid not null references customer, provider text not null, token text not null, masked text not null,
    cardholder text not null, expires text not null check (expires ~ '^[0-9]{4}-[0-9]{2}$'), is_preferred boolean not null default false,
    created_at timestamptz not null default now(), unique (customer_id, provider, token))`,
  `create unique index payment_card_preferred on payment_card (customer_id) where is_preferred`,

  // what they gave, and what they hold
  `create table donation (
    id uuid primary key, customer_id uuid not null references customer, order_id uuid references customer_order, fund text not null, appeal text,
    amount int not null check (amount > 0), given_at timestamptz not null default now())`,
  `create index donation_customer on donation (customer_id, given_at desc)`,
  `create table ticket_subscription (
    id uuid primary key, customer_id uuid not null references customer, name text not null, pricing_structure text not null,
    price int not null check (price >= 0), issued_on date not null, expires_on date not null, vouchers int not null check (vouchers >= 0),
    used int not null default 0 check (used >= 0 and used <= vouchers), created_at timestamptz not null default now())`,
  `create index ticket_subscription_customer on ticket_subscription (customer_id)`,

  // People who book together. The account's own person has no row: with nobody chosen it is they who book.
  `create table household_member (
    id uuid primary key, customer_id uuid not null references customer, first_name text not null, last_name text not null,
    is_booking boolean not null default false, created_at timestamptz not null default now())`,
  `create index household_member_customer on household_member (customer_id, created_at)`,
  `create unique index household_member_booking on household_member (customer_id) where is_booking`,
  `alter table customer_order add column booked_for text`,
]
