import { z } from 'zod'
import { slugSchema } from '../id.ts'
import { foodDetailSchema } from './food-order.ts'
import { dishMarksSchema } from './menu.ts'

/** An order on the list of kitchen and bar. Names are in the theatre's language. */
export const kitchenOrderSchema = z.strictObject({
  /** Number of the order. */
  number: z.string(),
  /** Name of the customer. */
  customer: z.string(),
  menuName: z.string(),
  guests: z.int().positive(),
  ...foodDetailSchema.pick({ menu: true, point: true, pointName: true, servedBefore: true, courses: true, note: true }).shape,
})
export type KitchenOrder = z.infer<typeof kitchenOrderSchema>

/** A dish with its allergens and diets by now. */
export const kitchenDishSchema = z.strictObject({ product: slugSchema, ...dishMarksSchema.shape })

/** How often a dish was ordered. */
export type DishTotal = { readonly course: string; readonly product: string; readonly name: string; readonly count: number }
/** The orders of a collection point at a time, with the totals of their dishes. */
export type KitchenServing = {
  readonly point: string
  readonly pointName: string
  /** Minutes before the start at which they are served; null for the interval. */
  readonly servedBefore: number | null
  readonly guests: number
  readonly dishes: readonly DishTotal[]
  readonly orders: readonly KitchenOrder[]
}

/** Orders by collection point and time, the earliest first and the interval last. */
export function kitchenServings(orders: readonly KitchenOrder[]): KitchenServing[] {
  const servings = Map.groupBy(orders, ({ point, servedBefore }) => `${point} ${servedBefore}`)
  return [...servings.values()]
    .map((served): KitchenServing => {
      const { point, pointName, servedBefore } = served[0]!
      const guests = served.reduce((sum, order) => sum + order.guests, 0)
      return { point, pointName, servedBefore, guests, dishes: dishTotals(served), orders: served }
    })
    .toSorted((a, b) => (b.servedBefore ?? 0) - (a.servedBefore ?? 0) || (a.point < b.point ? -1 : 1))
}

/** How often each dish was ordered, by course in the order of the menus. */
export function dishTotals(orders: readonly Pick<KitchenOrder, 'courses'>[]): DishTotal[] {
  const dishes = orders.flatMap(({ courses }) =>
    courses.flatMap(({ name: course, dishes: ofCourse }) => ofCourse.map((dish) => ({ ...dish, course }))),
  )
  return [...Map.groupBy(dishes, ({ course, product }) => `${course} ${product}`).values()].map((same) => {
    const { course, product, name } = same[0]!
    return { course, product, name, count: same.reduce((sum, { count }) => sum + count, 0) }
  })
}

/** The diets of the guests of an order: the notes of the food, of the order, and of the order that it adds to, each once. */
export const kitchenNote = (notes: readonly (string | null | undefined)[]): string =>
  [...new Set(notes.map((note) => note?.trim() ?? ''))].filter((note) => note !== '').join(' · ')
