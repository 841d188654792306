import { z } from 'zod'
import { locales } from '../brand/locale.ts'
import { slugSchema } from '../id.ts'
import { moneySchema } from '../money/money.ts'
import type { saleStates } from '../season/season.ts'
import { instantSchema } from '../time/time.ts'
import { allergens, diets } from '../pricing/food-mark.ts'

const nameSchema = z.strictObject({ name: z.string() })
const textSchema = z.strictObject({ name: z.string(), summary: z.string() })

/** What a dish contains, and the diets that it is suitable for. */
export const dishMarksSchema = z.strictObject({ allergens: z.array(z.enum(allergens)), diets: z.array(z.enum(diets)) })

/** A dish or drink of a course. Its texts, allergens and diets are those of its product. */
export const dishSchema = z.strictObject({
  /** The product that it is. */
  product: slugSchema,
  ...textSchema.shape,
  translations: z.partialRecord(z.enum(locales), textSchema),
  /** Added to the price of the menu for each one, in minor units. */
  supplement: moneySchema,
  ...dishMarksSchema.shape,
})
export type Dish = z.infer<typeof dishSchema>

/** A category of a menu, of which each guest has one dish. */
export const courseSchema = z.strictObject({
  course: slugSchema,
  ...nameSchema.shape,
  translations: z.partialRecord(z.enum(locales), nameSchema),
  dishes: z.array(dishSchema).min(1),
})
export type Course = z.infer<typeof courseSchema>

/** A menu: a set menu of a restaurant, or the drinks of an interval. Its texts are in the theatre's language, with translations. */
export const menuSchema = z.strictObject({
  menu: slugSchema,
  ...textSchema.shape,
  translations: z.partialRecord(z.enum(locales), textSchema),
  /** The price for each guest in minor units, without supplements. `fee`: the part of it that is a fee. */
  price: moneySchema,
  fee: moneySchema,
  /** Tax within its price in basis points; null for the rate of the brand. */
  vatBasisPoints: z.int().min(0).max(10_000).nullable(),
  courses: z.array(courseSchema).min(1),
})
export type Menu = z.infer<typeof menuSchema>

/** A place of the theatre where orders are served or collected, such as a bar or a restaurant. */
export const collectionPointSchema = z.strictObject({
  point: slugSchema,
  ...nameSchema.shape,
  translations: z.partialRecord(z.enum(locales), nameSchema),
})
export type CollectionPoint = z.infer<typeof collectionPointSchema>

/** A menu at a collection point on the day of a performance. */
export const servingSchema = collectionPointSchema.extend({
  /** Guests that it still has room for; null where they are not counted. */
  placesLeft: z.int().nonnegative().nullable(),
  /** Minutes before the start of the performance at which orders and changes end. */
  closesBefore: z.int().nonnegative(),
  /** Minutes before the start at which it is served; null for the interval. */
  servedBefore: z.int().positive().nullable(),
})
export type Serving = z.infer<typeof servingSchema>

export const menuOnSaleSchema = menuSchema.extend({ servings: z.array(servingSchema).min(1) })
/** A menu that can be ordered for a performance, at one of its collection points. */
export type MenuOnSale = z.infer<typeof menuOnSaleSchema>

/** The performance that food is ordered for. */
export const foodPerformanceSchema = z.strictObject({
  instance: slugSchema,
  event: slugSchema,
  /** Title of the production. */
  title: z.string(),
  startsAt: instantSchema,
  timeZone: z.string(),
})
export type FoodPerformance = z.infer<typeof foodPerformanceSchema>

/** What can be ordered for a performance. */
export const foodOfferSchema = z.strictObject({ performance: foodPerformanceSchema, menus: z.array(menuOnSaleSchema) })
export type FoodOffer = z.infer<typeof foodOfferSchema>

/**
 * Whether a menu is on offer for a performance: only with a performance that is on sale, and with a price, because baskets hold nothing free
 * but products.
 */
export const isMenuOffered = ({ sale }: { readonly sale: (typeof saleStates)[number] }, { price }: Pick<Menu, 'price'>): boolean =>
  sale === 'on-sale' && price > 0

/** The deadline of orders and changes in epoch milliseconds. @param startsAt start of the performance */
export const foodDeadline = (startsAt: string, { closesBefore }: { readonly closesBefore: number }): number =>
  Date.parse(startsAt) - closesBefore * 60_000

/** Whether orders and changes are still possible. @param now epoch milliseconds */
export const isFoodOpen = (startsAt: string, serving: { readonly closesBefore: number }, now: number): boolean =>
  now < foodDeadline(startsAt, serving)

/** When an order is served, in epoch milliseconds; undefined for the interval. */
export const servedAt = (startsAt: string, { servedBefore }: { readonly servedBefore: number | null }): number | undefined =>
  servedBefore === null ? undefined : Date.parse(startsAt) - servedBefore * 60_000

/** Identifies a menu for a performance in baskets, in orders and in the numbers of guests. */
export const foodKey = ({ menu, instance }: { readonly menu: string; readonly instance: string }): string => `${menu}@${instance}`
