import { createNearby, type Nearby } from '../derive/nearby.ts'
import type { Plan } from '../plan.ts'
import { isStandingPlace } from '../seating.ts'
import type { FindingList } from '../report/finding.ts'

/** Seats whose centres are nearer than this share of a pitch can't both be sat on. */
const lap = 0.5

/** Centimetres. A seat with nobody so near stands where a slip of the pen or a wrong number put it. */
const lonely = 5_000

/** Seats on one place, and seats on each other's laps; levels that lie above each other are drawn apart, so all are compared. */
export function checkPlaces(plan: Plan, pitch: number, found: FindingList): void {
  const reach = lap * pitch
  const at = new Map<string, number>()
  const near = createNearby<number>(reach || 1)
  const about = createNearby<number>(lonely)
  for (let seat = 0; seat < plan.seatCount; seat++) about.put(plan.x[seat]!, plan.y[seat]!, seat)
  for (let seat = 0; seat < plan.seatCount; seat++) {
    // On a floor to stand on all places are one spot.
    if (isStandingPlace(plan, seat)) continue
    const [x, y] = [plan.x[seat]!, plan.y[seat]!]
    const area = plan.areas[plan.areaOf[seat]!]!.id
    if (isLonely(plan, seat, about)) found.add('lonely-seat', { area, at: plan.idOf(seat) })
    const key = `${x} ${y}`
    const other = at.get(key)
    if (other !== undefined) {
      found.add('coincident-seats', { area, at: `${plan.idOf(other)} = ${plan.idOf(seat)}` })
      continue
    }
    at.set(key, seat)
    near.around(x, y, (beside) => {
      if (Math.hypot(plan.x[beside]! - x, plan.y[beside]! - y) >= reach) return false
      found.add('overlapping-seats', { area, at: `${plan.idOf(beside)} / ${plan.idOf(seat)}` })
      return true
    })
    near.put(x, y, seat)
  }
}

function isLonely({ x, y, seatCount }: Plan, seat: number, about: Nearby<number>): boolean {
  let hasCompany = seatCount < 2
  about.around(x[seat]!, y[seat]!, (other) => {
    hasCompany ||= other !== seat && Math.hypot(x[other]! - x[seat]!, y[other]! - y[seat]!) < lonely
    return hasCompany
  })
  return !hasCompany
}
