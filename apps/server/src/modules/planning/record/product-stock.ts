import { type Kysely, sql, type Transaction } from 'kysely'
import type { ProductStocks } from '@playhouse/api-client/contract'
import type { Database } from '#db'
import type { ChangeDependent } from '@playhouse/domain/change'
import type { StoredStock } from '@playhouse/domain/product-stock'
import type { SubjectModule } from '../subject.ts'

/** Reads the stocks of a product. Undefined for an unknown one. */
export async function readStocks(db: Kysely<Database>, product: string): Promise<ProductStocks | undefined> {
  const known = await db.selectFrom('product').select('id').where('id', '=', product).executeTakeFirst()
  if (!known) return undefined
  const { rows } = await sql<ProductStocks['stocks'][number]>`
    with stock as (
      select v.id as variant, v.name, v.position, null::text as instance, null::timestamp as starts
      from product_variant v join product p on p.id = v.product_id where p.id = ${product} and not p.needs_performance
      union all
      select v.id, v.name, v.position, f.id, f.starts_at at time zone f.time_zone
      from product_performance o join product_variant v on v.product_id = o.product_id and v.id = o.variant_id
        join performance f on f.id = o.instance_id
      where o.product_id = ${product} and f.starts_at > now() and f.sale <> 'cancelled')
    select k.key, s.name, case when s.instance is not null then
        jsonb_build_object('id', s.instance, 'startsAt', to_char(s.starts, 'YYYY-MM-DD"T"HH24:MI')) end as performance,
      t.total, coalesce(o.sold, 0)::int as sold, coalesce(h.held, 0)::int as held
    from stock s cross join lateral (select ${product} || '/' || s.variant || coalesce('@' || s.instance, '') as key) k
      left join product_stock t on t.key = k.key
      left join lateral (select sum(i.quantity) as sold from order_item i
        where i.kind = 'product' and i.returned_at is null and split_part(i.product, ';', 1) = k.key) o on true
      left join lateral (select sum(i.quantity) as held from basket_item i join basket b on b.id = i.basket_id
        where i.kind = 'product' and not i.has_ended and split_part(i.product, ';', 1) = k.key
          and b.state in ('open', 'paying')) h on true
    order by s.starts nulls first, s.instance, s.position, k.key`.execute(db)
  return { product, stocks: rows }
}

/** Keeps pieces from being held or sold until the transaction ends, and a product without counted pieces from being counted twice. */
export async function lockStocks(trx: Transaction<Database>, products: readonly string[]): Promise<void> {
  await sql`select from product where id = any(${[...products]}) order by id for no key update`.execute(trx)
  await sql`select from product_stock where product_id = any(${[...products]}) order by key collate "C" for update`.execute(trx)
}

/** The counted pieces of products. A key that a value lacks is not counted. */
export const productStockSubject: SubjectModule = {
  read: async (trx, ids) => {
    await lockStocks(trx, ids)
    const { rows } = await sql<{ id: string; value: StoredStock }>`
      select p.id, (select coalesce(jsonb_object_agg(s.key, s.total), '{}') from product_stock s where s.product_id = p.id) as value
      from product p where p.id = any(${[...ids]})`.execute(trx)
    return new Map(rows.map(({ id, value }) => [id, { value, version: 1 }]))
  },
  write: async (trx, _deps, rows) => {
    for (const { id, after } of rows) {
      const stock = Object.entries(after as StoredStock)
      const keys = stock.map(([key]) => key)
      await sql`delete from product_stock where product_id = ${id} and key <> all(${keys}::text[])`.execute(trx)
      for (const [key, total] of stock) {
        const [variant = '', instance] = key.slice(id.length + 1).split('@')
        // A stock for a performance needs the product to be sold for it.
        await sql`
          insert into product_stock (product_id, variant_id, instance_id, total)
          select ${id}, ${variant}, ${instance ?? null}, ${total}::int
          where ${instance ?? null}::text is null or exists (select from product_performance
            where product_id = ${id} and variant_id = ${variant} and instance_id = ${instance ?? null})
          on conflict (key) do update set total = excluded.total`.execute(trx)
      }
    }
  },
  remove: async (trx, ids) => {
    await sql`delete from product_stock where product_id = any(${[...ids]})`.execute(trx)
  },
  // Pieces that were sold or held since.
  dependents: async (trx, rows) => {
    const dependents: ChangeDependent[] = []
    for (const { id, before } of rows)
      for (const { key, sold, held } of (await readStocks(trx, id))?.stocks ?? []) {
        const total = (before as StoredStock | null)?.[key]
        if (total !== undefined && total < sold + held) dependents.push({ kind: 'reference', id: key, count: sold + held - total })
      }
    return dependents
  },
}
