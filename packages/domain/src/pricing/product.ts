import { z } from 'zod'
import { locales } from '../brand/locale.ts'
import { slugSchema } from '../id.ts'
import { moneySchema } from '../money/money.ts'

/** The most pieces of a product that one order has. */
export const mostPieces = 50

/** The most pieces that the baskets of one network hold at a time: two orders or a tenth of the stock, so that scripts can't hold all of it. */
export const mostPiecesByNetwork = (total: number, limit: number): number => Math.max(2 * limit, Math.floor(total / 10))

/** A kind of product that a brand sells, with its page at `/aux/:type`. The name is in the theatre's language. */
export const productTypeSchema = z.strictObject({ type: slugSchema, name: z.string() })
export type ProductType = z.infer<typeof productTypeSchema>

/** A form in which a product is sold, such as a size. `fee` is the part of `price` that is a fee; both in minor units. */
export const productVariantSchema = z.strictObject({
  variant: slugSchema,
  /** Empty where a product has one variant. */
  name: z.string(),
  price: moneySchema,
  fee: moneySchema,
})
export type ProductVariant = z.infer<typeof productVariantSchema>

const productTextSchema = z.strictObject({ name: z.string(), summary: z.string() })

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
})
export type Product = z.infer<typeof productSchema>

/** A product on sale. `piecesLeft`: pieces that can be bought; null where they are not counted. */
export const productOnSaleSchema = productSchema.extend({
  variants: z.array(productVariantSchema.extend({ piecesLeft: z.int().nonnegative().nullable() })).min(1),
})
export type ProductOnSale = z.infer<typeof productOnSaleSchema>

/** Identifies a variant of a product in baskets, in orders and in the stock. */
export const productKey = ({ product, variant }: { readonly product: string; readonly variant: string }): string => `${product}/${variant}`

/** The name of a variant on orders and receipts. */
export const variantName = ({ name }: Pick<Product, 'name'>, variant: Pick<ProductVariant, 'name'>): string =>
  variant.name === '' ? name : `${name}, ${variant.name}`

/** The most pieces of a variant that a visitor can choose. `piecesLeft`: pieces in stock; null where they are not counted. */
export const mostToChoose = ({ limit }: Pick<Product, 'limit'>, { piecesLeft }: { readonly piecesLeft: number | null }): number =>
  Math.min(limit, piecesLeft ?? limit)
