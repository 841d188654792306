import { type Kysely, sql } from 'kysely'

/** Gift vouchers that are sold: accounts of the ledger from the sale on, whose codes are made when they are sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table basket_item drop constraint basket_item_kind_check,
    add constraint basket_item_kind_check check (kind in ('donation', 'membership', 'refund-protection', 'gift-voucher'))`,
  `alter table ledger_account drop constraint ledger_account_check2,
    add constraint ledger_account_code_check check (kind = 'gift-voucher' or code_digest is null),
    add column blocked_at timestamptz`,
  `alter table ledger_entry drop constraint ledger_entry_reason_check,
    add constraint ledger_entry_reason_check
      check (reason in ('issued', 'sold', 'recalled', 'spent', 'returned', 'refunded', 'expired'))`,
  `create table gift_voucher (
    id uuid primary key, account_id uuid not null unique references ledger_account, order_item_id uuid not null references order_item,
    amount int not null check (amount > 0), send_at timestamptz not null, issued_at timestamptz)`,
  `create index gift_voucher_item on gift_voucher (order_item_id)`,
  `create index gift_voucher_due on gift_voucher (send_at) where issued_at is null`,
  `create view invariant_voucher_unlike_its_item as
    select i.id from order_item i join customer_order o on o.id = i.order_id
      cross join lateral (select count(*) as count, coalesce(sum(v.amount), 0) as amount from gift_voucher v where v.order_item_id = i.id) v
    where i.kind = 'gift-voucher'
      and (v.count, v.amount) is distinct from
        case when o.state in ('confirmed', 'on-hold', 'returned') then (i.quantity::bigint, i.amount::bigint) else (0::bigint, 0::bigint) end`,
  // The liability of a voucher begins with its sale, and ends with its return.
  `create view invariant_voucher_unlike_its_sale as
    select v.id from gift_voucher v join order_item i on i.id = v.order_item_id join ledger_account a on a.id = v.account_id
    where (i.returned_at is not null and a.blocked_at is null)
      or v.amount <> coalesce((select sum(e.amount) from ledger_entry e where e.account_id = a.id and e.reason = 'sold'), 0)`,
  `create view invariant_voucher_overdue as
    select v.id from gift_voucher v join order_item i on i.id = v.order_item_id
    where v.issued_at is null and i.returned_at is null and v.send_at < now() - interval '15 minutes'`,
]
