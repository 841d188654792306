import type { Plan } from '@playhouse/domain/plan'
import { seatAvailability } from '@playhouse/domain/seat'
import { random, type Random, soldSeats } from '@playhouse/fixtures'

/** Id of the sample performance. It seeds which seats are sold, so that the same share is always the same seats. */
export const performanceId = 'preview'

/** The availability of each seat when `percent` of them are sold. The visitor's own seats stay free. */
export function availabilityOf(plan: Plan, percent: number, mine: readonly number[]): Uint8Array {
  const availability = new Uint8Array(plan.seatCount)
  for (const seat of soldSeats({ id: performanceId, soldShare: percent / 100 }, plan)) availability[seat] = seatAvailability.taken
  for (const seat of mine) availability[seat] = seatAvailability.free
  return availability
}

/** Milliseconds between two rounds of live sales, as often as the server sends changes. */
const roundMs = 250

/**
 * Sells seats to other visitors over time. The same hall always sells the same seats in the same order.
 * @param perSecond seats a second; fractions add up
 * @param sell receives the seats sold in this round
 * @returns the function that stops it
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

/** Draws `count` different free seats at random; fewer when hardly any are left. */
function drawSeats(seatCount: number, count: number, isFree: (seat: number) => boolean, chance: Random): number[] {
  const seats = new Set<number>()
  for (let tries = 0; seats.size < count && tries < count * 40; tries++) {
    const seat = Math.floor(chance() * seatCount)
    if (isFree(seat)) seats.add(seat)
  }
  return [...seats]
}
