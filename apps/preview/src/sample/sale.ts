import type { Plan } from '@playhouse/domain/plan'
import { seatAvailability } from '@playhouse/domain/seat'
import { random, type Random, soldSeats } from '@playhouse/fixtures'

/** The performance everybody looks at. Its id seeds what is sold, so that the same share is always the same seats. */
export const performanceId = 'preview'

/** What the house says of each seat when so many per cent are sold, except of the visitor's own. */
export function availabilityOf(plan: Plan, percent: number, mine: readonly number[]): Uint8Array {
  const availability = new Uint8Array(plan.seatCount)
  for (const seat of soldSeats({ id: performanceId, soldShare: percent / 100 }, plan)) availability[seat] = seatAvailability.taken
  for (const seat of mine) availability[seat] = seatAvailability.free
  return availability
}

/** Milliseconds between two rounds of live sales: as often as the server tells of them. */
const roundMs = 250

/**
 * Sells seats to strangers while one looks: from the same house the same seats one after the other, whoever looks.
 * @param perSecond seats a second; fractions add up
 * @param sell takes the seats that went this round
 * @returns the way to stop
 */
export function sellLive(
  seatCount: number,
  perSecond: number,
  isFree: (seat: number) => boolean,
  sell: (seats: number[]) => void,
): () => void {
  const chance = random(performanceId)
  let pendingSeats = 0
  const timer = setInterval(() => {
    pendingSeats += (perSecond * roundMs) / 1000
    const seats = drawSeats(seatCount, Math.floor(pendingSeats), isFree, chance)
    pendingSeats -= Math.floor(pendingSeats)
    if (seats.length > 0) sell(seats)
  }, roundMs)
  return () => clearInterval(timer)
}

/** So many different free seats at random; fewer when hardly any are left. */
function drawSeats(seatCount: number, count: number, isFree: (seat: number) => boolean, chance: Random): number[] {
  const seats = new Set<number>()
  for (let tries = 0; seats.size < count && tries < count * 40; tries++) {
    const seat = Math.floor(chance() * seatCount)
    if (isFree(seat)) seats.add(seat)
  }
  return [...seats]
}
