import { wideNetworkPrefix } from '@playhouse/domain/limit'
import { mostPiecesByNetwork, mostPiecesByWideNetwork, stockKeyOf } from '@playhouse/domain/product'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'

/** Pieces of a product, by its `productKey`, that a basket holds or buys. */
export type Pieces = { readonly basket: string; readonly product: string; readonly quantity: number }
/**
 * Pieces for a basket, in place of those of the same product that it holds. `network`: whose holds are limited; absent for none.
 * `isVerified`: whether the visitor has passed the bot check. `name`: of the product, for problems.
 */
export type RequestedPieces = Pieces & {
  readonly name: string
  readonly network?: string | undefined
  readonly isVerified?: boolean | undefined
}
export type StockProblem = Problem<'product-sold-out' | 'product-network-limit' | 'bot-check-required' | 'invalid-input'>

/** Pieces in open and paying baskets of a network. `basket`, `product`: null for all baskets that request none. */
export type Holder = {
  readonly network: string | null
  readonly basket: string | null
  readonly product: string | null
  readonly pieces: number
}
/** A locked stock. `total`: infinity where pieces are not counted. `limit`: the most pieces of one order. */
export type Stock = { readonly total: number; readonly sold: number; readonly limit: number; readonly holders: readonly Holder[] }

/** The pieces of a stock that no other basket holds or has bought; infinity where they are not counted. */
export const countPiecesLeft = ({ total, sold, holders }: Stock, basket: string): number =>
  Math.max(0, total - sold - sumOf(holders.filter((holder) => holder.basket !== basket)))

/**
 * Decides which baskets get their pieces, in the order of the requests: each as if the granted ones before it were in their baskets.
 * @param stocks by key, of all requests
 * @returns the results in the order of the requests
 */
export function grantPieces(stocks: ReadonlyMap<string, Stock>, requests: readonly RequestedPieces[]): Result<void, StockProblem>[] {
  const currentStocks = new Map(stocks)
  return requests.map((request) => {
    const key = stockKeyOf(request.product)
    const stock = currentStocks.get(key)!
    const found = findStockProblem(stock, request)
    if (found) return fail(found)
    currentStocks.set(key, { ...stock, holders: holdersWith(stock.holders, request) })
    return ok(undefined)
  })
}

const sumOf = (holders: readonly Holder[]): number => holders.reduce((sum, { pieces }) => sum + pieces, 0)

/** The holders after a request was granted: all pieces of its basket count for its network. */
function holdersWith(holders: readonly Holder[], { basket, product, quantity, ...request }: RequestedPieces): Holder[] {
  const network = request.network ?? null
  const others = holders.filter((holder) => holder.basket !== basket || holder.product !== product)
  return [
    ...others.map((holder) => (holder.basket === basket ? { ...holder, network } : holder)),
    { network, basket, product, pieces: quantity },
  ]
}

function findStockProblem(
  stock: Stock,
  { basket, product, name, quantity: requested, network, isVerified = false }: RequestedPieces,
): StockProblem | undefined {
  const { total, limit, holders } = stock
  // Pieces with other options are of the same stock, and within the same limit.
  const hasOptions = stockKeyOf(product) !== product
  const withOtherOptions = hasOptions ? sumOf(holders.filter((holder) => holder.basket === basket && holder.product !== product)) : 0
  const quantity = requested + withOtherOptions
  if (hasOptions && quantity > limit) return problem('invalid-input', { fields: ['quantity'] })
  const piecesLeft = countPiecesLeft(stock, basket)
  if (quantity > piecesLeft) return problem('product-sold-out', { name, piecesLeft: Math.max(0, piecesLeft - withOtherOptions) })
  if (network === undefined || total === Infinity) return undefined
  const others = holders.filter((holder) => holder.basket !== basket)
  const mostByNetwork = mostPiecesByNetwork(total, limit)
  if (sumOf(others.filter((holder) => holder.network === network)) + quantity > mostByNetwork)
    return problem('product-network-limit', { name, maximum: mostByNetwork })
  const prefix = wideNetworkPrefix(network)
  if (prefix === undefined) return undefined
  const mostByWideNetwork = mostPiecesByWideNetwork({ total, limit }, { prefix, isVerified })
  if (sumOf(others.filter((holder) => holder.network?.startsWith(prefix))) + quantity <= mostByWideNetwork) return undefined
  return isVerified ? problem('product-network-limit', { name, maximum: mostByWideNetwork }) : problem('bot-check-required')
}
