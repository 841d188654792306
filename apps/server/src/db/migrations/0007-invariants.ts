import { type Kysely, sql } from 'kysely'

/**
 * What must never be true, beside what earlier steps say of it: each view named `invariant_…` returns no row in a
 * healthy house, at any moment and after any crash. A new one is found by its name alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** A basket that can still be bought, by the database's clock. */
const live = `(b.state = 'paying' or (b.state = 'open' and b.deadline > now()))`
/** Ends of an attempt after which the provider owes us nothing, nor we the payer. */
const ended = `('succeeded', 'declined', 'cancelled', 'timed-out', 'failed', 'refund-due', 'refunded')`

const statements = [
  // seats
  `create view invariant_seat_sold_twice as
    select performance_id, seat from ticket where returned_at is null group by performance_id, seat having count(*) > 1`,
  `create view invariant_seat_in_two_baskets as
    select t.performance_id, t.seat from basket_ticket t join basket b on b.id = t.basket_id
    where ${live} group by t.performance_id, t.seat having count(distinct t.basket_id) > 1`,
  `create view invariant_basket_without_its_seat as
    select t.basket_id, t.performance_id, t.seat from basket_ticket t join basket b on b.id = t.basket_id
    where ${live} and not exists (
      select from seat_claim c where c.performance_id = t.performance_id and c.seat = t.seat and c.basket_id = t.basket_id
        and c.state = case b.state when 'paying' then 'paying' else 'held' end)`,
  `create view invariant_paying_without_payer as
    select c.performance_id, c.seat from seat_claim c left join basket b on b.id = c.basket_id
    where c.state = 'paying' and b.state is distinct from 'paying'`,

  // baskets and payments
  `create view invariant_basket_stuck_paying as
    select b.id from basket b where b.state = 'paying'
      and not exists (select from payment_attempt a where a.basket_id = b.id and a.state not in ${ended})`,
  `create view invariant_basket_completed_without_order as
    select b.id from basket b where b.state = 'completed' and not exists (select from customer_order o where o.basket_id = b.id)`,
  `create view invariant_attempt_unlike_its_quote as
    select a.id from payment_attempt a where a.amount <> (a.quote -> 'totals' ->> 'leftToPay')::int`,
  `create view invariant_payment_in_doubt as
    select id from payment_attempt where state in ('created', 'redirected') and pay_until < now() - interval '15 minutes'`,
  `create view invariant_refund_overdue as
    select id from payment_attempt where state = 'refund-due' and settled_at < now() - interval '15 minutes'`,

  // orders
  `create view invariant_order_of_another as
    select o.id from customer_order o join payment_attempt a on a.id = o.attempt_id join basket b on b.id = o.basket_id
    where a.customer_id <> o.customer_id or a.basket_id <> o.basket_id or b.customer_id <> o.customer_id`,
  `create view invariant_order_without_its_tickets as
    select o.id from customer_order o
    where (select count(*) from order_line l where l.order_id = o.id and l.kind = 'ticket')
      <> (select count(*) from ticket t where t.order_id = o.id)`,
  `create view invariant_limit_passed as
    select o.customer_id, t.performance_id, t.price_type
    from ticket t join customer_order o on o.id = t.order_id
    join performance p on p.id = t.performance_id join price_list l on l.id = p.price_list_id
    cross join lateral jsonb_array_elements(l.data -> 'priceTypes') type
    where t.returned_at is null and type ->> 'id' = t.price_type and type ? 'limit'
    group by o.customer_id, t.performance_id, t.price_type, type ->> 'limit'
    having count(*) > (type ->> 'limit')::int`,

  // the trail: nothing comes into a state but by a row that says so, written in the same transaction
  `create view invariant_state_without_trail as
    select 'basket' as subject, b.id from basket b where b.state <> 'open'
      and not exists (select from audit t where t.subject = 'basket' and t.subject_id = b.id::text and t.to_state = b.state)
    union all
    select 'payment', a.id from payment_attempt a
      where not exists (select from audit t where t.subject = 'payment' and t.subject_id = a.id::text and t.to_state = a.state)
    union all
    select 'order', o.id from customer_order o
      where not exists (select from audit t where t.subject = 'order' and t.subject_id = o.id::text and t.to_state = o.state)`,
]
