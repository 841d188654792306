import { type Kysely, sql } from 'kysely'

/** Orders that add to an order which is confirmed already. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // `add_ons`: how many orders were placed that add to this one. Their numbers count them.
  `alter table customer_order add column adds_to uuid references customer_order, add column add_ons int not null default 0`,
  `create index customer_order_adds_to on customer_order (adds_to) where adds_to is not null`,
  `alter table basket add column adds_to_order uuid references customer_order`,
  `create view invariant_add_ons_unlike_their_order as
    select o.id from customer_order o
    left join lateral (select count(*) as count from customer_order a where a.adds_to = o.id) a on true
    left join customer_order root on root.id = o.adds_to
    where o.add_ons <> a.count or root.adds_to is not null or (root.id is not null and o.number not like root.number || '-%')`,
]
