import { type Kysely, sql } from 'kysely'

/** What seat maps are kept true by: which seats a transaction touched, noted by the table of claims itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const noting = (event: 'insert' | 'update' | 'delete', rows: 'new' | 'old'): string =>
  `create trigger seat_claim_${event} after ${event} on seat_claim referencing ${rows} table as touched
    for each statement execute function note_seat_change()`

const statements = [
  // One row a statement, never changed, cleared away after some minutes. No counter: two claims never wait for each other here.
  // `xid` is the writer's top-level transaction, by which a reader tells what one snapshot shows that an earlier did not.
  `create table seat_change (
    performance_id text not null, xid xid8 not null default pg_current_xact_id(), seats int[] not null,
    at timestamptz not null default clock_timestamp())`,
  `create index seat_change_since on seat_change (performance_id, xid)`,
  `create function note_seat_change() returns trigger language plpgsql as $$
    begin
      insert into seat_change (performance_id, seats) select performance_id, array_agg(seat) from touched group by performance_id;
      return null;
    end $$`,
  noting('insert', 'new'),
  noting('update', 'new'),
  noting('delete', 'old'),
]
