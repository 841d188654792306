import { canBeOrphan, chainThrough, usualGap } from './adjacent.ts'
import { stageCentre } from '../sightline/stage.ts'
import { type OpenHall, orphansOf } from './orphan.ts'
import type { Party } from './party.ts'
import type { Plan } from '../model/plan.ts'
import { bandsOf, best, chainsOf, meanOf, type PartyWish, usable, windows } from './seat-window.ts'

/**
 * The nearest seats for all of a party side by side, for when there is no room round the seat they point at; near on the
 * plan and in height, in one price band if there are any.
 */
export function nearestParty(hall: OpenHall, at: number, wish: PartyWish): Party | undefined {
  const { plan } = hall
  const awayFrom = (seat: number): number =>
    Math.hypot(plan.x[seat]! - plan.x[at]!, plan.y[seat]! - plan.y[at]!, plan.z[seat]! - plan.z[at]!)
  const groups = plan.rows.flatMap((row) =>
    chainsOf(plan, row.index, usable(hall, wish), wish.acrossAisles).flatMap((chain) => {
      const group = best(windows(chain, wish.size), (seats) => [bandsOf(hall, seats), meanOf(seats, awayFrom)])
      return group ? [group] : []
    }),
  )
  const seats = best(groups, (group) => [meanOf(group, awayFrom) + penalty(hall, group)])
  return seats && { seats: seats.toSorted((a, b) => a - b), how: 'together' }
}

export type BestWish = PartyWish & {
  /** Only seats that pass: a band, an area, a fact. */
  readonly accepts?: (seat: number) => boolean
}

/**
 * The best groups for a party, best first, no seat in two of them: near the stage's middle, of one price, leaving nobody
 * alone. Deterministic: the same hall gives the same answer to everybody.
 */
export function bestParties(hall: OpenHall, wish: BestWish, most: number): Party[] {
  const { plan } = hall
  const accepts = wish.accepts ?? (() => true)
  const open: OpenHall = { ...hall, isOpen: (seat) => hall.isOpen(seat) && accepts(seat) }
  const costOf = distanceFrom(plan)
  const passes = usable(open, wish)
  const found: { readonly party: Party; readonly cost: number }[] = []
  for (const row of plan.rows)
    for (const chain of chainsOf(plan, row.index, passes, wish.acrossAisles)) {
      // Who would be left alone depends on all that is open there, wished for or not.
      const around = chainThrough(plan, chain.seats[0]!, hall.isOpen).seats
      const strands = (seats: readonly number[]): number => {
        if (!canBeOrphan(plan, around[0]!)) return 0
        const [before, after] = [seats[0]! - around[0]!, around.at(-1)! - seats.at(-1)!]
        return Number(before === 1) + Number(after === 1)
      }
      const seats = best(windows(chain, wish.size), (group) => [
        Math.sign(bandsOf(hall, group) - 1 + strands(group)),
        meanOf(group, costOf),
      ])
      if (seats)
        found.push({
          party: { seats: seats.toSorted((a, b) => a - b), how: 'together' },
          cost: penalty(hall, seats) + meanOf(seats, costOf),
        })
    }
  return found
    .sort((a, b) => a.cost - b.cost || a.party.seats[0]! - b.party.seats[0]!)
    .slice(0, most)
    .map(({ party }) => party)
}

/** Leaving somebody alone, or paying two prices, weighs like sitting so many seats farther away. */
const weight = 4
const penalty = (hall: OpenHall, seats: readonly number[]): number =>
  (bandsOf(hall, seats) - 1 + orphansOf(hall, seats).length) * weight * usualGap(hall.plan)

/** A house with this share of its seats behind the stage's middle plays in the round: no seat is at the side there. */
const behind = 0.16

/** How far a seat is from where one would like to be: before the middle of the stage; sideways counts double. */
function distanceFrom(plan: Plan): (seat: number) => number {
  const [cx, cy] = stageCentre(plan)
  const sideways = plan.y.filter((y) => y < cy).length > plan.seatCount * behind ? 0 : 1
  return (seat) => {
    const [dx, dy] = [plan.x[seat]! - cx, plan.y[seat]! - cy]
    return Math.hypot(dx, dy, plan.z[seat]!) + Math.abs(dx) * sideways
  }
}
