import { distanceToStage, type Plan } from '@playhouse/domain/plan'

/** Seats taken from one row: the most that somebody may hold. */
const party = 9

/**
 * So many seats side by side, for a basket or a choice to show: from the middle of a row a third of the way back, then of
 * the rows behind it; boxes only where there are no rows. Depends on the plan alone, so that a link shows the same seats
 * whatever is sold.
 * @param after how many of them to leave out first, so that two parties don't share a seat
 */
export function goodPlaces(plan: Plan, count: number, after = 0): number[] {
  const long = plan.rows.filter(({ seatCount }) => seatCount >= party)
  const rows = (long.length > 0 ? long : plan.rows)
    .map((row) => ({ ...row, away: distanceToStage(plan, row.firstSeat + (row.seatCount >> 1)) }))
    .sort((a, b) => a.away - b.away)
  const from = Math.floor(rows.length / 3)
  return [...rows.slice(from), ...rows.slice(0, from)]
    .flatMap(({ firstSeat, seatCount }) => {
      const size = Math.min(party, seatCount)
      const first = firstSeat + Math.floor((seatCount - size) / 2)
      return Array.from({ length: size }, (_, place) => first + place)
    })
    .slice(after, after + count)
}
