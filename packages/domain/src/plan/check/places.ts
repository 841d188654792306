import { createSpatialHash } from '../derive/spatial-hash.ts'
import type { Plan } from '../model/plan.ts'
import { isStandingPlace } from '../seating.ts'
import type { FindingList } from '../report/finding.ts'

/** Distance of two seats' centres, as a share of the pitch, below which only one of them can be used. */
const lap = 0.5

/** Centimetres. A seat with no other within this distance has a wrong position. */
const lonely = 5_000
/** Side of a patch whose seats are represented by one of them, so that few seats are compared. */
const patch = lonely / 8

/** Checks for seats at the same place and for overlapping seats. Levels are drawn apart, so all seats are compared. */
export function checkPlaces(plan: Plan, pitch: number, findings: FindingList): void {
  const reach = lap * pitch
  const at = new Map<string, number>()
  const nearbySeats = createSpatialHash<number>(reach || 1)
  const isLonely = findLonely(plan)
  for (let seat = 0; seat < plan.seatCount; seat++) {
    // All places of a standing area are at the same point.
    if (isStandingPlace(plan, seat)) continue
    const [x, y] = [plan.x[seat]!, plan.y[seat]!]
    const area = plan.areas[plan.areaOf[seat]!]!.id
    if (isLonely(seat)) findings.add('lonely-seat', { area, at: plan.idOf(seat) })
    const key = `${x} ${y}`
    const other = at.get(key)
    if (other !== undefined) {
      findings.add('coincident-seats', { area, at: `${plan.idOf(other)} = ${plan.idOf(seat)}` })
      continue
    }
    at.set(key, seat)
    nearbySeats.forEachNear(x, y, (neighbour) => {
      if (Math.hypot(plan.x[neighbour]! - x, plan.y[neighbour]! - y) >= reach) return false
      findings.add('overlapping-seats', { area, at: `${plan.idOf(neighbour)} / ${plan.idOf(seat)}` })
      return true
    })
    nearbySeats.put(x, y, seat)
  }
}

/** Returns a function that reports whether all other seats are farther away than `lonely`. */
function findLonely({ x, y, seatCount }: Plan): (seat: number) => boolean {
  const patchOf = (seat: number): string => `${Math.floor(x[seat]! / patch)} ${Math.floor(y[seat]! / patch)}`
  const crowd = new Map<string, number>()
  const surroundings = createSpatialHash<number>(lonely)
  for (let seat = 0; seat < seatCount; seat++) {
    const at = patchOf(seat)
    const before = crowd.get(at) ?? 0
    crowd.set(at, before + 1)
    if (before === 0) surroundings.put(x[seat]!, y[seat]!, seat)
  }
  return (seat) => {
    if (seatCount < 2 || crowd.get(patchOf(seat))! > 1) return false
    let hasCompany = false
    // A seat that the other one represents may be nearer by a patch's diagonal.
    surroundings.forEachNear(x[seat]!, y[seat]!, (other) => {
      hasCompany = other !== seat && Math.hypot(x[other]! - x[seat]!, y[other]! - y[seat]!) < lonely + patch * Math.SQRT2
      return hasCompany
    })
    return !hasCompany
  }
}
