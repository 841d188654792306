import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { mostPiecesByNetwork } from '@playhouse/domain/product'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'

/** Pieces of a product, by its key, that a basket holds or buys. `network`: whose holds are limited; absent for none. */
type Pieces = { readonly basket: string; readonly product: string; readonly quantity: number; readonly network?: string | undefined }

/**
 * Checks that a basket can hold pieces of a product, in place of those that it holds. The pieces are held from the moment when the item is
 * in the basket: the lock of the stock excludes every other holder until the transaction ends. The caller has locked the basket.
 */
export async function validateStock(
  trx: Transaction<Database>,
  pieces: Pieces & { readonly name: string },
): Promise<Result<void, Problem<'product-sold-out' | 'product-network-limit'>>> {
  const { name, quantity } = pieces
  const stock = await lockStock(trx, pieces)
  if (quantity > stock.piecesLeft) return fail(problem('product-sold-out', { name, piecesLeft: stock.piecesLeft }))
  return stock.heldByNetwork + quantity <= stock.mostByNetwork
    ? ok(undefined)
    : fail(problem('product-network-limit', { name, maximum: stock.mostByNetwork }))
}

/**
 * Sells the pieces of an order. Call it with the keys in ascending order, so that two orders can't deadlock.
 * @returns false where other baskets hold or have bought them
 */
export async function sellStock(trx: Transaction<Database>, pieces: Pieces): Promise<boolean> {
  const { product, quantity } = pieces
  if (quantity > (await lockStock(trx, pieces)).piecesLeft) return false
  await trx
    .updateTable('product_stock')
    .set((eb) => ({ sold: eb('sold', '+', quantity) }))
    .where('key', '=', product)
    .execute()
  return true
}

/** Puts the pieces of a returned item on sale again. */
export async function returnStock(trx: Transaction<Database>, { product, quantity }: Omit<Pieces, 'basket'>): Promise<void> {
  await trx
    .updateTable('product_stock')
    .set((eb) => ({ sold: eb('sold', '-', quantity) }))
    .where('key', '=', product)
    .execute()
}

/** `piecesLeft`: pieces that no other basket holds or has bought; infinity where they are not counted. */
type LockedStock = { readonly piecesLeft: number; readonly heldByNetwork: number; readonly mostByNetwork: number }
const uncounted: LockedStock = { piecesLeft: Infinity, heldByNetwork: 0, mostByNetwork: Infinity }

/** Locks the stock of a product, and counts its pieces in other baskets. */
async function lockStock(trx: Transaction<Database>, { basket, product, quantity, network }: Pieces): Promise<LockedStock> {
  const stock = await trx
    .selectFrom('product_stock')
    .innerJoin('product', 'product.id', 'product_stock.product_id')
    .select(['total', 'sold', 'order_limit'])
    .where('key', '=', product)
    .forUpdate('product_stock')
    .executeTakeFirst()
  if (!stock) return uncounted
  // In statements after the lock: they see what the previous holder of the lock has committed.
  const count = async (): Promise<LockedStock> => {
    const { rows } = await sql<{ held: number; byNetwork: number }>`
      select coalesce(sum(i.quantity), 0)::int as held,
        coalesce(sum(i.quantity) filter (where b.network = ${network ?? null}), 0)::int as "byNetwork"
      from basket_item i join basket b on b.id = i.basket_id
      where i.kind = 'product' and i.product = ${product} and i.basket_id <> ${basket} and b.state in ('open', 'paying')`.execute(trx)
    const { held, byNetwork } = rows[0]!
    return {
      piecesLeft: Math.max(0, stock.total - stock.sold - held),
      heldByNetwork: byNetwork,
      mostByNetwork: network === undefined ? Infinity : mostPiecesByNetwork(stock.total, stock.order_limit),
    }
  }
  const counted = await count()
  const isEnough = quantity <= counted.piecesLeft && counted.heldByNetwork + quantity <= counted.mostByNetwork
  return isEnough || !(await releaseLapsedPieces(trx, product, basket)) ? counted : count()
}

/**
 * Removes pieces from baskets past their deadline that no process has ended yet, which store what they have lost. A basket that is
 * locked is skipped: its lock is taken before that of a stock, and its transaction may extend the deadline.
 */
async function releaseLapsedPieces(trx: Transaction<Database>, product: string, basket: string): Promise<boolean> {
  const { rows } = await sql`
    with lapsed as (
      select i.id, i.basket_id, i.detail, i.quantity from basket_item i join basket b on b.id = i.basket_id
      where i.kind = 'product' and i.product = ${product} and b.id <> ${basket} and b.state = 'open' and b.deadline <= now()
      for update of b skip locked),
    named as (
      update basket b set lapsed_items = b.lapsed_items || jsonb_build_array(jsonb_build_object('product', l.detail ->> 'product',
        'variant', l.detail ->> 'variant', 'name', l.detail ->> 'name', 'quantity', l.quantity)), version = b.version + 1
      from lapsed l where b.id = l.basket_id)
    delete from basket_item where id in (select id from lapsed) returning id`.execute(trx)
  return rows.length > 0
}
