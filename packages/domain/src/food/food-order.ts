import { z } from 'zod'
import { wideNetworkTimes } from '../basket/limit.ts'
import { type Locale, locales } from '../brand/locale.ts'
import { slugSchema } from '../id.ts'
import { add, type Money, moneySchema, times } from '../money/money.ts'
import { type Problem, problem } from '../problem.ts'
import { fail, ok, type Result } from '../result.ts'
import { foodKey, type FoodOffer, foodPerformanceSchema, isMenuOffered, type MenuOnSale } from './menu.ts'

/** The most guests of one order. */
export const mostGuests = 20
/** The most guests that a list offers; larger parties enter their number. */
export const mostListedGuests = 9
/** Characters of the note on diets and allergies. */
export const foodNoteLength = 300

/**
 * The most guests that the baskets of one network hold at a time at a collection point: one order of the largest size or a tenth of the
 * room, so that scripts can't hold all of it. @param total guests that it has room for
 */
export const mostGuestsByNetwork = (total: number): number => Math.max(mostGuests, Math.floor(total / 10))

/**
 * The most guests that the baskets of one wide network (IPv4 /24 or IPv6 /48) hold at a time, by the rule of seats (`wideNetworkLimit`): more
 * than the smaller number only with a passed bot check. @returns infinity for a verified visitor of an IPv4 network
 */
export const mostGuestsByWideNetwork = (
  total: number,
  { prefix, isVerified }: { readonly prefix: string; readonly isVerified: boolean },
): number => (isVerified && prefix.includes('.') ? Infinity : wideNetworkTimes(isVerified) * mostGuestsByNetwork(total))

/** The number of one dish that a party orders. */
const choiceSchema = z.strictObject({ course: slugSchema, product: slugSchema, count: z.int().positive().max(mostGuests) })
export type DishChoice = z.infer<typeof choiceSchema>

/** An order of food. The number of guests and the collection point are null where the visitor has not chosen them yet. */
export const foodOrderSchema = z.strictObject({
  instance: slugSchema,
  menu: slugSchema,
  guests: z.int().min(0).max(10_000).nullable(),
  point: slugSchema.nullable(),
  choices: z.array(choiceSchema).max(100),
  note: z.string().trim().max(foodNoteLength),
})
export type FoodOrder = z.infer<typeof foodOrderSchema>

/** What a customer changes of a paid order: everything besides its menu and performance. */
export const foodChangeSchema = foodOrderSchema.omit({ instance: true, menu: true })
export type FoodChange = z.infer<typeof foodChangeSchema>

/** Translations of a name by locale; absent in orders of older versions. */
const namesSchema = z.partialRecord(z.enum(locales), z.string()).optional()

/**
 * What is stored of an order of food, and shown of it; its quantity is the number of guests. Names are in the theatre's language, with
 * translations; `names` are those of the menu.
 */
export const foodDetailSchema = z.strictObject({
  menu: slugSchema,
  names: namesSchema,
  point: slugSchema,
  pointName: z.string(),
  pointNames: namesSchema,
  performance: foodPerformanceSchema,
  courses: z.array(
    z.strictObject({
      course: slugSchema,
      name: z.string(),
      names: namesSchema,
      dishes: z.array(
        z.strictObject({
          ...{ product: slugSchema, name: z.string(), names: namesSchema, count: z.int().positive(), supplement: moneySchema },
        }),
      ),
    }),
  ),
  /** Diets and allergies of the guests. */
  note: z.string(),
  /** Minutes before the start of the performance at which changes end. */
  closesBefore: z.int().nonnegative(),
  /** Minutes before the start at which it is served; null for the interval. */
  servedBefore: z.int().positive().nullable(),
  /** The part of the price for each guest that is a fee. */
  fee: moneySchema,
  /** Tax within its price in basis points; null for the rate of the brand. */
  vatBasisPoints: z.int().nonnegative().nullable(),
})
export type FoodDetail = z.infer<typeof foodDetailSchema> & {
  /** Name of the menu. */
  readonly name: string
}

export type FoodProblem = Problem<
  | 'food-not-found'
  | 'food-guests-required'
  | 'food-guests-limit'
  | 'food-point-required'
  | 'food-too-few'
  | 'food-too-many'
  | 'invalid-input'
>

/** The number of dishes that are chosen of a course. */
export const chosenOf = (choices: readonly DishChoice[], course: string): number =>
  choices.reduce((sum, each) => (each.course === course ? sum + each.count : sum), 0)

type Party = Pick<FoodOrder, 'guests' | 'point' | 'choices'>

/**
 * Finds the first fault of an order, in the order of the form. `guests` and `point` of an order without a fault are not null.
 * @param locale the language in which a problem names a course; absent for the theatre's
 */
export function findFoodFault(menu: MenuOnSale, { guests, point, choices }: Party, locale?: Locale): FoodProblem | undefined {
  if (guests === null || guests < 1) return problem('food-guests-required')
  if (guests > mostGuests) return problem('food-guests-limit', { maximum: mostGuests })
  if (point === null) return problem('food-point-required')
  if (!menu.servings.some((each) => each.point === point)) return problem('food-not-found')
  const isOfMenu = ({ course, product }: DishChoice): boolean =>
    menu.courses.some((each) => each.course === course && each.dishes.some((dish) => dish.product === product))
  if (!choices.every(isOfMenu)) return problem('invalid-input', { fields: ['choices'] })
  const keys = new Set(choices.map(({ course, product }) => `${course}/${product}`))
  if (keys.size < choices.length) return problem('invalid-input', { fields: ['choices'] })
  for (const { course: id, name, translations } of menu.courses) {
    const chosen = chosenOf(choices, id)
    const course = (locale && translations[locale]?.name) ?? name
    if (chosen < guests) return problem('food-too-few', { course, chosen, guests })
    if (chosen > guests) return problem('food-too-many', { course, chosen, guests })
  }
  return undefined
}

/** The price of an order in minor units: the menu for each guest, and the supplements of its dishes. */
export function foodPrice(menu: Pick<MenuOnSale, 'price' | 'courses'>, guests: number, choices: readonly DishChoice[]): Money {
  const supplements = choices.map(({ course, product, count }) => {
    const dish = menu.courses.find((each) => each.course === course)?.dishes.find((each) => each.product === product)
    return dish ? times(dish.supplement, count) : times(menu.price, 0)
  })
  return add(times(menu.price, guests), ...supplements)
}

/** An order with its key, its price in minor units, and its detail. */
export type OfferedFood = { readonly product: string; readonly quantity: number; readonly amount: Money; readonly detail: FoodDetail }

/** The names of translated texts by locale. */
const namesOf = (translations: Partial<Record<Locale, { readonly name: string }>>): Partial<Record<Locale, string>> =>
  Object.fromEntries(Object.entries(translations).map(([locale, { name }]) => [locale, name]))

/**
 * Validates an order against what can be ordered for its performance. `offer` is undefined where nothing can.
 * @param locale the language in which a problem names a course; absent for the theatre's
 */
export function offerFood(offer: FoodOffer | undefined, order: FoodOrder, locale?: Locale): Result<OfferedFood, FoodProblem> {
  const menu = offer?.menus.find((each) => each.menu === order.menu)
  // Offers have the menus of a performance on sale only.
  if (!offer || !menu || !isMenuOffered({ sale: 'on-sale' }, menu) || offer.performance.instance !== order.instance)
    return fail(problem('food-not-found'))
  const fault = findFoodFault(menu, order, locale)
  if (fault) return fail(fault)
  const quantity = order.guests!
  const serving = menu.servings.find((each) => each.point === order.point)!
  const { point, closesBefore, servedBefore } = serving
  const courses = menu.courses.map(({ course, name, translations, dishes }) => ({
    ...{ course, name, names: namesOf(translations) },
    dishes: dishes.flatMap((dish) => {
      const { product, supplement } = dish
      const count = order.choices.find((each) => each.course === course && each.product === product)?.count
      return count === undefined ? [] : [{ product, name: dish.name, names: namesOf(dish.translations), count, supplement }]
    }),
  }))
  const { fee, vatBasisPoints } = menu
  const detail: FoodDetail = {
    ...{ menu: menu.menu, name: menu.name, names: namesOf(menu.translations), performance: offer.performance, courses, note: order.note },
    ...{ point, pointName: serving.name, pointNames: namesOf(serving.translations), closesBefore, servedBefore, fee, vatBasisPoints },
  }
  return ok({ product: foodKey(order), quantity, amount: foodPrice(menu, quantity, order.choices), detail })
}

/** The order that an item was made of, so that it can be changed or ordered again. */
export const foodOrderOf = ({ menu, performance, point, courses, note }: z.infer<typeof foodDetailSchema>, guests: number): FoodOrder => ({
  ...{ instance: performance.instance, menu, guests, point, note },
  choices: courses.flatMap(({ course, dishes }) => dishes.map(({ product, count }) => ({ course, product, count }))),
})

/**
 * Validates the change of a paid order. @param sold the order with its guests and what was paid for it, in minor units
 * @param locale of course names in problems
 * @returns `food-price-differs` where the changed order has another price
 */
export function offerFoodChange(
  offer: FoodOffer | undefined,
  sold: { readonly detail: z.infer<typeof foodDetailSchema>; readonly name: string; readonly amount: Money },
  change: FoodChange,
  locale?: Locale,
): Result<OfferedFood, FoodProblem | Problem<'food-price-differs'>> {
  const { menu, performance } = sold.detail
  const offered = offerFood(offer, { ...change, menu, instance: performance.instance }, locale)
  if (offered.ok && offered.value.amount !== sold.amount) return fail(problem('food-price-differs', { name: sold.name }))
  return offered
}
