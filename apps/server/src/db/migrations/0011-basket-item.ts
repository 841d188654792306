import { type Kysely, sql } from 'kysely'

/** What is bought beside tickets: a donation with all that was said of it, and the protection of the tickets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // What protection costs depends on the tickets beside it, so it has no amount of its own before it is paid for.
  `create table basket_item (
    id uuid primary key, basket_id uuid not null references basket, kind text not null check (kind in ('donation', 'refund-protection')),
    amount int check (amount > 0), detail jsonb, added_at timestamptz not null default clock_timestamp(),
    unique (basket_id, kind), check ((kind = 'donation') = (amount is not null and detail is not null)))`,
  `alter table basket add column gift_aid boolean not null default false`,

  // What a donor said with an order, and what Gift Aid adds where it was declared.
  `alter table donation add column recognition_name text, add column is_anonymous boolean not null default false, add column tribute_name text,
    add column gift_aid int not null default 0 check (gift_aid >= 0 and gift_aid <= amount / 4)`,
  `create index donation_order on donation (order_id) where order_id is not null`,
  `create view invariant_donation_unlike_its_order as
    select o.id from customer_order o
    where coalesce((select sum(d.amount) from donation d where d.order_id = o.id), 0)
      <> case o.state when 'confirmed' then coalesce((select sum(l.amount) from order_line l where l.order_id = o.id and l.kind = 'donation'), 0) else 0 end`,
]
