import { canBeOrphan, chainThrough, usualGap } from './adjacent.ts'
import { stageCentre } from '../sightline/stage.ts'
import { type HallOccupancy, orphansOf } from './orphan.ts'
import type { Party } from './party.ts'
import type { Plan } from '../model/plan.ts'
import { bandsOf, bestWindow, chainsOf, meanOf, type PartyRequest, usableSeats, windows } from './seat-window.ts'

/**
 * The nearest adjacent seats for the whole party, used when there are not enough round the seat that the visitor points at:
 * near on the plan and in height, in one price band if possible.
 */
export function nearestParty(hall: HallOccupancy, at: number, wish: PartyRequest): Party | undefined {
  const { plan } = hall
  const awayFrom = (seat: number): number =>
    Math.hypot(plan.x[seat]! - plan.x[at]!, plan.y[seat]! - plan.y[at]!, plan.z[seat]! - plan.z[at]!)
  const groups = plan.rows.flatMap((row) =>
    chainsOf(plan, row.index, usableSeats(hall, wish), wish.acrossAisles).flatMap((chain) => {
      const group = bestWindow(windows(chain, wish.size), (seats) => [bandsOf(hall, seats), meanOf(seats, awayFrom)])
      return group ? [group] : []
    }),
  )
  const seats = bestWindow(groups, (group) => [meanOf(group, awayFrom) + penalty(hall, group)])
  return seats && { seats: seats.toSorted((a, b) => a - b), how: 'together' }
}

export type BestPartyRequest = PartyRequest & {
  /** Only seats that pass: a band, an area, a fact. */
  readonly accepts?: (seat: number) => boolean
}

/**
 * The best groups for a party, best first, with no seat in two of them: near the middle of the stage, of one price, leaving
 * no orphan seat. Deterministic: the same hall gives the same result to every caller.
 */
export function bestParties(hall: HallOccupancy, wish: BestPartyRequest, most: number): Party[] {
  const { plan } = hall
  const accepts = wish.accepts ?? (() => true)
  const open: HallOccupancy = { ...hall, isOpen: (seat) => hall.isOpen(seat) && accepts(seat) }
  const costOf = distanceFrom(plan)
  const passes = usableSeats(open, wish)
  const candidates: { readonly party: Party; readonly cost: number }[] = []
  for (const row of plan.rows)
    for (const chain of chainsOf(plan, row.index, passes, wish.acrossAisles)) {
      // Orphans depend on all open seats of the row, requested or not.
      const surroundingSeats = chainThrough(plan, chain.seats[0]!, hall.isOpen).seats
      const strands = (seats: readonly number[]): number => {
        if (!canBeOrphan(plan, surroundingSeats[0]!)) return 0
        const [before, after] = [seats[0]! - surroundingSeats[0]!, surroundingSeats.at(-1)! - seats.at(-1)!]
        return Number(before === 1) + Number(after === 1)
      }
      const seats = bestWindow(windows(chain, wish.size), (group) => [
        Math.sign(bandsOf(hall, group) - 1 + strands(group)),
        meanOf(group, costOf),
      ])
      if (seats)
        candidates.push({
          party: { seats: seats.toSorted((a, b) => a - b), how: 'together' },
          cost: penalty(hall, seats) + meanOf(seats, costOf),
        })
    }
  return candidates
    .sort((a, b) => a.cost - b.cost || a.party.seats[0]! - b.party.seats[0]!)
    .slice(0, most)
    .map(({ party }) => party)
}

/** An orphan seat or a second price has the same weight as this many seats of distance. */
const penaltySeats = 4
const penalty = (hall: HallOccupancy, seats: readonly number[]): number =>
  (bandsOf(hall, seats) - 1 + orphansOf(hall, seats).length) * penaltySeats * usualGap(hall.plan)

/** A hall with this share of its seats behind the stage's middle is in the round: no seat is at the side there. */
const minShareBehindStage = 0.16

/** Distance of a seat from the ideal place before the middle of the stage. Sideways distance counts double. */
function distanceFrom(plan: Plan): (seat: number) => number {
  const [cx, cy] = stageCentre(plan)
  const axis = plan.y.filter((y) => y < cy).length > plan.seatCount * minShareBehindStage ? 0 : 1
  return (seat) => {
    const [dx, dy] = [plan.x[seat]! - cx, plan.y[seat]! - cy]
    return Math.hypot(dx, dy, plan.z[seat]!) + Math.abs(dx) * axis
  }
}
