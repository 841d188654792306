import type { Transaction } from 'kysely'
import type { Database } from '#db'
import type { Tariff } from '#modules/catalogue'
import { claimedBetween, type SeatSet } from '#modules/seating'
import type { OrphanPolicy } from '@playhouse/domain/brand'
import { judgeOrphans, type Plan } from '@playhouse/domain/plan'
import { type Problem, problem } from '@playhouse/domain/problem'

/** Rows on either side that decide whether there is something better nearby. */
const rowsAround = 4

/**
 * Refuses a choice that leaves somebody to sit alone, where the brand says so and there is something better to choose. The
 * house's own blocks are laid out as it wants them.
 */
export async function leavesAlone(
  trx: Transaction<Database>,
  policy: OrphanPolicy,
  plan: Plan,
  { bandOf, list }: Tariff,
  { performance, seats }: SeatSet,
): Promise<Problem<'seat-left-alone'> | undefined> {
  if (policy !== 'block-unless-nothing-better' || list.seatBlocks || seats.length === 0) return undefined
  const rows = seats.map((seat) => plan.rowOf[seat]!)
  const [first, last] = [
    plan.rows[Math.max(0, Math.min(...rows) - rowsAround)]!,
    plan.rows[Math.min(plan.rows.length - 1, Math.max(...rows) + rowsAround)]!,
  ]
  const [from, to] = [first.firstSeat, last.firstSeat + last.seatCount - 1]
  const claimed = new Set(await claimedBetween(trx, performance, from, to))
  const isOpen = (seat: number): boolean => seat >= from && seat <= to && !claimed.has(seat)
  return judgeOrphans(policy, { plan, bandOf, isOpen }, seats).isRefused ? problem('seat-left-alone') : undefined
}
