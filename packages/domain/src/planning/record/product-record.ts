import { z } from 'zod'
import { moneySchema } from '../../money/money.ts'
import { dishType } from './product-type.ts'
import { optionChoiceSchema, productImageSchema, productOptionSchema, productSchema, productVariantSchema } from '../../pricing/product.ts'

const text = (most: number) => z.string().trim().max(most)
const amount = moneySchema.refine((value) => value >= 0 && value <= 100_000_00)

/** A product as staff describe it: the fields of `productSchema`, within limits. Its performances and its stock are not part of it. */
export const productRecordSchema = productSchema.omit({ product: true }).extend({
  position: z.int().min(0).max(10_000),
  name: text(200).min(1),
  summary: text(2_000),
  variants: z
    .array(productVariantSchema.extend({ name: text(200), price: amount, fee: amount }))
    .min(1)
    .max(40),
  options: z
    .array(
      productOptionSchema.extend({
        name: text(200).min(1),
        choices: z
          .array(optionChoiceSchema.extend({ name: text(200).min(1), price: amount }))
          .min(1)
          .max(40),
      }),
    )
    .max(10),
  images: z
    .array(
      productImageSchema.extend({
        // A path of this site, or an address of another one.
        path: z
          .string()
          .max(500)
          .regex(/^(\/[^/\s\\][^\s\\]*|https:\/\/[^\s\\]+)$/),
        alt: text(300).min(1),
        width: z.int().min(1).max(20_000),
        height: z.int().min(1).max(20_000),
      }),
    )
    .max(12),
  postage: amount.nullable(),
})
export type ProductRecord = z.infer<typeof productRecordSchema>

const hasDuplicate = (ids: readonly string[]): boolean => new Set(ids).size < ids.length

/** Faults that the schema does not find: whether there is one, and the field that shows it. @param types those of the brand */
export const productFaults = (
  { type, variants, options, delivery, postage, needsPerformance, isReservation }: ProductRecord,
  types: readonly string[],
): readonly (readonly [boolean, string])[] => [
  [type !== dishType && !types.includes(type), 'type'],
  [hasDuplicate(variants.map(({ variant }) => variant)), 'variants'],
  [variants.length > 1 && variants.some(({ name }) => name === ''), 'variants'],
  ...variants.map(({ price, fee }, nth) => [fee > price, `variants.${nth}.fee`] as const),
  [hasDuplicate(options.map(({ option }) => option)), 'options'],
  ...options.map(({ choices }, nth) => [hasDuplicate(choices.map(({ choice }) => choice)), `options.${nth}.choices`] as const),
  [(postage !== null) !== delivery.includes('post'), 'postage'],
  [!needsPerformance && delivery.every((way) => way === 'at-performance'), 'delivery'],
  [isReservation && variants.some(({ price }) => price > 0), 'isReservation'],
]
