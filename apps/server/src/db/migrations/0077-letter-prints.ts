import { type Kysely, sql } from 'kysely'

/**
 * When a letter with gift vouchers was printed: another code of one of its vouchers makes another print necessary. The postage of a letter
 * that was sent is not returned.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table gift_voucher add column letter_printed_at timestamptz`,
  `update gift_voucher set letter_printed_at = issued_at where to_post and posted_at is null`,
  `create or replace view invariant_returned_unpaid as
    select o.id from customer_order o cross join lateral (select o.total
      - coalesce((select sum(f.amount) from refund f where f.order_id = o.id), 0)
      - coalesce((select sum(e.amount) from ledger_entry e
        where e.order_id = o.id and e.account_id is not null and e.reason in ('returned', 'refunded')), 0) as kept) r
    where o.state = 'returned' and r.kept <> 0 and r.kept <> coalesce((
      select sum(i.fee) from order_item i where i.order_id = o.id
        and exists (select from gift_voucher v where v.order_item_id = i.id and v.posted_at is not null)), 0)`,
]
