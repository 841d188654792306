import { type Kysely, sql } from 'kysely'

/** Cancelled group bookings. What the theatre keeps of their deposits is income: a side of the ledger with entries of one reason. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table group_booking add column cancelled_at timestamptz, add column kept int not null default 0 check (kept >= 0),
    add check (kept = 0 or cancelled_at is not null)`,
  `alter table ledger_entry drop constraint ledger_entry_house_check, drop constraint ledger_entry_reason_check,
    add constraint ledger_entry_house_check check (house in ('issued', 'sales', 'returns', 'expired', 'moved-in', 'kept-deposits')),
    add constraint ledger_entry_reason_check check (
      reason in ('issued', 'sold', 'topped-up', 'recalled', 'spent', 'returned', 'refunded', 'expired', 'moved-in', 'kept'))`,
  // What is kept of each booking is what left its account for that reason, and entries of one are entries of the other.
  `create view invariant_kept_deposits_unlike_their_entries as
    select g.reservation_id::text as id from group_booking g
    where g.kept <> coalesce((select -sum(e.amount) from ledger_entry e where e.account_id = g.account_id and e.reason = 'kept'), 0)
    union all
    select e.transfer_id::text from ledger_entry e
    where (e.house is not null and (e.house = 'kept-deposits') <> (e.reason = 'kept'))
      or (e.reason = 'kept' and e.account_id is not null and not exists (select from group_booking g where g.account_id = e.account_id))`,
]
