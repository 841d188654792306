import { z } from 'zod'
import { idSchema, slugSchema } from '@playhouse/domain/id'
import { productPerformancesChangeSchema } from '@playhouse/domain/product-performances'
import { productVariantSchema } from '@playhouse/domain/product'
import { endpoint } from './endpoint.ts'

const ofProduct = z.strictObject({ product: slugSchema })
const performancesSchema = z.strictObject({
  product: slugSchema,
  /** Sent with a change. */
  version: z.int().nonnegative(),
  /** Performances for which it is sold and that are not over, the first to start first. */
  performances: z.array(
    z.strictObject({
      id: slugSchema,
      /** The title of its production. */
      title: z.string(),
      /** Wall-clock time. */
      startsAt: z.string(),
      /** The variants that are sold for it; `price` and `fee` are null for those of the variant. */
      variants: z.array(
        z.strictObject({
          variant: slugSchema,
          price: productVariantSchema.shape.price.nullable(),
          fee: productVariantSchema.shape.fee.nullable(),
          sold: z.int().nonnegative(),
          /** Pieces in baskets. */
          held: z.int().nonnegative(),
        }),
      ),
    }),
  ),
})
/** The performances for which a product is sold. */
export type ProductPerformances = z.infer<typeof performancesSchema>

/** Endpoints of the performances for which products are sold. */
export const productPerformances = {
  read: endpoint('GET', '/staff/products/:product/performances', {
    summary: 'The performances for which a product is sold, with the prices of its variants. Those that are over are left out',
    access: 'staff',
    permission: 'read-programme',
    params: ofProduct,
    reply: performancesSchema,
    problems: ['not-allowed', 'page-not-found'],
  }),
  change: endpoint('PUT', '/staff/products/:product/performances', {
    summary: 'Sell variants of a product for performances at their prices, or end that. Other performances do not change',
    access: 'staff',
    permission: 'edit-prices',
    params: ofProduct,
    body: productPerformancesChangeSchema,
    reply: performancesSchema.extend({ changeSet: idSchema.nullable() }),
    problems: ['not-allowed', 'page-not-found', 'changed-meanwhile', 'change-has-dependents', 'second-factor-required'],
  }),
} as const
