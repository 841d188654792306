import { type Kysely, sql } from 'kysely'

/** Orders move in too. Each is paid from an account of credit that opens with the money that the former system took for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table moved_in drop constraint moved_in_kind_check,
    add constraint moved_in_kind_check check (kind in ('customer', 'membership', 'credit', 'voucher', 'order', 'order-payment'))`,
  `create or replace view invariant_moved_in_unlike_its_entries as
    select e.transfer_id from ledger_entry e
    where (e.house = 'moved-in' and e.reason <> 'moved-in')
      or (e.reason = 'moved-in' and e.house is not null and e.house <> 'moved-in')
      or (e.reason = 'moved-in' and e.account_id is not null
        and not exists (select from moved_in m where m.id = e.account_id and m.kind in ('credit', 'voucher', 'order-payment')))`,
]
