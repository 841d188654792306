import type { Plan } from '@playhouse/domain/plan'
import { seatAvailability } from '@playhouse/domain/seat'
import { random, type Random, soldSeats } from '@playhouse/fixtures'

/** The performance everybody looks at. Its id seeds what is sold, so that the same share is always the same seats. */
export const performanceId = 'preview'

/** What the house says of each seat when so many per cent are sold, except of the visitor's own. */
export function outlookOf(plan: Plan, percent: number, mine: readonly number[]): Uint8Array {
  const outlook = new Uint8Array(plan.seatCount)
  for (const seat of soldSeats({ id: performanceId, soldShare: percent / 100 }, plan)) outlook[seat] = seatAvailability.taken
  for (const seat of mine) outlook[seat] = seatAvailability.free
  return outlook
}

/** Milliseconds between two rounds of live sales: as often as the server tells of them. */
const round = 250

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
  let owed = 0
  const timer = setInterval(() => {
    owed += (perSecond * round) / 1000
    const seats = drawSeats(seatCount, Math.floor(owed), isFree, chance)
    owed -= Math.floor(owed)
    if (seats.length > 0) sell(seats)
  }, round)
  return () => clearInterval(timer)
}

/** So many different free seats at random; fewer when hardly any are left. */
function drawSeats(seatCount: number, count: number, isFree: (seat: number) => boolean, chance: Random): number[] {
  const drawn = new Set<number>()
  for (let tries = 0; drawn.size < count && tries < count * 40; tries++) {
    const seat = Math.floor(chance() * seatCount)
    if (isFree(seat)) drawn.add(seat)
  }
  return [...drawn]
}
