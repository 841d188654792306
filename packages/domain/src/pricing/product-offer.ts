import type { Locale } from '../brand/locale.ts'
import { add, type Money, times, zero } from '../money/money.ts'
import { type Problem, problem } from '../problem.ts'
import { fail, ok, type Result } from '../result.ts'
import {
  chooseOptions,
  type DeliveryWay,
  deliveryWaysOf,
  type OptionDetail,
  type Product,
  productKey,
  type ProductPerformance,
  type ProductType,
  variantName,
  variantNames,
} from './product.ts'

/** A product as a visitor asks for it. `instance`: the performance that it is for. Absent options and delivery are the first ones of the product. */
export type RequestedProduct = {
  readonly kind: 'product'
  readonly product: string
  readonly variant: string
  readonly quantity: number
  readonly instance?: string | undefined
  readonly options?: readonly { readonly option: string; readonly choice: string }[] | undefined
  readonly delivery?: DeliveryWay | undefined
  /** Whether the visitor accepts the terms and the privacy notice: both are needed for a reservation. */
  readonly accepts?: { readonly terms: boolean; readonly privacy: boolean } | undefined
}
/** A product with the performance at whose prices it is sold; null for its usual prices. */
export type ProductToSell = Product & { readonly performance: ProductPerformance | null }

/** What is stored of a product: its name and its fee at the time of the sale. `fee`: the part of the price of each. */
export type ProductDetail = {
  readonly product: string
  readonly variant: string
  readonly type: string
  readonly name: string
  readonly fee: Money
  readonly vatBasisPoints: number | null
  /** The fields below are absent in details of older versions. `names`: translations of the name. */
  readonly names?: Partial<Record<Locale, string>>
  readonly performance?: ProductPerformance | null
  readonly options?: readonly OptionDetail[]
  readonly delivery?: DeliveryWay
  /** What post costs, once for an order; 0 for other deliveries. */
  readonly postage?: Money
  /** Whether it is a free reservation: see `findReservationProblem`. */
  readonly isReservation?: boolean
  /** Pieces of a reservation that were returned, because their tickets were: see `findSurplusReservations`. */
  readonly returned?: number
}

type SellingBrand = { readonly productTypes?: readonly ProductType[] | undefined; readonly products?: readonly ProductToSell[] }
/** A product as an item of a basket: its key, and its price for the whole quantity in minor units. */
type OfferedProduct = {
  readonly kind: 'product'
  readonly product: string
  readonly quantity: number
  readonly amount: Money
  readonly detail: ProductDetail
  readonly performance?: string
}

/**
 * Validates a requested product against what the brand sells.
 * @returns `merchandise-not-found` for a product, a variant or a performance that is not sold, `invalid-input` for another choice,
 * `reservation-terms-required` for a reservation without its acceptances
 */
export function offerProduct(
  { productTypes = [], products = [] }: SellingBrand,
  item: RequestedProduct,
): Result<OfferedProduct, Problem<'merchandise-not-found' | 'invalid-input' | 'reservation-terms-required'>> {
  const { kind, product: id, variant: variantId, quantity, instance } = item
  const product = products.find((each) => each.product === id && productTypes.some(({ type }) => type === each.type))
  const variant = product?.variants.find((each) => each.variant === variantId)
  if (!product || !variant) return fail(problem('merchandise-not-found'))
  const { performance, type, vatBasisPoints } = product
  if (performance?.instance !== instance || ((product.needsPerformance || product.isReservation) && !performance))
    return fail(problem('merchandise-not-found'))
  if (quantity > product.limit) return fail(problem('invalid-input', { fields: ['quantity'] }))
  if (product.isReservation && !(item.accepts?.terms && item.accepts.privacy))
    return fail(problem('reservation-terms-required', { name: product.name }))
  const chosen = chooseOptions(product, item.options ?? [])
  if (!chosen) return fail(problem('invalid-input', { fields: ['options'] }))
  const ways = deliveryWaysOf(product, performance)
  const delivery = item.delivery ?? ways[0]
  if (!delivery || !ways.includes(delivery)) return fail(problem('invalid-input', { fields: ['delivery'] }))
  const { options } = chosen
  const detail: ProductDetail = {
    ...{ product: id, variant: variantId, type, name: variantName(product, variant), fee: variant.fee, vatBasisPoints },
    ...{ names: variantNames(product, variant), performance, options, delivery },
    postage: delivery === 'post' ? (product.postage ?? zero) : zero,
    ...(product.isReservation && { isReservation: true }),
  }
  return ok({
    kind,
    product: productKey({ ...detail, instance, options }),
    quantity,
    amount: times(add(variant.price, chosen.price), quantity),
    detail,
    ...(performance && { performance: performance.instance }),
  })
}
