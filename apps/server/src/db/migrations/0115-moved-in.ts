import { type Kysely, sql } from 'kysely'

/**
 * A theatre moves in from another system: what came from there, by its number there, so that an import can run again. Opening balances are
 * entries of the ledger of a separate kind. Answers on contact keep their day and their source.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table moved_in (
    kind text not null check (kind in ('customer', 'membership', 'credit', 'voucher')), key text not null, id uuid not null,
    moved_at timestamptz not null default now(), primary key (kind, key))`,
  `create index moved_in_id on moved_in (id)`,
  `alter table ledger_entry drop constraint ledger_entry_house_check, drop constraint ledger_entry_reason_check,
    add constraint ledger_entry_house_check check (house in ('issued', 'sales', 'returns', 'expired', 'moved-in')),
    add constraint ledger_entry_reason_check check (
      reason in ('issued', 'sold', 'topped-up', 'recalled', 'spent', 'returned', 'refunded', 'expired', 'moved-in'))`,
  `alter table contact_permission drop constraint contact_permission_source_check,
    add constraint contact_permission_source_check check (source in ('registration', 'account', 'checkout', 'box-office', 'moved-in'))`,
  // What moved in comes from the opening side and nowhere else, on accounts that the import opened.
  `create view invariant_moved_in_unlike_its_entries as
    select e.transfer_id from ledger_entry e
    where (e.house = 'moved-in' and e.reason <> 'moved-in')
      or (e.reason = 'moved-in' and e.house is not null and e.house <> 'moved-in')
      or (e.reason = 'moved-in' and e.account_id is not null
        and not exists (select from moved_in m where m.id = e.account_id and m.kind in ('credit', 'voucher')))`,
]
