import { type Kysely, sql } from 'kysely'

/** Money that is sold onto gift vouchers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table basket_item drop constraint basket_item_kind_check,
    add constraint basket_item_kind_check
      check (kind in ('donation', 'membership', 'gift-membership', 'refund-protection', 'gift-voucher', 'voucher-top-up'))`,
  `drop index basket_item_product`,
  `create unique index basket_item_product on basket_item (basket_id, kind, coalesce(product, ''))
    where kind in ('donation', 'membership', 'refund-protection', 'voucher-top-up')`,
  `alter table ledger_entry drop constraint ledger_entry_reason_check,
    add constraint ledger_entry_reason_check
      check (reason in ('issued', 'sold', 'topped-up', 'recalled', 'spent', 'returned', 'refunded', 'expired'))`,
  // `last_day_before`, `last_day`: the last day of the voucher before and after it.
  `create table voucher_top_up (
    id uuid primary key, account_id uuid not null references ledger_account, order_item_id uuid not null unique references order_item,
    amount int not null check (amount > 0), last_day_before date, last_day date,
    check (last_day is not distinct from last_day_before or last_day > last_day_before))`,
  `create index voucher_top_up_account on voucher_top_up (account_id)`,
  // The liability of a top-up begins with its sale, and ends with its return.
  `create view invariant_top_up_unlike_its_item as
    select i.id from order_item i join customer_order o on o.id = i.order_id left join voucher_top_up t on t.order_item_id = i.id
    where i.kind = 'voucher-top-up' and coalesce(t.amount, 0)
      <> case when o.state in ('confirmed', 'on-hold', 'returned') then i.amount else 0 end`,
  `create view invariant_top_up_unlike_its_entries as
    select t.id from voucher_top_up t join order_item i on i.id = t.order_item_id
    where t.amount <> coalesce((select sum(e.amount) from ledger_entry e
        where e.account_id = t.account_id and e.order_id = i.order_id and e.reason = 'topped-up'), 0)
      or (case when i.returned_at is null then 0 else t.amount end) <> coalesce((select -sum(e.amount) from ledger_entry e
        where e.account_id = t.account_id and e.order_id = i.order_id and e.reason = 'recalled'), 0)`,
]
