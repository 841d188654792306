import { type Kysely, sql } from 'kysely'

/** Gift vouchers that the box office sends by post. The price of the letter is the fee of their item. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table gift_voucher add column to_post boolean not null default false, add column posted_at timestamptz`,
  `create index gift_voucher_to_post on gift_voucher (order_item_id) where to_post and posted_at is null`,
  `create or replace view invariant_voucher_unlike_its_item as
    select i.id from order_item i join customer_order o on o.id = i.order_id
      cross join lateral (select count(*) as count, coalesce(sum(v.amount), 0) as amount from gift_voucher v where v.order_item_id = i.id) v
    where i.kind = 'gift-voucher'
      and (v.count, v.amount) is distinct from
        case when o.state in ('confirmed', 'on-hold', 'returned') then (i.quantity::bigint, (i.amount - i.fee)::bigint) else (0::bigint, 0::bigint) end`,
]
