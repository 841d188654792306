import { z } from 'zod'
import { locales } from '../brand/locale.ts'
import { foodPerformanceSchema } from '../food/menu.ts'
import { slugSchema } from '../id.ts'
import { moneySchema } from '../money/money.ts'

/** `access`: notes for visitors with access needs, such as a step at the door; empty for none. */
const textSchema = z.strictObject({ name: z.string(), summary: z.string(), access: z.string() })

/** A restaurant of the theatre. Its texts are in the theatre's language, with translations. */
export const restaurantSchema = z.strictObject({
  restaurant: slugSchema,
  ...textSchema.shape,
  translations: z.partialRecord(z.enum(locales), textSchema),
})
export type Restaurant = z.infer<typeof restaurantSchema>

/** The tables of one size at a sitting. They are counted, not named. */
export const tableSizeSchema = z.strictObject({
  /** People whom such a table seats. */
  size: z.int().positive(),
  /** The smallest party that may take such a table. */
  least: z.int().positive(),
})
export type TableSize = z.infer<typeof tableSizeSchema>

/** The rules of a sitting, without the restaurant, the tables and the covers that are left. */
export const sittingRulesSchema = z.strictObject({
  sitting: slugSchema,
  /**
   * Minutes from the start of the sitting to the start of the performance; negative after that start. A sitting is relative to a performance,
   * not at a time of a day: if the performance moves, its tables and their deadline move with it. A restaurant that serves two performances
   * of one day divides its tables between their sittings.
   */
  startsBefore: z.int(),
  /** How long a party has its table, in minutes. */
  minutes: z.int().positive(),
  /** Minutes before the start of the performance at which bookings and changes end. */
  closesBefore: z.int().nonnegative(),
  /** The price of each cover in minor units, also that of children; 0 for a free booking. */
  price: moneySchema,
  /** Tax within its price in basis points; null for the rate of the brand. */
  vatBasisPoints: z.int().min(0).max(10_000).nullable(),
})
export type SittingRules = z.infer<typeof sittingRulesSchema>

/** A sitting of a restaurant for a performance, with what is left of it. */
export const sittingSchema = sittingRulesSchema.extend({
  restaurant: restaurantSchema,
  /** People whom the kitchen can still serve at it. */
  coversLeft: z.int().nonnegative(),
  /** Tables of each size, and how many of them are free. */
  tables: z.array(tableSizeSchema.extend({ free: z.int().nonnegative() })),
})
export type Sitting = z.infer<typeof sittingSchema>

/** The sittings for a performance. */
export const tableOfferSchema = z.strictObject({ performance: foodPerformanceSchema, sittings: z.array(sittingSchema) })
export type SittingsOffer = z.infer<typeof tableOfferSchema>

/** When a sitting starts, in epoch milliseconds. @param startsAt start of the performance */
export const sittingStart = (startsAt: string, { startsBefore }: Pick<SittingRules, 'startsBefore'>): number =>
  Date.parse(startsAt) - startsBefore * 60_000

/** The deadline of bookings and changes in epoch milliseconds. @param startsAt start of the performance */
export const tableDeadline = (startsAt: string, { closesBefore }: Pick<SittingRules, 'closesBefore'>): number =>
  Date.parse(startsAt) - closesBefore * 60_000

/** Identifies a sitting for a performance in baskets and in orders. */
export const sittingKey = ({ sitting, instance }: { readonly sitting: string; readonly instance: string }): string =>
  `${sitting}@${instance}`
