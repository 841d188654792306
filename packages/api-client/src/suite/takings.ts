import type { ApiClient } from '#client'
import type { Takings } from '#contract'
import { value } from './visitor.ts'

/** The rows of the sales reports of several days, one day after the other. */
type TakingsOfDays = Omit<Takings, 'day' | 'today'>

/**
 * Reads the sales reports from a day to today, so that a test which sells across midnight finds all its sales. A person or a kind may
 * have a row for each day.
 * @param from the day on which the test began, by an earlier report
 */
export async function readTakingsSince(staff: ApiClient, from: string): Promise<TakingsOfDays> {
  const latest = value(await staff.afterSale.takings({ query: {} }))
  if (latest.today === from) return latest
  const first = value(await staff.afterSale.takings({ query: { day: from } }))
  return {
    people: [...first.people, ...latest.people],
    kinds: [...first.kinds, ...latest.kinds],
    levies: [...first.levies, ...latest.levies],
    refunds: [...first.refunds, ...latest.refunds],
    keptDeposits: [...first.keptDeposits, ...latest.keptDeposits],
    links: { sales: first.links.sales + latest.links.sales, kinds: [...first.links.kinds, ...latest.links.kinds] },
  }
}

/** Today in the time zone of the theatre, by the sales report. */
export const readReportDay = async (staff: ApiClient): Promise<string> => value(await staff.afterSale.takings({ query: {} })).today

/** Adds up numbers. */
export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

/** The count and the amount of what was sold of one kind. */
export const soldOf = ({ kinds }: TakingsOfDays, kind: Takings['kinds'][number]['kind']) => {
  const rows = kinds.filter((row) => row.kind === kind)
  return { count: sumOf(rows.map(({ count }) => count)), amount: sumOf(rows.map(({ amount }) => amount)) }
}
