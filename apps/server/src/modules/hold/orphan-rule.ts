import type { Kysely } from 'kysely'
import type { Database } from '#db'
import type { PriceTable } from '#modules/catalogue'
import { publicBands } from '#modules/pricing'
import { claimedBetween, type SeatSet } from '#modules/seating'
import type { OrphanPolicy } from '@playhouse/domain/brand'
import { type HallOccupancy, judgeOrphans, judgeSeriesOrphans, type Plan } from '@playhouse/domain/plan'
import { type Problem, problem } from '@playhouse/domain/problem'

/** Rows in front of and behind the seats that are searched for better seats. */
const rowsAround = 4

/**
 * The problem of a selection that leaves an orphan seat, if the brand blocks these and better seats are available nearby. Seat
 * blocks are exempt. Taken seats are left to the claim.
 *
 * The rule applies to holding only: a visitor may release any seat.
 * @param releasedSeats seats of the basket that are released in the same step
 */
export async function findOrphanProblem(
  db: Kysely<Database>,
  policy: OrphanPolicy,
  plan: Plan,
  priceTable: PriceTable,
  { performance, seats }: SeatSet,
  releasedSeats: readonly number[] = [],
): Promise<Problem<'seat-left-alone'> | undefined> {
  if (policy !== 'block-unless-nothing-better' || priceTable.list.seatBlocks || seats.length === 0) return undefined
  const { hall, isAnyClaimed } = await readHallAround(db, plan, priceTable, { performance, seats }, releasedSeats)
  return !isAnyClaimed && judgeOrphans(policy, hall, seats).isRefused ? problem('seat-left-alone') : undefined
}

/** A date of a series, and the seats of the basket that are released on it. */
export type SeriesDate = {
  readonly performance: string
  readonly plan: Plan
  readonly priceTable: PriceTable
  readonly released: readonly number[]
}

/**
 * The problem of seats of a series that leave an orphan seat on every date, under the same conditions.
 * @param seats the seats on all dates, whose plan is the same
 */
export async function findSeriesOrphanProblem(
  db: Kysely<Database>,
  policy: OrphanPolicy,
  dates: readonly SeriesDate[],
  seats: readonly number[],
): Promise<Problem<'seat-left-alone'> | undefined> {
  if (policy !== 'block-unless-nothing-better' || seats.length === 0) return undefined
  if (dates.some(({ priceTable }) => priceTable.list.seatBlocks)) return undefined
  const halls = await Promise.all(
    dates.map(({ performance, plan, priceTable, released }) => readHallAround(db, plan, priceTable, { performance, seats }, released)),
  )
  if (halls.some(({ isAnyClaimed }) => isAnyClaimed)) return undefined
  const occupancies = halls.map(({ hall }) => hall)
  return judgeSeriesOrphans(policy, occupancies, seats).isRefused ? problem('seat-left-alone') : undefined
}

/** Reads which seats around some seats can be chosen. */
async function readHallAround(
  db: Kysely<Database>,
  plan: Plan,
  priceTable: PriceTable,
  { performance, seats }: SeatSet,
  releasedSeats: readonly number[],
): Promise<{ readonly hall: HallOccupancy; readonly isAnyClaimed: boolean }> {
  const rows = seats.map((seat) => plan.rowOf[seat]!)
  const [first, last] = [
    plan.rows[Math.max(0, Math.min(...rows) - rowsAround)]!,
    plan.rows[Math.min(plan.rows.length - 1, Math.max(...rows) + rowsAround)]!,
  ]
  const [from, to] = [first.firstSeat, last.firstSeat + last.seatCount - 1]
  const claimedSeats = new Set(await claimedBetween(db, performance, from, to))
  for (const seat of releasedSeats) claimedSeats.delete(seat)
  const { bandOf } = priceTable
  const sold = publicBands(priceTable)
  const isOpen = (seat: number): boolean => seat >= from && seat <= to && sold.has(bandOf[seat]!) && !claimedSeats.has(seat)
  return { hall: { plan, bandOf, isOpen }, isAnyClaimed: seats.some((seat) => claimedSeats.has(seat)) }
}
