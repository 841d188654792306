import { z } from 'zod'
import { locales } from '../../brand/locale.ts'
import { slugSchema } from '../../id.ts'
import { moneySchema } from '../../money/money.ts'
import type { Restaurant } from '../../table/sitting.ts'
import type { QueuedPerformance } from './waiting-room-record.ts'

const text = (most: number) => z.string().trim().max(most)
const textsSchema = z.strictObject({ name: text(200).min(1), summary: text(2_000), access: text(2_000) })

/** The tables of one size: how many people each seats, how many there are, and the smallest party that may take one. */
const tablesSchema = z.strictObject({
  size: z.int().min(1).max(60),
  tables: z.int().min(0).max(1_000),
  least: z.int().min(1).max(60),
})
/** A sitting, and the performances that it is for: all of the restaurant's hall where it names neither productions nor performances nor hours. */
const sittingSchema = z.strictObject({
  /** A short name, or nothing: then it is made. */
  sitting: z.union([slugSchema, z.literal('')]),
  /** Minutes from its start to that of the performance; negative after that start. */
  startsBefore: z.int().min(-720).max(1_440),
  /** How long a party has its table, in minutes. */
  minutes: z.int().min(1).max(1_440),
  /** Minutes before the start of the performance at which bookings and changes end. */
  closesBefore: z.int().min(0).max(43_200),
  /** The price of each cover in minor units; 0 for a free booking. */
  price: moneySchema.refine((value) => value >= 0 && value <= 100_000_00),
  /** Tax within its price; null for the rate of the brand. */
  vatBasisPoints: z.int().min(0).max(10_000).nullable(),
  /** People whom the kitchen serves at it. */
  covers: z.int().min(0).max(10_000),
  tables: z.array(tablesSchema).min(1).max(20),
  productions: z.array(slugSchema).max(500),
  performances: z.array(slugSchema).max(5_000),
  /** Only for performances that begin at this hour of the theatre's clock, or later; null for all. */
  fromHour: z.int().min(0).max(23).nullable(),
  /** Only for performances that begin before this hour; null for all. */
  beforeHour: z.int().min(1).max(24).nullable(),
})
export type SittingRule = z.infer<typeof sittingSchema>

/** A restaurant of the theatre as staff describe it, with its sittings. */
export const restaurantRecordSchema = z.strictObject({
  position: z.int().min(0).max(10_000),
  ...textsSchema.shape,
  translations: z.partialRecord(z.enum(locales), textsSchema),
  /** The hall whose performances it serves; absent for every hall. */
  hall: z.string().min(1).max(80).optional(),
  sittings: z.array(sittingSchema).max(50),
})
export type RestaurantRecord = z.infer<typeof restaurantRecordSchema>

type Facts = {
  readonly before: RestaurantRecord | undefined
  readonly halls: readonly string[]
  readonly productions: readonly string[]
  readonly performances: readonly QueuedPerformance[]
  readonly others: readonly { readonly record: Pick<RestaurantRecord, 'sittings'> }[]
}
type Fault = readonly [boolean, string]
const hasDuplicate = <Value>(values: readonly Value[]): boolean => new Set(values).size < values.length
const sittingsOf = (others: Facts['others']): readonly string[] =>
  others.flatMap(({ record }) => record.sittings.flatMap(({ sitting }) => sitting || []))

/** Gives each sitting without a short name one that no restaurant has. */
export function nameSittings(record: RestaurantRecord, others: Facts['others']): RestaurantRecord {
  const taken = new Set([...sittingsOf(others), ...record.sittings.map(({ sitting }) => sitting)])
  const free = (nth = 1): string => {
    const candidate = nth === 1 ? 'sitting' : `sitting-${nth}`
    if (taken.has(candidate)) return free(nth + 1)
    taken.add(candidate)
    return candidate
  }
  return { ...record, sittings: record.sittings.map((each) => ({ ...each, sitting: each.sitting || free() })) }
}

/** Faults that the schema does not find: whether there is one, and the field that shows it. Ids that a stored one has stay valid. */
export const restaurantFaults = (record: RestaurantRecord, facts: Facts): readonly Fault[] => {
  const { hall, sittings } = record
  return [
    [hall !== undefined && hall !== facts.before?.hall && !facts.halls.includes(hall), 'hall'],
    ...sittings.flatMap((sitting, nth) =>
      sittingFaults(sitting, hall, facts).map(([is, field]): Fault => [is, `sittings.${nth}.${field}`]),
    ),
  ]
}

function sittingFaults(rule: SittingRule, hall: string | undefined, { before, others, ...facts }: Facts): Fault[] {
  const { sitting, startsBefore, closesBefore, tables, productions, performances, fromHour, beforeHour } = rule
  const stored = before?.sittings ?? []
  const isKnown = (id: string): boolean =>
    facts.performances.some(
      (each) =>
        each.id === id && (productions.length === 0 || productions.includes(each.production)) && (hall === undefined || hall === each.hall),
    ) || stored.some((each) => each.performances.includes(id))
  const isProduction = (id: string): boolean => facts.productions.includes(id) || stored.some((each) => each.productions.includes(id))
  return [
    // Baskets and orders name a sitting without its restaurant.
    [sittingsOf(others).includes(sitting) && !stored.some((each) => each.sitting === sitting), 'sitting'],
    // No table is booked after its sitting begins.
    [closesBefore < startsBefore, 'closesBefore'],
    [hasDuplicate(tables.map(({ size }) => size)), 'tables'],
    ...tables.map(({ size, least }, place): Fault => [least > size, `tables.${place}.least`]),
    [hasDuplicate(productions) || !productions.every(isProduction), 'productions'],
    [hasDuplicate(performances) || !performances.every(isKnown), 'performances'],
    [fromHour !== null && beforeHour !== null && beforeHour <= fromHour, 'beforeHour'],
  ]
}

/** A performance for which there may be sittings. `startsAt`: its start on the wall clock of the theatre. */
export type SeatedPerformance = Pick<QueuedPerformance, 'id' | 'production' | 'hall' | 'startsAt'>
/** The sittings of a restaurant. */
export type RestaurantRules = { readonly restaurant: string } & Pick<RestaurantRecord, 'hall' | 'sittings'>
/** A sitting of a restaurant. */
export type RestaurantSitting = SittingRule & { readonly restaurant: string }

/** The sittings for a performance: of those with one short name the first that is for it. @param restaurants in the order of the theatre */
export function sittingsAt(
  restaurants: readonly RestaurantRules[],
  { id, production, hall, startsAt }: SeatedPerformance,
): RestaurantSitting[] {
  const hour = Number(startsAt.slice(11, 13))
  const found = new Map<string, RestaurantSitting>()
  for (const { restaurant, hall: ownHall, sittings } of restaurants)
    for (const rule of sittings) {
      const isFor =
        (ownHall === undefined || ownHall === hall) &&
        (rule.productions.length === 0 || rule.productions.includes(production)) &&
        (rule.performances.length === 0 || rule.performances.includes(id)) &&
        (rule.fromHour === null || hour >= rule.fromHour) &&
        (rule.beforeHour === null || hour < rule.beforeHour)
      if (isFor && !found.has(rule.sitting)) found.set(rule.sitting, { ...rule, restaurant })
    }
  return [...found.values()]
}

/** What is booked of a sitting, in orders and in baskets: people, and tables by their size. */
export type BookedTables = { readonly covers: number; readonly tables: ReadonlyMap<number, number> }

/**
 * Whether a change takes a booked sitting away, moves it, or leaves less than what is booked.
 * @param from the sitting before; undefined where the rules did not name it before either
 */
export function losesTables(
  from: RestaurantSitting | undefined,
  to: RestaurantSitting | undefined,
  { covers, tables }: BookedTables,
): boolean {
  if (!from || !to) return from !== undefined
  const shrinks = (before: number, after: number, booked: number): boolean => after < booked && after < before
  const tablesOf = ({ tables: sizes }: SittingRule, size: number): number => sizes.find((each) => each.size === size)?.tables ?? 0
  return (
    from.restaurant !== to.restaurant ||
    from.startsBefore !== to.startsBefore ||
    from.minutes !== to.minutes ||
    shrinks(from.covers, to.covers, covers) ||
    [...tables].some(([size, booked]) => shrinks(tablesOf(from, size), tablesOf(to, size), booked))
  )
}

/** The record of a restaurant. */
export const recordOfRestaurant = (
  { restaurant: _, ...texts }: Restaurant,
  rest: Pick<RestaurantRecord, 'position' | 'hall' | 'sittings'>,
): RestaurantRecord => ({ ...texts, ...rest })

/** The restaurant that a record describes. */
export const restaurantOfRecord = (id: string, { name, summary, access, translations }: RestaurantRecord): Restaurant => ({
  ...{ restaurant: id, name, summary, access, translations },
})
