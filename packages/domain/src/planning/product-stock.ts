import { z } from 'zod'

/** The counted pieces of a product, by the key of their stock (`stockKey`): those that are or were for sale. */
export type StoredStock = Readonly<Record<string, number>>

/** A change of the pieces of one stock: by how many, and why. */
export const stockChangeSchema = z.strictObject({
  key: z.string().regex(/^[a-z0-9-]{1,80}\/[a-z0-9-]{1,80}(@[a-z0-9-]{1,80})?$/),
  delta: z
    .int()
    .min(-100_000)
    .max(100_000)
    .refine((delta) => delta !== 0),
  reason: z.string().trim().min(1).max(500),
})
export type StockChange = z.infer<typeof stockChangeSchema>

/** The pieces of one stock. `total` is null where they are not counted. `taken`: pieces in orders, and in baskets that are not over. */
export type StockCount = { readonly total: number | null; readonly taken: number }

/**
 * The total after a change. A stock that was not counted begins with the pieces that are taken.
 * @returns undefined where fewer pieces would be left than are taken
 */
export function changedTotal({ total, taken }: StockCount, delta: number): number | undefined {
  const next = (total ?? taken) + delta
  return next < taken ? undefined : next
}
