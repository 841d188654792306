import { z } from 'zod'
import { type Locale, locales } from '../brand/locale.ts'
import { slugSchema } from '../id.ts'
import { wideNetworkTimes } from '../basket/limit.ts'
import { add, type Money, moneySchema, zero } from '../money/money.ts'
import { instantSchema } from '../time/time.ts'
import { allergens, diets } from './food-mark.ts'

export { plainProduct } from './plain-product.ts'

/** The most pieces of a product that one order has. */
export const mostPieces = 50

/** The most options of a product. */
export const mostOptions = 10

/** The most pieces that the baskets of one network hold at a time: two orders or a tenth of the stock, so that scripts can't hold all of it. */
export const mostPiecesByNetwork = (total: number, limit: number): number => Math.max(2 * limit, Math.floor(total / 10))

/**
 * The most pieces that the baskets of one wide network (IPv4 /24 or IPv6 /48) hold at a time, by the rule of seats (`wideNetworkLimit`): more
 * than the smaller number only with a passed bot check. @returns infinity for a verified visitor of an IPv4 network
 */
export const mostPiecesByWideNetwork = (
  { total, limit }: { readonly total: number; readonly limit: number },
  { prefix, isVerified }: { readonly prefix: string; readonly isVerified: boolean },
): number => (isVerified && prefix.includes('.') ? Infinity : wideNetworkTimes(isVerified) * mostPiecesByNetwork(total, limit))

/** Translations of a name that is in the theatre's language. */
const namesSchema = z.partialRecord(z.enum(locales), z.string().max(300))

/** A kind of product that a brand sells, with its page at `/aux/:type`. The name is in the theatre's language. */
export const productTypeSchema = z.strictObject({ type: slugSchema, name: z.string(), names: namesSchema.optional() })
export type ProductType = z.infer<typeof productTypeSchema>

/** How a customer gets a product: with the performance that it belongs to, at the box office, or by post. */
export const deliveryWays = ['at-performance', 'collect', 'post'] as const
export type DeliveryWay = (typeof deliveryWays)[number]

/** A form in which a product is sold, such as a size. `fee` is the part of `price` that is a fee; both in minor units. */
export const productVariantSchema = z.strictObject({
  variant: slugSchema,
  /** Empty where a product has one variant. */
  name: z.string(),
  names: namesSchema.optional(),
  price: moneySchema,
  fee: moneySchema,
})
export type ProductVariant = z.infer<typeof productVariantSchema>

/** A choice of an option. `price`: what it adds to the price of each piece, in minor units. */
export const optionChoiceSchema = z.strictObject({
  choice: slugSchema,
  name: z.string(),
  names: namesSchema.optional(),
  price: moneySchema,
})
/** What a buyer chooses with each piece, such as a frame: exactly one choice, the first where none is made. */
export const productOptionSchema = z.strictObject({
  option: slugSchema,
  name: z.string(),
  names: namesSchema.optional(),
  choices: z.array(optionChoiceSchema).min(1),
})
export type ProductOption = z.infer<typeof productOptionSchema>

/** An image of a product. `path`: its path or address. `alt`: its alternative text in the theatre's language. Width and height in pixels. */
export const productImageSchema = z.strictObject({
  path: z.string(),
  alt: z.string(),
  alts: namesSchema.optional(),
  width: z.int().positive(),
  height: z.int().positive(),
})
export type ProductImage = z.infer<typeof productImageSchema>

/** A performance for which a product is sold. `name`: the title of its production. */
export const productPerformanceSchema = z.strictObject({
  instance: slugSchema,
  event: slugSchema,
  name: z.string(),
  startsAt: instantSchema,
  timeZone: z.string(),
})
export type ProductPerformance = z.infer<typeof productPerformanceSchema>

const productTextSchema = z.strictObject({ name: z.string().max(200), summary: z.string().max(2_000) })

/** A product that is sold besides tickets. Its texts are in the theatre's language, with translations. */
export const productSchema = z.strictObject({
  product: slugSchema,
  type: slugSchema,
  ...productTextSchema.shape,
  translations: z.partialRecord(z.enum(locales), productTextSchema),
  /** Tax within its price in basis points; null for the rate of the brand. */
  vatBasisPoints: z.int().min(0).max(10_000).nullable(),
  /** The most pieces of a variant that one order has. */
  limit: z.int().positive().max(mostPieces),
  variants: z.array(productVariantSchema).min(1),
  options: z.array(productOptionSchema).max(mostOptions),
  images: z.array(productImageSchema),
  allergens: z.array(z.enum(allergens)).max(allergens.length),
  diets: z.array(z.enum(diets)).max(diets.length),
  /** How customers can get it; the first is the default. */
  delivery: z.array(z.enum(deliveryWays)).min(1).max(deliveryWays.length),
  /** What post costs, once for an order, in minor units; null without `post`. */
  postage: moneySchema.nullable(),
  /** Whether it is sold only for a performance, such as a printed programme, a talk or a parking space. */
  needsPerformance: z.boolean(),
  /** Whether it is a free reservation: at most as many as the tickets of its performance. */
  isReservation: z.boolean(),
})
export type Product = z.infer<typeof productSchema>

/** For which performances a product is sold: all of the given productions, or of all of them where `events` is absent. */
export type PerformanceOffer = {
  readonly events?: readonly string[]
  /** Pieces of each variant for one performance; a variant without a number is not counted. */
  readonly stock: Readonly<Record<string, number>>
  /** Own prices by variant, fees included, in minor units; a variant without one has its usual price. */
  readonly prices?: Readonly<Record<string, Pick<ProductVariant, 'price' | 'fee'>>>
}
/** A product with its pieces, as fixtures and tests describe it. `stock`: pieces by variant; a variant without a number is not counted. */
export type StockedProduct = Product & {
  readonly stock: Readonly<Record<string, number>>
  readonly performances?: PerformanceOffer
}

/** A product on sale. `piecesLeft`: pieces that can be bought; null where they are not counted. */
export const productOnSaleSchema = productSchema.extend({
  variants: z.array(productVariantSchema.extend({ piecesLeft: z.int().nonnegative().nullable() })).min(1),
  /** The performance for which it is sold, at the prices and from the stock of that performance; null for none. */
  performance: productPerformanceSchema.nullable(),
  /** Performances for which it can be bought, where `performance` is null. */
  performances: z.array(productPerformanceSchema),
})
export type ProductOnSale = z.infer<typeof productOnSaleSchema>

/** Whether a product can be bought without a performance, or for one of its performances. */
export const isSoldNow = ({ needsPerformance, performance, performances }: ProductOnSale): boolean =>
  !needsPerformance || performance !== null || performances.length > 0

/** A type of product that is offered for a performance, with its products. */
export const offeredTypeSchema = productTypeSchema.extend({ products: z.array(productOnSaleSchema).min(1) })
export type OfferedType = z.infer<typeof offeredTypeSchema>

type StockOf = { readonly product: string; readonly variant: string; readonly instance?: string | null | undefined }
type ChosenOption = { readonly option: string; readonly choice: string }

/** Identifies the stock of a variant: `product/variant`, or `product/variant@instance` for a performance. */
export const stockKey = ({ product, variant, instance }: StockOf): string => `${product}/${variant}${instance ? `@${instance}` : ''}`

/** Identifies in baskets and orders what is bought: the key of its stock, and `;option:choice` for each option. */
export const productKey = ({ options = [], ...stock }: StockOf & { readonly options?: readonly ChosenOption[] | undefined }): string =>
  [stockKey(stock), ...options.map(({ option, choice }) => `${option}:${choice}`)].join(';')

/** The key of the stock from which an item is sold. @param product what `productKey` returns */
export const stockKeyOf = (product: string): string => product.split(';', 1)[0]!

/** A choice of a buyer, with the text of orders and receipts: "Frame: Oak". */
export type OptionDetail = ChosenOption & {
  readonly name: string
  readonly names: Partial<Record<Locale, string>>
}

/**
 * What a buyer chose of each option, in the order of the product, with what the choices add to the price of a piece.
 * @returns undefined for an option or a choice that the product lacks
 */
export function chooseOptions(
  { options }: Pick<Product, 'options'>,
  chosen: readonly ChosenOption[],
): { readonly options: readonly OptionDetail[]; readonly price: Money } | undefined {
  if (chosen.some(({ option }) => options.every((each) => each.option !== option))) return undefined
  const choices = options.map((option) => {
    const id = chosen.find((each) => each.option === option.option)?.choice
    return { option, choice: id === undefined ? option.choices[0] : option.choices.find(({ choice }) => choice === id) }
  })
  const details: OptionDetail[] = []
  for (const { option, choice } of choices) {
    if (!choice) return undefined
    const translated = new Set([...Object.keys(option.names ?? {}), ...Object.keys(choice.names ?? {})] as Locale[])
    const names = [...translated].map((locale) => [
      locale,
      `${option.names?.[locale] ?? option.name}: ${choice.names?.[locale] ?? choice.name}`,
    ])
    details.push({ option: option.option, choice: choice.choice, name: `${option.name}: ${choice.name}`, names: Object.fromEntries(names) })
  }
  return { options: details, price: add(zero, ...choices.map(({ choice }) => choice?.price ?? zero)) }
}

/** The ways in which a product can be delivered: with a performance only where it is sold for one. */
export const deliveryWaysOf = (product: Pick<Product, 'delivery'>, performance: object | null): readonly DeliveryWay[] =>
  product.delivery.filter((way) => way !== 'at-performance' || performance !== null)

/** The name of a variant on orders and receipts. */
export const variantName = ({ name }: Pick<Product, 'name'>, variant: Pick<ProductVariant, 'name'>): string =>
  variant.name === '' ? name : `${name}, ${variant.name}`

/** Translations of the name of a variant, in the languages of its product. */
export const variantNames = (
  { translations }: Pick<Product, 'translations'>,
  { name, names }: Pick<ProductVariant, 'name' | 'names'>,
): Partial<Record<Locale, string>> =>
  Object.fromEntries(
    Object.entries(translations).map(([locale, text]) => [locale, variantName(text, { name: names?.[locale as Locale] ?? name })]),
  )

/** The most pieces of a variant that a visitor can choose. `piecesLeft`: pieces in stock; null where they are not counted. */
export const mostToChoose = ({ limit }: Pick<Product, 'limit'>, { piecesLeft }: { readonly piecesLeft: number | null }): number =>
  Math.min(limit, piecesLeft ?? limit)
