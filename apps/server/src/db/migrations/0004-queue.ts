import { type Kysely, sql } from 'kysely'

/** Waiting rooms: who came before whom, who is called, and who went in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // All that processes must agree on, one row a performance, written once a second and once for each block of numbers.
  // `rate` is people a minute. `turns` counts those called since the opening, with the part of the next that is due.
  // The key of the draw is made with the draw itself: before it, there is nothing that anybody could know.
  `create table queue (
    performance_id text primary key references performance,
    round int not null default 1 check (round > 0), is_over boolean not null default false,
    gathers_at timestamptz not null, opens_at timestamptz not null check (gathers_at <= opens_at),
    rate int not null check (rate > 0), is_paused boolean not null default false,
    joined bigint not null default 0 check (joined >= 0),
    drawn bigint check (drawn between 0 and joined), draw_key text, check ((drawn is null) = (draw_key is null)),
    turns double precision not null default 0 check (turns between 0 and joined + 1),
    counted_at timestamptz not null default now()) with (fillfactor = 50)`,
  // A place is spent by one session, once: this key is what makes it so.
  `create table queue_entry (
    performance_id text not null, round int not null, number bigint not null, session_key text not null,
    entered_at timestamptz not null default now(), until timestamptz not null,
    primary key (performance_id, round, number))`,
  `create index queue_entry_session on queue_entry (session_key)`,
  // Places that went to another device; each move is a generation, and only the last one's token counts.
  `create table queue_move (
    performance_id text not null, round int not null, number bigint not null, generation int not null check (generation > 0),
    moved_at timestamptz not null default now(), primary key (performance_id, round, number))`,
  `create view invariant_queue_number_never_given as
    select performance_id, round, number from queue_entry join queue using (performance_id, round) where number >= joined
    union all select performance_id, round, number from queue_move join queue using (performance_id, round) where number >= joined`,
]
