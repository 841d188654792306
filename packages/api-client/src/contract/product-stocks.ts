import { z } from 'zod'
import { idSchema, slugSchema } from '@playhouse/domain/id'
import { stockChangeSchema } from '@playhouse/domain/product-stock'
import { endpoint } from './endpoint.ts'

const stocksSchema = z.strictObject({
  product: slugSchema,
  stocks: z.array(
    z.strictObject({
      /** `product/variant`, or `product/variant@performance`. */
      key: z.string(),
      /** The name of the variant; empty where the product has one. */
      name: z.string(),
      /** The performance that it is for, with its wall-clock time; null for none. */
      performance: z.strictObject({ id: slugSchema, startsAt: z.string() }).nullable(),
      /** Pieces that are or were for sale; null where they are not counted. */
      total: z.int().nonnegative().nullable(),
      sold: z.int().nonnegative(),
      /** Pieces in baskets. */
      held: z.int().nonnegative(),
    }),
  ),
})
/** The stock of a product. */
export type ProductStocks = z.infer<typeof stocksSchema>

/** Endpoints of the stock of products. */
export const productStocks = {
  read: endpoint('GET', '/staff/products/:product/stock', {
    summary: 'The stock of each variant of a product, and of each performance that is not over',
    access: 'staff',
    permission: 'read-programme',
    params: z.strictObject({ product: slugSchema }),
    reply: stocksSchema,
    problems: ['not-allowed', 'page-not-found'],
  }),
  change: endpoint('POST', '/staff/products/:product/stock', {
    summary: 'Add pieces to a stock, or take some away, with a reason. Pieces that are sold or in baskets cannot be taken away',
    access: 'staff',
    permission: 'change-stock',
    params: z.strictObject({ product: slugSchema }),
    body: stockChangeSchema,
    reply: stocksSchema.extend({ changeSet: idSchema.nullable() }),
    problems: ['not-allowed', 'page-not-found'],
  }),
} as const
