import { z } from 'zod'
import { slugSchema } from '../id.ts'
import { moneySchema } from '../money/money.ts'
import { type ProductVariant, stockKey } from '../pricing/product.ts'
import type { StoredRecord } from './record/schema.ts'

const priceSchema = z.strictObject({
  price: moneySchema.refine((price) => price >= 0 && price <= 100_000_00),
  fee: moneySchema.refine((fee) => fee >= 0),
})

/** A price for a performance, fee included; null for that of the variant. */
export type PerformancePrice = Pick<ProductVariant, 'price' | 'fee'> | null

/** The performances for which a product is sold, with the price of each variant that is sold for them. */
export type StoredProductPerformances = Readonly<Record<string, Readonly<Record<string, PerformancePrice>>>>

/** Sells variants of a product for some performances, or ends that. */
export const productPerformancesChangeSchema = z.strictObject({
  /** The version of the performances that was read. */
  version: z.int().nonnegative(),
  instances: z.array(slugSchema).min(1).max(500),
  /** The variants that are sold for them from now on, each with its price; null: none any more. */
  variants: z
    .record(slugSchema, priceSchema.nullable())
    .refine((variants) => Object.keys(variants).length > 0 && Object.keys(variants).length <= 40)
    .nullable(),
  reason: z.string().trim().min(1).max(500).optional(),
})
export type ProductPerformancesChange = z.infer<typeof productPerformancesChangeSchema>
type Wanted = Pick<ProductPerformancesChange, 'instances' | 'variants'>

/** The performances of a product after a change. */
export function changedProductPerformances(current: StoredProductPerformances, { instances, variants }: Wanted): StoredProductPerformances {
  const others = Object.entries(current).filter(([instance]) => !instances.includes(instance))
  return Object.fromEntries([...others, ...(variants ? instances.map((instance) => [instance, variants] as const) : [])])
}

/** The invalid fields of a change. @param open the performances of the change that can be sold for: they exist and are not over */
export function productPerformanceFaults(
  { variants: known, isReservation }: Pick<StoredRecord<'product'>, 'variants' | 'isReservation'>,
  open: readonly string[],
  { instances, variants }: Wanted,
): string[] {
  if (!variants) return []
  const invalid = Object.entries(variants).flatMap(([variant, own]) => {
    const isKnown = known.some((each) => each.variant === variant)
    return !isKnown || (own && (own.fee > own.price || (isReservation && own.price > 0))) ? [`variants.${variant}`] : []
  })
  return [...(instances.every((instance) => open.includes(instance)) ? [] : ['instances']), ...invalid]
}

/** The keys of the stocks that a product has for its performances, such as `programme/printed@hamlet-1`. */
export const performanceStockKeys = (product: string, performances: StoredProductPerformances): string[] =>
  Object.entries(performances).flatMap(([instance, variants]) =>
    Object.keys(variants).map((variant) => stockKey({ product, variant, instance })),
  )

/** A number that differs where the performances do: the table of performances has no version. */
export function versionOfPerformances(performances: StoredProductPerformances): number {
  const byName = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1)
  const text = JSON.stringify(
    Object.entries(performances)
      .map(([instance, variants]): [string, unknown] => [
        instance,
        Object.entries(variants)
          .toSorted(byName)
          .map(([variant, own]) => [variant, own?.price ?? null, own?.fee ?? null]),
      ])
      .toSorted(byName),
  )
  let hash = 0
  for (const char of text) hash = (Math.imul(hash, 31) + char.codePointAt(0)!) >>> 0
  return hash
}
