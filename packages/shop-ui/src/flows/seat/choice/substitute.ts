import { equalSeats, isWhole, type HallOccupancy } from '@playhouse/domain/plan'
import type { Choice } from './choice.ts'
import type { SeatingModel } from '../model/seating-model.ts'

/** Seats as good as those that went, in their place. */
export type Substitute = {
  /** The whole choice as it would be. */
  readonly choice: Choice
  /** The seats that would be new in it. */
  readonly seats: readonly number[]
  /** There is no room beside those who still have seats: everybody would move. */
  readonly movesAll: boolean
  /** The whole choice would sit side by side. */
  readonly isTogether: boolean
}

/**
 * The nearest seats that equal those that went, each at the price type it was chosen at: see `equalSeats`.
 * @param before the choice as it was @param lost those of its seats that went
 * @param hall its open seats are free, for sale to this visitor, not theirs already, and let through by their filters
 * @param isAllowed whether the house takes these seats as one choice
 * @returns undefined when there is nothing as good: never something else
 */
export function findSubstitute(
  before: Choice,
  lost: readonly string[],
  { plan, blocks }: SeatingModel,
  hall: HallOccupancy,
  isAllowed: (seats: readonly number[]) => boolean = () => true,
): Substitute | undefined {
  const party = before.flatMap(({ seat }) => plan.indexOf(seat) ?? [])
  if (party.length !== before.length) return undefined
  const gone = party.filter((index) => lost.includes(plan.idOf(index)))
  const found = equalSeats(hall, party, gone, (seats) => isWhole(blocks, seats) && isAllowed(seats))
  if (!found) return undefined
  const moved = new Map(found.swaps)
  return {
    choice: before.map(({ priceType }, place) => ({ seat: plan.idOf(moved.get(party[place]!) ?? party[place]!), priceType })),
    seats: [...moved.values()].toSorted((a, b) => a - b),
    movesAll: found.movesAll,
    isTogether: found.isTogether,
  }
}
