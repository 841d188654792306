import { distanceToStage, type Plan, type PlanRow } from '@playhouse/domain/plan'
import { seatAvailability } from '@playhouse/domain/seat'

/** Maximum number of seats in one row: the most that a visitor may hold. */
const rowSelectionSize = 9

/**
 * Adjacent seats for the sample basket: from the middle of a row a third of the way back, then from the rows behind it; in
 * boxes only if there are no rows. They depend only on the plan, so that a link shows the same seats whatever is sold.
 */
export const basketSeats = (plan: Plan, count: number): number[] =>
  rowsToSitIn(plan)
    .flatMap((row) => middleOf(row, Math.min(rowSelectionSize, row.seatCount)))
    .slice(0, count)

/** Adjacent free seats in the same rows, if any row still has them; else free seats anywhere. */
export function adjacentFreeSeats(plan: Plan, count: number, availability: Uint8Array, taken: readonly number[]): number[] {
  const isFree = (seat: number): boolean => availability[seat] === seatAvailability.free && !taken.includes(seat)
  const rows = rowsToSitIn(plan)
  for (const { firstSeat, seatCount } of rows)
    for (let first = firstSeat; first + count <= firstSeat + seatCount; first++) {
      const seats = Array.from({ length: count }, (_, place) => first + place)
      if (seats.every(isFree)) return seats
    }
  return rows.flatMap((row) => middleOf(row, row.seatCount).filter(isFree)).slice(0, count)
}

/** Rows long enough for a party, from a third of the way back; every row if none is long enough. */
function rowsToSitIn(plan: Plan): PlanRow[] {
  const long = plan.rows.filter(({ seatCount }) => seatCount >= rowSelectionSize)
  const rows = (long.length > 0 ? long : plan.rows)
    .map((row) => ({ row, away: distanceToStage(plan, row.firstSeat + (row.seatCount >> 1)) }))
    .sort((a, b) => a.away - b.away)
    .map(({ row }) => row)
  const from = Math.floor(rows.length / 3)
  return [...rows.slice(from), ...rows.slice(0, from)]
}

function middleOf({ firstSeat, seatCount }: PlanRow, size: number): number[] {
  const first = firstSeat + Math.floor((seatCount - size) / 2)
  return Array.from({ length: size }, (_, place) => first + place)
}
