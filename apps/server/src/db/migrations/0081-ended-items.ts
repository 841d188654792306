import { type Kysely, sql } from 'kysely'

/** Items of ended baskets hold no stock, and lapsed items name the type of their product. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // The stock is counted under its lock: the index has only the items that may hold pieces.
  `alter table basket_item add column has_ended boolean not null default false`,
  `update basket_item i set has_ended = true from basket b
    where b.id = i.basket_id and i.kind = 'product' and b.state not in ('open', 'paying')`,
  `drop index basket_item_stock`,
  `create index basket_item_stock on basket_item (split_part(product, ';', 1)) where kind = 'product' and not has_ended`,
  // A product can't be deleted after a sale, but before one.
  `update basket set lapsed_items = (
    select coalesce(jsonb_agg(item || jsonb_build_object('type', p.type) order by nth), '[]')
    from jsonb_array_elements(lapsed_items) with ordinality as one (item, nth) join product p on p.id = item ->> 'product')
    where lapsed_items <> '[]'`,
]
