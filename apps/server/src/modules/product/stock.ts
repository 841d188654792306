import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { wideNetworkPrefix } from '@playhouse/domain/limit'
import { mostPiecesByNetwork, mostPiecesByWideNetwork, stockKeyOf } from '@playhouse/domain/product'
import { lapsedItemOf } from '@playhouse/domain/lapsed-item'
import type { StoredDetail } from '@playhouse/domain/item-offer'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'

/**
 * Pieces of a product, by its `productKey`, that a basket holds or buys. `network`: whose holds are limited; absent for none. `isVerified`:
 * whether the visitor has passed the bot check.
 */
type Pieces = {
  readonly basket: string
  readonly product: string
  readonly quantity: number
  readonly network?: string | undefined
  readonly isVerified?: boolean | undefined
}

/**
 * Checks that a basket can hold pieces of a product, in place of those that it holds. The pieces are held from the moment when the item is
 * in the basket: the lock of the stock excludes every other holder until the transaction ends. The caller has locked the basket.
 */
export async function validateStock(
  trx: Transaction<Database>,
  pieces: Pieces & { readonly name: string },
): Promise<Result<void, Problem<'product-sold-out' | 'product-network-limit' | 'bot-check-required' | 'invalid-input'>>> {
  const { name } = pieces
  const others = await countOtherOptions(trx, pieces)
  const quantity = pieces.quantity + others.pieces
  if (quantity > others.limit) return fail(problem('invalid-input', { fields: ['quantity'] }))
  const stock = await lockStock(trx, { ...pieces, quantity })
  if (quantity > stock.piecesLeft)
    return fail(problem('product-sold-out', { name, piecesLeft: Math.max(0, stock.piecesLeft - others.pieces) }))
  if (stock.heldByNetwork + quantity > stock.mostByNetwork)
    return fail(problem('product-network-limit', { name, maximum: stock.mostByNetwork }))
  if (stock.heldByWideNetwork + quantity <= stock.mostByWideNetwork) return ok(undefined)
  return fail(
    pieces.isVerified ? problem('product-network-limit', { name, maximum: stock.mostByWideNetwork }) : problem('bot-check-required'),
  )
}

/** The pieces of the same stock with other options in the basket, and the most that one order has of all. */
async function countOtherOptions(
  trx: Transaction<Database>,
  { basket, product }: Pieces,
): Promise<{ readonly pieces: number; readonly limit: number }> {
  const key = stockKeyOf(product)
  if (key === product) return { pieces: 0, limit: Infinity }
  const { rows } = await sql<{ pieces: number; limit: number }>`
    select p.order_limit as "limit", (select coalesce(sum(i.quantity), 0)::int from basket_item i
      where i.basket_id = ${basket} and i.kind = 'product' and split_part(i.product, ';', 1) = ${key} and i.product <> ${product}) as pieces
    from product p where p.id = split_part(${key}, '/', 1)`.execute(trx)
  return rows[0] ?? { pieces: 0, limit: Infinity }
}

/**
 * Sells the pieces of an order. Call it with the keys of the stocks in ascending order, so that two orders can't deadlock.
 * @returns false where other baskets hold or have bought them
 */
export async function sellStock(trx: Transaction<Database>, pieces: Pieces): Promise<boolean> {
  const { product, quantity } = pieces
  if (quantity > (await lockStock(trx, pieces)).piecesLeft) return false
  await trx
    .updateTable('product_stock')
    .set((eb) => ({ sold: eb('sold', '+', quantity) }))
    .where('key', '=', stockKeyOf(product))
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

/** `piecesLeft`: pieces that no other basket holds or has bought; infinity where they are not counted. */
type LockedStock = {
  readonly piecesLeft: number
  readonly heldByNetwork: number
  readonly mostByNetwork: number
  readonly heldByWideNetwork: number
  readonly mostByWideNetwork: number
}
const uncounted: LockedStock = {
  ...{ piecesLeft: Infinity, heldByNetwork: 0, mostByNetwork: Infinity, heldByWideNetwork: 0, mostByWideNetwork: Infinity },
}

/** Locks the stock of a product, and counts its pieces in other baskets. */
async function lockStock(
  trx: Transaction<Database>,
  { basket, product, quantity, network, isVerified = false }: Pieces,
): Promise<LockedStock> {
  const key = stockKeyOf(product)
  const prefix = network === undefined ? undefined : wideNetworkPrefix(network)
  const lock = trx
    .selectFrom('product_stock')
    .innerJoin('product', 'product.id', 'product_stock.product_id')
    .select(['total', 'sold', 'order_limit'])
    .where('key', '=', key)
    .forUpdate('product_stock')
    .executeTakeFirst()
  // A statement after the lock: it sees what the previous holder of the lock has committed.
  const count = async () => {
    const { rows } = await sql<{ held: number; byNetwork: number; byWideNetwork: number }>`
      select coalesce(sum(i.quantity), 0)::int as held,
        coalesce(sum(i.quantity) filter (where b.network = ${network ?? null}), 0)::int as "byNetwork",
        coalesce(sum(i.quantity) filter (where starts_with(b.network, ${prefix ?? null})), 0)::int as "byWideNetwork"
      from basket_item i join basket b on b.id = i.basket_id
      where i.kind = 'product' and not i.has_ended and split_part(i.product, ';', 1) = ${key} and i.basket_id <> ${basket} and b.state in ('open', 'paying')`.execute(
      trx,
    )
    return rows[0]!
  }
  // Sent together: the database runs the count after the lock is granted.
  const [stock, counted] = await Promise.all([lock, count()])
  if (!stock) return uncounted
  const stockWith = ({ held, byNetwork, byWideNetwork }: typeof counted): LockedStock => ({
    piecesLeft: Math.max(0, stock.total - stock.sold - held),
    heldByNetwork: byNetwork,
    mostByNetwork: network === undefined ? Infinity : mostPiecesByNetwork(stock.total, stock.order_limit),
    heldByWideNetwork: byWideNetwork,
    mostByWideNetwork:
      prefix === undefined ? Infinity : mostPiecesByWideNetwork({ total: stock.total, limit: stock.order_limit }, { prefix, isVerified }),
  })
  const first = stockWith(counted)
  const isEnough =
    quantity <= first.piecesLeft &&
    first.heldByNetwork + quantity <= first.mostByNetwork &&
    first.heldByWideNetwork + quantity <= first.mostByWideNetwork
  return isEnough || !(await releaseLapsedPieces(trx, key, basket)) ? first : stockWith(await count())
}

/**
 * Removes pieces from baskets past their deadline that no process has ended yet, which store what they have lost. A basket that is
 * locked is skipped: its lock is taken before that of a stock, and its transaction may extend the deadline.
 */
async function releaseLapsedPieces(trx: Transaction<Database>, key: string, basket: string): Promise<boolean> {
  const { rows: lapsed } = await sql<{ id: string; basket: string; detail: StoredDetail; quantity: number }>`
    select i.id, i.basket_id as basket, i.detail, i.quantity from basket_item i join basket b on b.id = i.basket_id
    where i.kind = 'product' and not i.has_ended and split_part(i.product, ';', 1) = ${key} and b.id <> ${basket} and b.state = 'open' and b.deadline <= now()
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
