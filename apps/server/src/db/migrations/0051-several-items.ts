import { type Kysely, sql } from 'kysely'

/** Several items of a kind in one basket: one of each product, where the kind allows no more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table basket_item drop constraint basket_item_basket_id_kind_key`,
  // The rules of `replacesItem`, for the kinds that were sold before.
  `create unique index basket_item_product on basket_item (basket_id, kind, coalesce(product, ''))
    where kind in ('donation', 'membership', 'refund-protection')`,
]
