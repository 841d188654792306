import {
  isSoldNow,
  type OfferedType,
  type ProductOnSale,
  type ProductPerformance,
  type ProductVariant,
  stockKey,
  stockKeyOf,
  type StockedProduct,
} from '@playhouse/domain/product'
import type { StoredProductPerformances } from '@playhouse/domain/product-performances'
import type { ChangeDependent } from '@playhouse/domain/change'
import { type Problem, problem } from '@playhouse/domain/problem'
import type { OfferedItem } from '@playhouse/domain/item-offer'
import { storedName } from '@playhouse/domain/stored-detail'
import type { MockShop, MockVisit } from './mock-shop.ts'

/** Pieces of these are shown: for a performance, and for a visit whose own pieces count as left. */
type Shown = { readonly instance?: string | undefined; readonly visit?: MockVisit | undefined }

/** A performance for which products are sold; undefined for an unknown one. */
export function performanceOfProduct(shop: MockShop, instance: string): ProductPerformance | undefined {
  const performance = shop.performance(instance)
  if (!performance) return undefined
  const { id, production, startsAtInstant, timeZone } = performance
  const { title } = shop.productions.find((each) => each.id === production)!
  return { instance: id, event: production, name: title, startsAt: new Date(startsAtInstant).toISOString(), timeZone }
}

/** Ids of the performances for which a product can be bought, the first to start first. */
function performancesOf(shop: MockShop, { product, performances }: StockedProduct): string[] {
  const own = shop.offers.get(product)
  return shop.performances
    .filter(({ id, production, sale, startsAtInstant }) => {
      const isOffered = own ? id in own : performances && (performances.events?.includes(production) ?? true)
      return isOffered && sale === 'on-sale' && startsAtInstant > shop.now()
    })
    .toSorted((a, b) => a.startsAtInstant - b.startsAtInstant || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id)
}

/** The performances for which a product is sold, with the prices of its variants, as a theatre stores them. */
export const storedPerformancesOf = (shop: MockShop, product: StockedProduct): StoredProductPerformances =>
  Object.fromEntries(
    performancesOf(shop, product).map((id) => [
      id,
      Object.fromEntries(product.variants.map(({ variant }) => [variant, product.performances?.prices?.[variant] ?? null])),
    ]),
  )

/** Products of the mock shop, of all types, with the pieces that can be bought; for a performance, those that are sold for it. */
export const productsOf = (shop: MockShop, { instance, visit }: Shown = {}): ProductOnSale[] =>
  (shop.products ?? []).flatMap((stocked) => {
    const offered = performancesOf(shop, stocked)
    if (instance !== undefined && !offered.includes(instance)) return []
    const { stock, performances, ...product } = stocked
    const own = instance === undefined ? undefined : shop.offers.get(product.product)?.[instance]
    const sold = product.variants.filter(({ variant }) => !own || variant in own)
    if (sold.length === 0) return []
    const variants = sold.map((variant) => {
      const key = stockKey({ ...product, ...variant, instance })
      const total = instance === undefined ? stock[variant.variant] : performances?.stock[variant.variant]
      const piecesLeft = total === undefined ? null : Math.max(0, total - soldPieces(shop, key) - heldPieces(shop, key, visit))
      const price = own ? own[variant.variant] : instance !== undefined && performances?.prices?.[variant.variant]
      return { ...variant, ...price, piecesLeft }
    })
    const performance = instance === undefined ? null : performanceOfProduct(shop, instance)!
    return {
      ...{ ...product, variants, performance },
      performances: performance ? [] : offered.map((id) => performanceOfProduct(shop, id)!),
    }
  })

/** Products that are listed without a performance. */
export const listedProductsOf = (shop: MockShop): ProductOnSale[] => productsOf(shop).filter(isSoldNow)

/** Pieces in orders and baskets of variants that a product is about to lose. */
export function removedVariantUses(shop: MockShop, id: string, record: object): ChangeDependent[] {
  const kept = 'variants' in record ? (record.variants as Pick<ProductVariant, 'variant'>[]).map(({ variant }) => variant) : []
  const former = shop.products.find(({ product }) => product === id)?.variants ?? []
  const keys = former.filter(({ variant }) => !kept.includes(variant)).map(({ variant }) => stockKey({ product: id, variant }))
  return productUses(shop, keys)
}

/** Pieces in orders and baskets, by the keys of their stocks. */
export function productUses(shop: MockShop, keys: readonly string[]): ChangeDependent[] {
  const count = (pieces: (key: string) => number): number => keys.reduce((sum, key) => sum + pieces(key), 0)
  const [sold, held] = [count((key) => soldPieces(shop, key)), count((key) => heldPieces(shop, key))]
  return [
    ...(sold > 0 ? [{ kind: 'reference' as const, id: 'order_item', count: sold }] : []),
    ...(held > 0 ? [{ kind: 'reference' as const, id: 'basket_item', count: held }] : []),
  ]
}

/** The types of product that the brand sells for a performance. */
export const offeredTypesOf = (shop: MockShop, instance: string): OfferedType[] => {
  const products = productsOf(shop, { instance })
  return (shop.brand.productTypes ?? []).flatMap((type) => {
    const ofType = products.filter((product) => product.type === type.type)
    return ofType.length > 0 ? [{ ...type, products: ofType }] : []
  })
}

/** The problem of a basket that can't hold the pieces of an item; undefined where it can, and for other kinds. */
export function findStockProblem(shop: MockShop, visit: MockVisit, offered: OfferedItem): Problem | undefined {
  const { product: key, quantity, detail, performance: instance } = offered
  if (!detail || !('variant' in detail) || key === null) return undefined
  const product = productsOf(shop, { instance, visit }).find((each) => each.product === detail.product)
  const piecesLeft = product?.variants.find(({ variant }) => variant === detail.variant)?.piecesLeft ?? null
  // Pieces with other options are of the same stock.
  const others = visit.items.filter((item) => item.product !== key && isOfStock(item, stockKeyOf(key)))
  const held = others.reduce((sum, item) => sum + item.quantity, 0)
  if (product && held + quantity > product.limit) return problem('invalid-input', { fields: ['quantity'] })
  if (piecesLeft === null || held + quantity <= piecesLeft) return undefined
  return problem('product-sold-out', { name: storedName(detail) ?? '', piecesLeft: Math.max(0, piecesLeft - held) })
}

const isOfStock = ({ kind, product }: Pick<OfferedItem, 'kind' | 'product'>, key: string): boolean =>
  kind === 'product' && product !== null && stockKeyOf(product) === key

/** Pieces in baskets. @param visit whose own pieces do not count */
export const heldPieces = (shop: MockShop, key: string, visit?: MockVisit): number =>
  [...shop.visits.values()]
    .filter((each) => each !== visit && (each.state === 'paying' || (each.deadline !== null && each.deadline > shop.now())))
    .flatMap(({ items }) => items)
    .reduce((sum, item) => (isOfStock(item, key) ? sum + item.quantity : sum), 0)

/** Pieces in orders. */
export const soldPieces = (shop: MockShop, key: string): number =>
  [...shop.payments.values()]
    .flatMap(({ order }) => order?.items ?? [])
    .reduce(
      (sum, item) =>
        item.kind === 'product' && !item.isReturned && stockKey({ ...item.detail, instance: item.performance }) === key
          ? sum + item.quantity
          : sum,
      0,
    )
