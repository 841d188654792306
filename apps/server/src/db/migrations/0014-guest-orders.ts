import { type Kysely, sql } from 'kysely'

/** What somebody bought as a guest can be moved to the account that they open later; who bought it stays written down. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table customer_order add column bought_as uuid references customer`,
  `create index customer_order_bought_as on customer_order (bought_as) where bought_as is not null`,
  `alter table account_link drop constraint account_link_purpose_check,
    add constraint account_link_purpose_check check (purpose in ('reset-password', 'sign-in', 'guest-order', 'claim-orders'))`,
  // Limits are kept when somebody buys: what comes to an account afterwards breaks none.
  `drop view invariant_limit_passed`,
  `create view invariant_limit_passed as
    select coalesce(o.bought_as, o.customer_id) as customer_id, t.performance_id, t.price_type
    from ticket t join customer_order o on o.id = t.order_id
    join performance p on p.id = t.performance_id join price_list l on l.id = p.price_list_id
    cross join lateral jsonb_array_elements(l.data -> 'priceTypes') type
    where t.returned_at is null and o.channel = 'web' and type ->> 'id' = t.price_type and type ? 'limit'
    group by coalesce(o.bought_as, o.customer_id), t.performance_id, t.price_type, type ->> 'limit'
    having count(*) > (type ->> 'limit')::int`,
]
