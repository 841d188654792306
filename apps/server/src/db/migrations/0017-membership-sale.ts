import { type Kysely, sql } from 'kysely'

/** Memberships that are bought with an order: beside its tickets, and ended with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table basket_item drop constraint basket_item_kind_check, drop constraint basket_item_check,
    add constraint basket_item_kind_check check (kind in ('donation', 'refund-protection', 'membership')),
    add constraint basket_item_check check ((kind <> 'refund-protection') = (amount is not null and detail is not null))`,
  `alter table membership add column order_id uuid references customer_order`,
  `create index membership_order on membership (order_id) where order_id is not null`,
  `create view invariant_membership_unlike_its_order as
    select o.id from customer_order o
    where (select count(*) from membership m where m.order_id = o.id)
      <> case o.state when 'confirmed' then (select count(*) from order_line l where l.order_id = o.id and l.kind = 'membership') else 0 end`,
]
