import type { ProductOnSale } from '@playhouse/domain/product'
import { productKey } from '@playhouse/domain/product'
import { type Problem, problem } from '@playhouse/domain/problem'
import { type OfferedItem, storedName } from '@playhouse/domain/item-offer'
import type { MockShop, MockVisit } from './mock-shop.ts'

/** Products of the mock shop, of all types, with the pieces that can be bought. @param visit the visit whose pieces count as left */
export const productsOf = (shop: MockShop, visit?: MockVisit): ProductOnSale[] =>
  (shop.products ?? []).map(({ stock, ...product }) => ({
    ...product,
    variants: product.variants.map((variant) => {
      const key = productKey({ ...product, ...variant })
      const total = stock[variant.variant]
      return {
        ...variant,
        piecesLeft: total === undefined ? null : Math.max(0, total - soldPieces(shop, key) - heldPieces(shop, key, visit)),
      }
    }),
  }))

/** The problem of a basket that can't hold the pieces of an item; undefined where it can, and for other kinds. */
export function findStockProblem(shop: MockShop, visit: MockVisit, { product: key, quantity, detail }: OfferedItem): Problem | undefined {
  if (!detail || !('variant' in detail)) return undefined
  const product = productsOf(shop, visit).find((each) => each.product === detail.product)
  const piecesLeft = product?.variants.find((variant) => productKey({ ...product, ...variant }) === key)?.piecesLeft ?? null
  return piecesLeft === null || quantity <= piecesLeft
    ? undefined
    : problem('product-sold-out', { name: storedName(detail) ?? '', piecesLeft })
}

const heldPieces = (shop: MockShop, key: string, visit?: MockVisit): number =>
  [...shop.visits.values()]
    .filter((each) => each !== visit && (each.state === 'paying' || (each.deadline !== null && each.deadline > shop.now())))
    .flatMap(({ items }) => items)
    .reduce((sum, { product, quantity, kind }) => (kind === 'product' && product === key ? sum + quantity : sum), 0)

const soldPieces = (shop: MockShop, key: string): number =>
  [...shop.payments.values()]
    .flatMap(({ order }) => order?.items ?? [])
    .reduce((sum, item) => (item.kind === 'product' && !item.isReturned && productKey(item.detail) === key ? sum + item.quantity : sum), 0)

/** The pieces that a visit loses at its deadline. */
export const lapsedItemsOf = ({ items }: Pick<MockVisit, 'items'>): MockVisit['lapsedItems'] =>
  items.flatMap(({ detail, quantity }) =>
    detail && 'variant' in detail ? [{ product: detail.product, variant: detail.variant, name: detail.name, quantity }] : [],
  )
