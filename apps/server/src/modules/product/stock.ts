import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { stockKeyOf } from '@playhouse/domain/product'
import { lapsedItemOf } from '@playhouse/domain/lapsed-item'
import type { StoredDetail } from '@playhouse/domain/stored-detail'
import type { Result } from '@playhouse/domain/result'
import {
  countPiecesLeft,
  grantPieces,
  type Holder,
  type Pieces,
  type RequestedPieces,
  type Stock,
  type StockProblem,
} from './grant-pieces.ts'

/** An item of a basket that holds pieces. `id`: that of the item that it replaces, or a new one. `amount`: minor units. `detail`: as stored. */
export type ItemOfPieces = {
  readonly id: string
  readonly performance: string | null
  readonly amount: number | null
  readonly detail: object | null
}
type RequestedItem = RequestedPieces & { readonly item: ItemOfPieces }

/**
 * Puts pieces of products into baskets, in place of those of the same product that they hold. Each basket gets the result that it would
 * get if the requests were made one after the other. The pieces are held from the moment when the item is in the basket: the lock of the
 * stock excludes every other holder until the transaction ends. The caller has locked the baskets, which are different ones, and has
 * found them open. After pieces were refused, commit or roll back: lapsed baskets may have lost theirs.
 * @returns the results in the order of the requests
 */
export async function holdPieces(trx: Transaction<Database>, requests: readonly RequestedItem[]): Promise<Result<void, StockProblem>[]> {
  if (requests.length === 0) return []
  const first = grantPieces(await lockStocks(trx, requests), requests)
  const refusedKeys = requests.flatMap(({ product }, nth) => (first[nth]!.ok ? [] : [stockKeyOf(product)]))
  const hasReleased = refusedKeys.length > 0 && (await releaseLapsedPieces(trx, refusedKeys, requests.map(basketOf)))
  const results = hasReleased ? grantPieces(await lockStocks(trx, requests), requests) : first
  await writeItems(
    trx,
    requests.filter((_, nth) => results[nth]!.ok),
  )
  return results
}

/**
 * Sells the pieces of an order. Call it with the keys of the stocks in ascending order, so that two orders can't deadlock.
 * @returns false where other baskets hold or have bought them
 */
export async function sellStock(trx: Transaction<Database>, pieces: Pieces): Promise<boolean> {
  const { basket, product, quantity } = pieces
  const key = stockKeyOf(product)
  const isEnough = async (): Promise<boolean> => quantity <= countPiecesLeft((await lockStocks(trx, [pieces])).get(key)!, basket)
  if (!(await isEnough()) && !((await releaseLapsedPieces(trx, [key], [basket])) && (await isEnough()))) return false
  await trx
    .updateTable('product_stock')
    .set((eb) => ({ sold: eb('sold', '+', quantity) }))
    .where('key', '=', key)
    .execute()
  return true
}

/** Puts the pieces of a returned item on sale again. */
export async function returnStock(trx: Transaction<Database>, { product, quantity }: Omit<Pieces, 'basket'>): Promise<void> {
  await trx
    .updateTable('product_stock')
    .set((eb) => ({ sold: eb('sold', '-', quantity) }))
    .where('key', '=', stockKeyOf(product))
    .execute()
}

const basketOf = ({ basket }: { readonly basket: string }): string => basket

/** Locks the stocks of products in ascending order of their keys, and reads which baskets hold their pieces. */
async function lockStocks(
  trx: Transaction<Database>,
  requests: readonly Pick<Pieces, 'basket' | 'product'>[],
): Promise<ReadonlyMap<string, Stock>> {
  const keys = [...new Set(requests.map(({ product }) => stockKeyOf(product)))]
  const products = keys.map((key) => key.split('/')[0]!)
  const baskets = requests.map(basketOf)
  // Sent together: the database runs the count after the locks are granted, so it sees what their previous holders have committed.
  const [limits, locked, holders] = await Promise.all([
    sql<{ id: string; limit: number }>`select id, order_limit as "limit" from product where id = any(${products}::text[])`.execute(trx),
    sql<{ key: string; total: number; sold: number }>`
      select key, total, sold from product_stock where key = any(${keys}::text[]) order by key collate "C" for update`.execute(trx),
    sql<Holder & { readonly key: string }>`
      select split_part(i.product, ';', 1) as key, b.network, case when b.id = any(${baskets}::uuid[]) then b.id end as basket,
        case when b.id = any(${baskets}::uuid[]) then i.product end as product, sum(i.quantity)::int as pieces
      from basket_item i join basket b on b.id = i.basket_id
      where i.kind = 'product' and not i.has_ended and split_part(i.product, ';', 1) = any(${keys}::text[]) and b.state in ('open', 'paying')
      group by 1, 2, 3, 4`.execute(trx),
  ])
  const limitOf = new Map(limits.rows.map(({ id, limit }) => [id, limit]))
  const counted = new Map(locked.rows.map((row) => [row.key, row]))
  const holdersOf = Map.groupBy(holders.rows, ({ key }) => key)
  return new Map(
    keys.map((key, nth) => {
      const { total = Infinity, sold = 0 } = counted.get(key) ?? {}
      return [key, { total, sold, limit: limitOf.get(products[nth]!) ?? Infinity, holders: holdersOf.get(key) ?? [] }]
    }),
  )
}

/** Stores the items of baskets that hold pieces, at the place of those that they replace. */
async function writeItems(trx: Transaction<Database>, requests: readonly RequestedItem[]): Promise<void> {
  if (requests.length === 0) return
  const items = requests.map(({ item }) => item)
  await sql`
    insert into basket_item (id, basket_id, kind, product, quantity, performance_id, amount, detail)
    select id, basket, 'product', product, quantity, performance, amount, detail::jsonb from unnest(
      ${items.map(({ id }) => id)}::uuid[], ${requests.map(basketOf)}::uuid[], ${requests.map(({ product }) => product)}::text[],
      ${requests.map(({ quantity }) => quantity)}::int[], ${items.map(({ performance }) => performance)}::text[],
      ${items.map(({ amount }) => amount)}::int[], ${items.map(({ detail }) => detail && JSON.stringify(detail))}::text[])
      as held (id, basket, product, quantity, performance, amount, detail)
    on conflict (id) do update set
      (quantity, performance_id, amount, detail) = (excluded.quantity, excluded.performance_id, excluded.amount, excluded.detail)`.execute(
    trx,
  )
}

/**
 * Removes pieces from baskets past their deadline that no process has ended yet, which store what they have lost. A basket that is
 * locked is skipped: its lock is taken before that of a stock, and its transaction may extend the deadline.
 */
async function releaseLapsedPieces(trx: Transaction<Database>, keys: readonly string[], baskets: readonly string[]): Promise<boolean> {
  const { rows: lapsed } = await sql<{ id: string; basket: string; detail: StoredDetail; quantity: number }>`
    select i.id, i.basket_id as basket, i.detail, i.quantity from basket_item i join basket b on b.id = i.basket_id
    where i.kind = 'product' and not i.has_ended and split_part(i.product, ';', 1) = any(${keys}::text[]) and b.id <> all(${baskets}::uuid[])
      and b.state = 'open' and b.deadline <= now()
    for update of b skip locked`.execute(trx)
  if (lapsed.length === 0) return false
  const items = lapsed.flatMap((item) => lapsedItemOf(item).map((lapsedItem) => ({ basket: item.basket, item: lapsedItem })))
  await sql`
    update basket b set version = b.version + 1, lapsed_items = b.lapsed_items || l.items
    from (select e ->> 'basket' as basket, jsonb_agg(e -> 'item') as items
      from jsonb_array_elements(${JSON.stringify(items)}::jsonb) e group by 1) l
    where b.id::text = l.basket`.execute(trx)
  await trx
    .deleteFrom('basket_item')
    .where(
      'id',
      'in',
      lapsed.map(({ id }) => id),
    )
    .execute()
  return true
}
