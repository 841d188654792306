import type { Kysely } from 'kysely'
import type { Database } from '#db'
import type { PriceTable } from '#modules/catalogue'
import { publicBands } from '#modules/pricing'
import { claimedBetween, type SeatSet } from '#modules/seating'
import type { OrphanPolicy } from '@playhouse/domain/brand'
import { judgeOrphans, type Plan } from '@playhouse/domain/plan'
import { type Problem, problem } from '@playhouse/domain/problem'

/** Rows on either side that decide whether there is something better nearby. */
const rowsAround = 4

/**
 * Refuses a choice that leaves somebody to sit alone, where the brand says so and there is something better to choose. The
 * house's own blocks are laid out as it wants them. Seats that are gone already are for the claim to name.
 *
 * The rule is for choosing only: a visitor may always give a seat back, whoever it leaves alone.
 */
export async function findOrphanProblem(
  db: Kysely<Database>,
  policy: OrphanPolicy,
  plan: Plan,
  priceTable: PriceTable,
  { performance, seats }: SeatSet,
  givenBack: readonly number[] = [],
): Promise<Problem<'seat-left-alone'> | undefined> {
  if (policy !== 'block-unless-nothing-better' || priceTable.list.seatBlocks || seats.length === 0) return undefined
  const rows = seats.map((seat) => plan.rowOf[seat]!)
  const [first, last] = [
    plan.rows[Math.max(0, Math.min(...rows) - rowsAround)]!,
    plan.rows[Math.min(plan.rows.length - 1, Math.max(...rows) + rowsAround)]!,
  ]
  const [from, to] = [first.firstSeat, last.firstSeat + last.seatCount - 1]
  const claimed = new Set(await claimedBetween(db, performance, from, to))
  for (const seat of givenBack) claimed.delete(seat)
  if (seats.some((seat) => claimed.has(seat))) return undefined
  const { bandOf } = priceTable
  const sold = publicBands(priceTable)
  const isOpen = (seat: number): boolean => seat >= from && seat <= to && sold.has(bandOf[seat]!) && !claimed.has(seat)
  return judgeOrphans(policy, { plan, bandOf, isOpen }, seats).isRefused ? problem('seat-left-alone') : undefined
}
