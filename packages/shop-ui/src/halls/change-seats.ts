import { type Plan, standingPlaces } from '@playhouse/domain/plan'

/** Visitors who choose at the same time start at different places of a standing area. */
const firstPlace = Math.floor(Math.random() * 1e6)

/** Seats of a hall that are chosen, and which others can be. */
type SeatChoice = {
  readonly plan: Plan
  readonly isFree: (seat: number) => boolean
  readonly chosen: readonly number[]
  /** Maximum number of seats. */
  readonly most: number
}

/** The seats after a change; `isFull`: others could not be added, because there are as many as may be. */
type ChangedSeats = { readonly seats: readonly number[]; readonly isFull: boolean }

/** Chooses a seat, or removes it. @returns undefined for a seat that is taken */
export function toggleSeat({ isFree, chosen, most }: SeatChoice, seat: number): ChangedSeats | undefined {
  if (chosen.includes(seat)) return { seats: chosen.filter((each) => each !== seat), isFull: false }
  if (chosen.length >= most) return { seats: chosen, isFull: true }
  return isFree(seat) ? { seats: [...chosen, seat], isFull: false } : undefined
}

/**
 * Sets how many places of a standing area are chosen.
 * @param first the place from which on free ones are looked for
 */
export function setStandingCount(
  { plan, isFree, chosen, most }: SeatChoice,
  area: number,
  count: number,
  first = firstPlace,
): ChangedSeats {
  const others = chosen.filter((seat) => plan.areaOf[seat] !== area)
  const capacity = most - others.length
  const places = standingPlaces(plan, area, Math.min(count, capacity), chosen, isFree, first)
  return { seats: [...others, ...places], isFull: count > capacity }
}
