import { type Kysely, sql } from 'kysely'

/** The items of an order are its lines and what was paid for; donations and memberships are those of items that were not returned. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create view invariant_item_unlike_its_line as
    select coalesce(i.order_id, l.order_id) as order_id, coalesce(i.position, l.position) as position
    from (select * from order_line where kind not in ('ticket', 'delivery', 'fee', 'discount')) l
    full join order_item i on i.order_id = l.order_id and i.position = l.position
    where (i.kind, i.name, i.amount, i.fee) is distinct from (l.kind, l.ref, l.amount, l.fee)`,
  `create view invariant_order_unlike_its_quote as
    select o.id from customer_order o join payment_attempt a on a.id = o.attempt_id
    where jsonb_array_length(a.quote -> 'lines') <> (select count(*) from order_line l where l.order_id = o.id)
      or (select count(*) from jsonb_array_elements(a.quote -> 'items')) <> (select count(*) from order_item i where i.order_id = o.id)
      or coalesce((select sum((e ->> 'amount')::int) from jsonb_array_elements(a.quote -> 'items') e), 0)
        <> coalesce((select sum(i.amount) from order_item i where i.order_id = o.id), 0)`,
  `create view invariant_item_of_a_returned_order as
    select i.id from order_item i join customer_order o on o.id = i.order_id
    where o.state in ('returned', 'failed') and i.returned_at is null`,
  `create or replace view invariant_donation_unlike_its_order as
    select o.id from customer_order o
    where coalesce((select sum(d.amount) from donation d where d.order_id = o.id), 0)
      <> case when o.state in ('confirmed', 'on-hold') then coalesce((
        select sum(i.amount) from order_item i where i.order_id = o.id and i.kind = 'donation' and i.returned_at is null), 0) else 0 end`,
  `create or replace view invariant_membership_unlike_its_order as
    select o.id from customer_order o
    where (select count(*) from membership m where m.order_id = o.id)
      <> case when o.state in ('confirmed', 'on-hold') then (
        select count(*) from order_item i where i.order_id = o.id and i.kind = 'membership' and i.returned_at is null) else 0 end`,
]
