import { z } from 'zod'
import { tableDetailSchema } from './table-order.ts'

/** A booked table on the list of the restaurant. Names are in the theatre's language. */
export const bookedTableSchema = z.strictObject({
  /** Number of the order. */
  number: z.string(),
  /** Name of the customer. */
  customer: z.string(),
  restaurantName: z.string(),
  party: z.int().positive(),
  ...tableDetailSchema.pick({ sitting: true, restaurant: true, startsBefore: true, minutes: true, table: true, note: true }).shape,
})
export type BookedTable = z.infer<typeof bookedTableSchema>

/** The booked tables of a sitting, with the number of people. */
export type SittingList = {
  readonly sitting: string
  readonly restaurantName: string
  /** Minutes before the start of the performance; negative after it. */
  readonly startsBefore: number
  readonly minutes: number
  readonly covers: number
  readonly tables: readonly BookedTable[]
}

/** Booked tables by sitting, the earliest first. */
export function sittingLists(booked: readonly BookedTable[]): SittingList[] {
  return [...Map.groupBy(booked, ({ sitting, startsBefore }) => `${sitting} ${startsBefore}`).values()]
    .map((tables): SittingList => {
      const { sitting, restaurantName, startsBefore, minutes } = tables[0]!
      return { sitting, restaurantName, startsBefore, minutes, covers: tables.reduce((sum, { party }) => sum + party, 0), tables }
    })
    .toSorted((a, b) => b.startsBefore - a.startsBefore || (a.sitting < b.sitting ? -1 : 1))
}
