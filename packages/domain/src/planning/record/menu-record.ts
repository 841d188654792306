import { z } from 'zod'
import { type Locale, locales } from '../../brand/locale.ts'
import type { Course, Dish, Menu } from '../../food/menu.ts'
import { slugSchema } from '../../id.ts'
import { money, moneySchema } from '../../money/money.ts'
import type { QueuedPerformance } from './waiting-room-record.ts'

const text = (most: number) => z.string().trim().max(most)
const amount = moneySchema.refine((value) => value >= 0 && value <= 100_000_00)
/** A short name, or nothing: then it is made. */
const shortName = z.union([slugSchema, z.literal('')])

const courseSchema = z.strictObject({
  course: shortName,
  name: text(200).min(1),
  names: z.partialRecord(z.enum(locales), text(200).min(1)).optional(),
  /** `product`: a product of the type `dish`, which has the texts and the marks. `supplement`: added to the price of the menu. */
  dishes: z
    .array(z.strictObject({ product: slugSchema, supplement: amount }))
    .min(1)
    .max(60),
})
/** Where and when a menu is served. It is for every performance where it names neither productions nor performances. */
const servingSchema = z.strictObject({
  point: slugSchema,
  productions: z.array(slugSchema).max(500),
  performances: z.array(slugSchema).max(5_000),
  /** For how many guests of a performance there is room; null where they are not counted. */
  guests: z.int().min(0).max(100_000).nullable(),
  /** Minutes before the start at which orders and changes end. */
  closesBefore: z.int().min(0).max(43_200),
  /** Minutes before the start at which it is served; null for the interval. */
  servedBefore: z.int().min(1).max(1_440).nullable(),
})
export type MenuServing = z.infer<typeof servingSchema>

/** Gives each course without a short name one. */
function nameCourses<Named extends { readonly course: string }>(courses: readonly Named[]): Named[] {
  const taken = new Set(courses.map(({ course }) => course))
  const free = (nth = 1): string => {
    const candidate = nth === 1 ? 'course' : `course-${nth}`
    if (taken.has(candidate)) return free(nth + 1)
    taken.add(candidate)
    return candidate
  }
  return courses.map((each) => ({ ...each, course: each.course || free() }))
}

/** A menu as staff describe it. Its dishes are products. */
export const menuRecordSchema = z.strictObject({
  position: z.int().min(0).max(10_000),
  name: text(200).min(1),
  summary: text(2_000),
  translations: z.partialRecord(z.enum(locales), z.strictObject({ name: text(200).min(1), summary: text(2_000) })),
  /** For each guest, in minor units. `fee`: the part of it that is a fee. */
  price: amount.refine((value) => value > 0),
  fee: amount,
  /** Tax within its price; null for the rate of the brand. */
  vatBasisPoints: z.int().min(0).max(10_000).nullable(),
  courses: z.array(courseSchema).min(1).max(20).transform(nameCourses),
  servings: z.array(servingSchema).max(50),
})
export type MenuRecord = z.infer<typeof menuRecordSchema>

/** A collection point that menus can name. */
export type ServingPoint = { readonly point: string; readonly hall?: string | undefined; readonly opensBefore?: number | undefined }

type Facts = {
  readonly before: MenuRecord | undefined
  readonly dishes: readonly string[]
  readonly points: readonly ServingPoint[]
  readonly productions: readonly string[]
  readonly performances: readonly QueuedPerformance[]
}
type Fault = readonly [boolean, string]
const hasDuplicate = (ids: readonly string[]): boolean => new Set(ids).size < ids.length

/** Faults that the schema does not find: whether there is one, and the field that shows it. Ids that a stored one has stay valid. */
export const menuFaults = ({ price, fee, courses, servings }: MenuRecord, facts: Facts): readonly Fault[] => {
  const stored = (facts.before?.courses ?? []).flatMap(({ dishes }) => dishes.map(({ product }) => product))
  const isUnknown = (dish: string): boolean => !facts.dishes.includes(dish) && !stored.includes(dish)
  return [
    [fee > price, 'fee'],
    [hasDuplicate(courses.map(({ course }) => course)), 'courses'],
    ...courses.flatMap(({ dishes }, nth): Fault[] => [
      [hasDuplicate(dishes.map(({ product }) => product)), `courses.${nth}.dishes`],
      ...dishes.map(({ product }, place): Fault => [isUnknown(product), `courses.${nth}.dishes.${place}.product`]),
    ]),
    ...servings.flatMap((serving, nth) => servingFaults(serving, facts).map(([is, field]): Fault => [is, `servings.${nth}.${field}`])),
  ]
}

function servingFaults({ point, productions, performances, closesBefore, servedBefore }: MenuServing, facts: Facts): Fault[] {
  const stored = facts.before?.servings ?? []
  const place = facts.points.find((each) => each.point === point)
  const isKnown = (id: string): boolean =>
    facts.performances.some(
      (each) =>
        each.id === id &&
        (productions.length === 0 || productions.includes(each.production)) &&
        (place?.hall === undefined || place.hall === each.hall),
    ) || stored.some((each) => each.point === point && each.performances.includes(id))
  const isProduction = (id: string): boolean => facts.productions.includes(id) || stored.some((each) => each.productions.includes(id))
  return [
    [!place, 'point'],
    [hasDuplicate(productions) || !productions.every(isProduction), 'productions'],
    [hasDuplicate(performances) || !performances.every(isKnown), 'performances'],
    // Neither is an order taken after it is served, nor is it served before the collection point opens.
    [servedBefore !== null && closesBefore < servedBefore, 'closesBefore'],
    [servedBefore !== null && place?.opensBefore !== undefined && servedBefore > place.opensBefore, 'servedBefore'],
  ]
}

/** A performance at which menus may be served. */
export type ServedPerformance = { readonly id: string; readonly production: string; readonly hall: string }

/** Where a menu is served at a performance: of each collection point the first serving that is for it. */
export function servingsAt<
  Serving extends { readonly point: string; readonly productions?: readonly string[]; readonly performances?: readonly string[] },
>(servings: readonly Serving[], points: readonly ServingPoint[], { id, production, hall }: ServedPerformance): Serving[] {
  const found = new Map<string, Serving>()
  for (const serving of servings) {
    const { point, productions = [], performances = [] } = serving
    const place = points.find((each) => each.point === point)
    const isFor =
      place !== undefined &&
      (place.hall === undefined || place.hall === hall) &&
      (productions.length === 0 || productions.includes(production)) &&
      (performances.length === 0 || performances.includes(id))
    if (isFor && !found.has(point)) found.set(point, serving)
  }
  return [...found.values()]
}

type Names = Readonly<Partial<Record<Locale, string>>>
/** Translated names as courses and collection points have them. */
export const nameTranslations = (names: Names | undefined): Course['translations'] =>
  Object.fromEntries(Object.entries(names ?? {}).map(([locale, name]) => [locale, { name }]))
/** Translated names as records have them; undefined for none. */
export function namesOfTranslations(translations: Course['translations']): Names | undefined {
  const names = Object.entries(translations).map(([locale, each]) => [locale, each!.name])
  return names.length > 0 ? Object.fromEntries(names) : undefined
}

/** The record of a menu. */
export const recordOfMenu = (
  { menu: _, courses, ...menu }: Menu,
  { position, servings }: Pick<MenuRecord, 'position' | 'servings'>,
): MenuRecord => ({
  ...{ ...menu, position, servings },
  courses: courses.map(({ course, name, translations, dishes }) => {
    const names = namesOfTranslations(translations)
    return { course, name, ...(names && { names }), dishes: dishes.map(({ product, supplement }) => ({ product, supplement })) }
  }),
})

/** The menu that a record describes. @param dishOf the dish of a product; undefined for one that is not served: it is left out */
export const menuOfRecord = (
  id: string,
  { name, summary, translations, price, fee, vatBasisPoints, courses }: MenuRecord,
  dishOf: (product: string) => Omit<Dish, 'supplement'> | undefined,
): Menu => ({
  ...{ menu: id, name, summary, translations, price, fee, vatBasisPoints },
  courses: courses.map((course) => ({
    ...{ course: course.course, name: course.name, translations: nameTranslations(course.names) },
    dishes: course.dishes.flatMap(({ product, supplement }) => {
      const dish = dishOf(product)
      return dish ? [{ ...dish, supplement: money(supplement) }] : []
    }),
  })),
})

/**
 * Whether a change takes away the room of guests: they would not be served there any more, or more of them have ordered than there would be
 * room for. @param from where they are served; undefined where the rules did not name it before either
 */
export function losesGuests(
  from: Pick<MenuServing, 'guests'> | undefined,
  to: Pick<MenuServing, 'guests'> | undefined,
  guests: number,
): boolean {
  if (!from || !to) return from !== undefined
  return to.guests !== null && to.guests < guests && (from.guests === null || to.guests < from.guests)
}
