import { type Kysely, sql } from 'kysely'

/**
 * Lotteries of day seats: a draw for each performance, its entries, a type of locks for its seats, and the lock to which unpaid seats return.
 * A lottery is a record of the catalogue of the kind `day-seats`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table seat_hold drop constraint seat_hold_kind_check`,
  `alter table seat_hold add constraint seat_hold_kind_check
    check (kind in ('house', 'press', 'technical', 'access', 'promoter', 'agent', 'day-seats'))`,
  `create table day_seat_draw (
    performance_id text primary key references performance, lottery text not null, is_withdrawn boolean not null,
    opens_at timestamptz not null, closes_at timestamptz not null, draws_at timestamptz not null, pay_until timestamptz not null,
    max_quantity int not null check (max_quantity between 1 and 2), price_type text not null,
    seed text not null, seed_hash text not null, drawn_at timestamptz)`,
  `create index day_seat_draw_lottery on day_seat_draw (lottery)`,
  `create index day_seat_draw_due on day_seat_draw (draws_at) where drawn_at is null and not is_withdrawn`,
  `create table day_seat_entry (
    id uuid primary key, performance_id text not null references day_seat_draw, customer_id uuid not null references customer,
    quantity int not null check (quantity between 1 and 2), place int, outcome text check (outcome in ('won', 'lost')),
    reservation_id uuid references reservation, entered_at timestamptz not null default now(),
    unique (performance_id, customer_id), check ((reservation_id is not null) = (outcome is not distinct from 'won')))`,
  `create index day_seat_entry_customer on day_seat_entry (customer_id)`,
  `create index day_seat_entry_reservation on day_seat_entry (reservation_id) where reservation_id is not null`,
  // A table: processes of the release before copy the columns of reserved tickets.
  `create table reservation_ticket_lock (
    ticket_id uuid primary key references reservation_ticket on delete cascade, lock_id uuid not null references seat_hold)`,
  `create index reservation_ticket_lock_lock on reservation_ticket_lock (lock_id)`,
]
