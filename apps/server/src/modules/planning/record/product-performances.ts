import { type Kysely, sql, type Transaction } from 'kysely'
import type { ProductPerformances } from '@playhouse/api-client/contract'
import type { Database } from '#db'
import type { ChangeDependent, ChangeRow } from '@playhouse/domain/change'
import { performanceStockKeys, type StoredProductPerformances, versionOfPerformances } from '@playhouse/domain/product-performances'
import type { SubjectModule } from '../subject.ts'
import { lockStocks } from './product-stock.ts'
import { countProductUses } from './product-subject.ts'

/** Reads the performances for which a product is sold. Undefined for an unknown product. */
export async function readProductPerformances(db: Kysely<Database>, product: string): Promise<ProductPerformances | undefined> {
  const stored = (await readStoredPerformances(db, [product])).get(product)
  if (!stored) return undefined
  const { rows } = await sql<ProductPerformances['performances'][number]>`
    select f.id, r.data ->> 'title' as title, to_char(f.starts_at at time zone f.time_zone, 'YYYY-MM-DD"T"HH24:MI') as "startsAt",
      jsonb_agg(jsonb_build_object('variant', v.id, 'price', o.price, 'fee', o.fee, 'sold', coalesce(s.sold, 0), 'held', coalesce(h.held, 0))
        order by v.position) as variants
    from product_performance o join product_variant v on v.product_id = o.product_id and v.id = o.variant_id
      join performance f on f.id = o.instance_id join production r on r.id = f.production_id
      cross join lateral (select o.product_id || '/' || o.variant_id || '@' || o.instance_id as key) k
      left join lateral (select sum(i.quantity)::int as sold from order_item i
        where i.kind = 'product' and i.returned_at is null and split_part(i.product, ';', 1) = k.key) s on true
      left join lateral (select sum(i.quantity)::int as held from basket_item i join basket b on b.id = i.basket_id
        where i.kind = 'product' and not i.has_ended and split_part(i.product, ';', 1) = k.key and b.state in ('open', 'paying')) h on true
    where o.product_id = ${product} and f.starts_at > now() and f.sale <> 'cancelled'
    group by f.id, r.id order by f.starts_at, f.id`.execute(db)
  return { product, version: versionOfPerformances(stored), performances: rows }
}

/** Reads the stored performances of products, by the id of the product. */
export async function readStoredPerformances(
  db: Kysely<Database>,
  products: readonly string[],
): Promise<Map<string, StoredProductPerformances>> {
  const { rows } = await sql<{ id: string; value: StoredProductPerformances }>`
    select p.id, (select coalesce(jsonb_object_agg(i.instance_id, i.variants), '{}') from (
        select o.instance_id, jsonb_object_agg(o.variant_id,
          case when o.price is not null then jsonb_build_object('price', o.price, 'fee', o.fee) end) as variants
        from product_performance o where o.product_id = p.id group by o.instance_id) i) as value
    from product p where p.id = any(${[...products]})`.execute(db)
  return new Map(rows.map(({ id, value }) => [id, value]))
}

/** The keys of stocks that one value has and the other one lacks. */
export function lostKeys(product: string, from: unknown, to: unknown): string[] {
  const of = (value: unknown): string[] => performanceStockKeys(product, (value ?? {}) as StoredProductPerformances)
  const kept = new Set(of(to))
  return of(from).filter((key) => !kept.has(key))
}

/** The performances for which products are sold. Performances and variants that were removed meanwhile are left out. */
export const productPerformancesSubject: SubjectModule = {
  read: async (trx, ids) => {
    await lockStocks(trx, ids)
    const stored = await readStoredPerformances(trx, ids)
    return new Map([...stored].map(([id, value]) => [id, { value, version: versionOfPerformances(value) }]))
  },
  write: async (trx, _deps, rows) => {
    for (const { id, after } of rows) {
      const wanted = sql`(
        select i.key as instance_id, v.key as variant_id, (v.value ->> 'price')::int as price, (v.value ->> 'fee')::int as fee
        from jsonb_each(${JSON.stringify(after)}::jsonb) i, jsonb_each(i.value) v)`
      await sql`
        delete from product_performance o where product_id = ${id}
          and not exists (select from ${wanted} w where w.instance_id = o.instance_id and w.variant_id = o.variant_id)`.execute(trx)
      await sql`
        insert into product_performance as o (product_id, variant_id, instance_id, price, fee)
        select ${id}, w.variant_id, w.instance_id, w.price, w.fee from ${wanted} w
          join performance f on f.id = w.instance_id join product_variant v on v.product_id = ${id} and v.id = w.variant_id
        on conflict (product_id, variant_id, instance_id) do update set price = excluded.price, fee = excluded.fee
          where (o.price, o.fee) is distinct from (excluded.price, excluded.fee)`.execute(trx)
    }
  },
  remove: async (trx, ids) => {
    await sql`delete from product_performance where product_id = any(${[...ids]})`.execute(trx)
  },
  // Pieces that were sold, held or counted since for performances that an undo removes.
  dependents: async (trx, rows) => {
    const lost = rows.flatMap(({ id, before, after }: ChangeRow) => lostKeys(id, after, before))
    return [...(await countProductUses(trx, lost)), ...(await countStocks(trx, lost))]
  },
}

async function countStocks(trx: Transaction<Database>, keys: readonly string[]): Promise<ChangeDependent[]> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from product_stock where key = any(${[...keys]}::text[])`.execute(trx)
  return rows.filter(({ count }) => count > 0).map(({ count }) => ({ kind: 'reference', id: 'product_stock', count }))
}
