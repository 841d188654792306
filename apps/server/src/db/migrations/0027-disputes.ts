import { type Kysely, sql } from 'kysely'

/** Disputes, and refunds that were made in the provider's dashboard: the order is on hold, with a reason. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // `dispute`: the state of the last dispute, also of a returned order; `hold`: why the tickets are not valid.
  `alter table customer_order
    add column dispute text check (dispute in ('open', 'won', 'lost')),
    add column hold text check (hold in ('disputed', 'dispute-lost', 'refunded')),
    add check ((state = 'on-hold') = (hold is not null))`,
  `alter table refund add column is_elsewhere boolean not null default false`,

  // Staff handle these: they answer a dispute at the provider, and take back tickets without money.
  `create view invariant_order_on_hold as
    select id, number, dispute, hold from customer_order where state = 'on-hold' or dispute = 'open'`,

  `drop view invariant_order_unbalanced`,
  `create view invariant_order_unbalanced as
    select o.id from customer_order o left join order_line l on l.order_id = o.id
    group by o.id having o.total <> coalesce(sum(l.amount), 0)
      or (o.state in ('confirmed', 'on-hold', 'returned') and o.paid <> o.total)`,
  `drop view invariant_order_without_money`,
  `create view invariant_order_without_money as
    select o.id from customer_order o join payment_attempt a on a.id = o.attempt_id
    where o.state in ('confirmed', 'on-hold', 'returned')
      and (a.state <> 'succeeded' or o.total <> a.amount + coalesce(
        (select sum(e.amount) from ledger_entry e where e.order_id = o.id and e.house = 'sales' and e.reason = 'spent'), 0))`,
  `drop view invariant_donation_unlike_its_order`,
  `create view invariant_donation_unlike_its_order as
    select o.id from customer_order o
    where coalesce((select sum(d.amount) from donation d where d.order_id = o.id), 0)
      <> case when o.state in ('confirmed', 'on-hold')
        then coalesce((select sum(l.amount) from order_line l where l.order_id = o.id and l.kind = 'donation'), 0) else 0 end`,
  `drop view invariant_membership_unlike_its_order`,
  `create view invariant_membership_unlike_its_order as
    select o.id from customer_order o
    where (select count(*) from membership m where m.order_id = o.id)
      <> case when o.state in ('confirmed', 'on-hold')
        then (select count(*) from order_line l where l.order_id = o.id and l.kind = 'membership') else 0 end`,
]
