import { z } from 'zod'
import { type Problem, problem } from '../problem.ts'
import { instantOf, plainDateTimeSchema, wallClockFault } from '../time/time.ts'
import { changedFields, type FieldChange } from './change.ts'
import {
  type PriceField,
  priceListEditProblem,
  priceListEditSchema,
  priceOfField,
  type StoredPriceList,
  type TicketPrice,
} from './price-list-plan.ts'

/** Prices that begin to hold at a wall-clock time of the theatre. A time that clocks repeat in autumn is the first of the two. */
export const priceScheduleEditSchema = z.strictObject({ from: plainDateTimeSchema, prices: priceListEditSchema.shape.prices })
/** Prices that begin to hold at a wall-clock time of the theatre. */
export type PriceScheduleEdit = z.infer<typeof priceScheduleEditSchema>

/** Scheduled prices as change sets store them: only those that differ from the prices before; null for one that is no longer sold. */
export type StoredPriceSchedule = { readonly priceList: string; readonly from: string } & {
  readonly [field: PriceField]: TicketPrice | null
}

/** Returns a price list with other prices. Its name, its price types and its seats stay. */
function withPrices(current: StoredPriceList, prices: PriceScheduleEdit['prices']): StoredPriceList {
  const others = Object.entries(current).filter(([field]) => !priceOfField(field))
  const fields = Object.entries(prices).flatMap(([band, ofBand]) =>
    Object.entries(ofBand).map(([type, price]) => [`price.${band}.${type}`, price] as const),
  )
  return Object.fromEntries([...others, ...fields]) as StoredPriceList
}

/** The scheduled prices of an edit: those that differ from the current ones. */
export function priceScheduleOf(priceList: string, current: StoredPriceList, { from, prices }: PriceScheduleEdit): StoredPriceSchedule {
  const changed = changedFields(current, withPrices(current, prices)).map(({ field, after }) => [field, after] as const)
  return { priceList, from, ...Object.fromEntries(changed) }
}

/** The scheduled prices beside the current ones. */
export const scheduledFields = (current: StoredPriceList, schedule: StoredPriceSchedule): FieldChange[] =>
  Object.entries(schedule).flatMap(([field, after]) =>
    priceOfField(field) ? [{ field, before: current[field as PriceField] ?? null, after }] : [],
  )

/** Returns a price list with scheduled prices. Prices that are not scheduled stay, also those that were changed since. */
export function applyPriceSchedule(current: StoredPriceList, schedule: StoredPriceSchedule): StoredPriceList {
  const others = Object.entries(current).filter(([field]) => !(priceOfField(field) && field in schedule))
  const scheduled = Object.entries(schedule).filter(([field, price]) => priceOfField(field) && price !== null)
  return Object.fromEntries([...others, ...scheduled]) as StoredPriceList
}

type ScheduleFacts = {
  readonly timeZone: string
  /** Epoch milliseconds. */
  readonly now: number
  /** Whether a published performance has the price list. */
  readonly isLive: boolean
}

/**
 * The problem of scheduled prices; undefined where they may be scheduled. Their moment is ahead, and no time that clocks skip in spring.
 * They change a price, and keep the rules of a change of the current price list.
 */
export function priceScheduleProblem(
  current: StoredPriceList,
  { from, prices }: PriceScheduleEdit,
  { timeZone, now, isLive }: ScheduleFacts,
): Problem<'invalid-input'> | undefined {
  if (wallClockFault(from, timeZone) !== undefined || !isAhead(from, timeZone, now))
    return problem('invalid-input', { fields: ['schedule.from'] })
  const after = withPrices(current, prices)
  const edited = priceListEditProblem(current, after, isLive)
  if (edited) return edited
  return changedFields(current, after).length === 0 ? problem('invalid-input', { fields: ['schedule.prices'] }) : undefined
}

/** Whether the moment of scheduled prices is ahead. @param now epoch milliseconds */
export const isAhead = (from: string, timeZone: string, now: number): boolean => instantOf(from, timeZone).epochMilliseconds > now
