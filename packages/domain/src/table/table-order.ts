import { z } from 'zod'
import { locales } from '../brand/locale.ts'
import { foodPerformanceSchema } from '../food/menu.ts'
import { slugSchema } from '../id.ts'
import { type Money, times } from '../money/money.ts'
import { type Problem, problem } from '../problem.ts'
import { fail, ok, type Result } from '../result.ts'
import { type Sitting, sittingKey, sittingRulesSchema, type SittingsOffer, tableDeadline } from './sitting.ts'

/** Characters of the note for the restaurant. */
export const tableNoteLength = 300

/** A booking of a table. `party`: the number of people; null where the visitor has not chosen it yet. */
export const tableOrderSchema = z.strictObject({
  instance: slugSchema,
  sitting: slugSchema,
  party: z.int().min(0).max(10_000).nullable(),
  note: z.string().trim().max(tableNoteLength),
})
export type TableOrder = z.infer<typeof tableOrderSchema>

/** What is stored of a booking, and shown of it; its quantity is the number of people. Its name is that of the restaurant. */
export const tableDetailSchema = z.strictObject({
  ...sittingRulesSchema.omit({ price: true }).shape,
  restaurant: slugSchema,
  /** Translations of the name of the restaurant. */
  names: z.partialRecord(z.enum(locales), z.string()),
  performance: foodPerformanceSchema,
  /** The size of the table that the party gets. */
  table: z.int().positive(),
  /** Wishes of the party for the restaurant. */
  note: z.string(),
})
export type TableDetail = z.infer<typeof tableDetailSchema> & {
  /** Name of the restaurant. */
  readonly name: string
}

export type TableProblem = Problem<'table-not-found' | 'table-party-required' | 'table-party-too-large' | 'table-full'>

/** What is left of a sitting. */
export type Tables = { readonly coversLeft: number; readonly tables: readonly Readonly<Sitting['tables'][number]>[] }

/** The size of the table that a party gets: the smallest free one that seats it and that it may take. @returns undefined where none is free */
export function tableFor({ coversLeft, tables }: Tables, party: number): number | undefined {
  if (party > coversLeft) return undefined
  const sizes = tables.filter(({ size, least, free }) => free > 0 && least <= party && party <= size).map(({ size }) => size)
  return sizes.length === 0 ? undefined : Math.min(...sizes)
}

/** The largest party that a sitting has tables for, whether they are free or not; 0 without tables. */
export const largestParty = ({ tables }: Pick<Tables, 'tables'>): number => Math.max(0, ...tables.map(({ size }) => size))

/** The largest party that still gets a table; 0 where none does. */
export function largestFreeParty(sitting: Tables): number {
  for (let party = Math.min(sitting.coversLeft, largestParty(sitting)); party > 0; party--)
    if (tableFor(sitting, party) !== undefined) return party
  return 0
}

/** Whether a party can still book a table at a sitting. @param now epoch milliseconds */
export const isTableOpen = (startsAt: string, sitting: Sitting, now: number): boolean =>
  now < tableDeadline(startsAt, sitting) && largestFreeParty(sitting) > 0

/**
 * Finds the table of a party.
 * @param name name of the restaurant
 * @returns its size; or `table-party-too-large` for a party over the largest table, `table-full` where none is free, both with the largest
 * party that fits
 */
export function assignTable(sitting: Tables, name: string, party: number): Result<number, Problem<'table-party-too-large' | 'table-full'>> {
  const maximum = largestParty(sitting)
  if (party > maximum) return fail(problem('table-party-too-large', { maximum }))
  const table = tableFor(sitting, party)
  return table === undefined ? fail(problem('table-full', { name, largest: largestFreeParty(sitting) })) : ok(table)
}

/** A booking with its key, its price in minor units, and its detail. */
export type OfferedTable = { readonly product: string; readonly quantity: number; readonly amount: Money; readonly detail: TableDetail }

/** Validates a booking against the sittings of its performance. `offer` is undefined where there are none. */
export function offerTable(offer: SittingsOffer | undefined, order: TableOrder): Result<OfferedTable, TableProblem> {
  const sitting = offer?.sittings.find((each) => each.sitting === order.sitting)
  if (!offer || !sitting || offer.performance.instance !== order.instance) return fail(problem('table-not-found'))
  const { party, note } = order
  if (party === null || party < 1) return fail(problem('table-party-required'))
  const { restaurant, price, startsBefore, minutes, closesBefore, vatBasisPoints } = sitting
  const { name, translations } = restaurant
  const table = assignTable(sitting, name, party)
  if (!table.ok) return table
  const names = Object.fromEntries(Object.entries(translations).map(([locale, text]) => [locale, text.name]))
  const detail: TableDetail = {
    ...{ sitting: sitting.sitting, restaurant: restaurant.restaurant, name, names, performance: offer.performance, note },
    ...{ startsBefore, minutes, closesBefore, vatBasisPoints, table: table.value },
  }
  return ok({ product: sittingKey(order), quantity: party, amount: times(price, party), detail })
}

/** The booking that an item was made of, so that it can be booked again. */
export const tableOrderOf = (
  { sitting, performance, note }: Pick<TableDetail, 'sitting' | 'performance' | 'note'>,
  party: number,
): TableOrder => ({
  ...{ instance: performance.instance, sitting, party, note },
})
