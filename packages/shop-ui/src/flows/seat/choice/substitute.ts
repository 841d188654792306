import { equalSeats, isWhole, type HallOccupancy } from '@playhouse/domain/plan'
import type { Choice } from './choice.ts'
import type { SeatingModel } from '../model/seating-model.ts'

/** Equal seats in place of lost ones. */
export type Substitute = {
  /** The whole selection with the substitutes. */
  readonly choice: Choice
  /** The seats that are new in it. */
  readonly seats: readonly number[]
  /** No equal seats beside the remaining ones: the whole party moves. */
  readonly movesAll: boolean
  /** The whole selection is side by side. */
  readonly isTogether: boolean
}

/**
 * Finds the nearest seats equal to the lost ones, each at its former price type: see `equalSeats`.
 * @param before the former selection
 * @param lostSeats its lost seats
 * @param hall open seats are free, for sale to this visitor, not theirs already, and pass their filters
 * @param isAllowed whether the seating rules accept these seats as a selection
 * @returns undefined without equal seats
 */
export function findSubstitute(
  before: Choice,
  lostSeats: readonly string[],
  { plan, blocks }: SeatingModel,
  hall: HallOccupancy,
  isAllowed: (seats: readonly number[]) => boolean = () => true,
): Substitute | undefined {
  const party = before.flatMap(({ seat }) => plan.indexOf(seat) ?? [])
  if (party.length !== before.length) return undefined
  const lostIndexes = party.filter((index) => lostSeats.includes(plan.idOf(index)))
  const equalChoice = equalSeats(hall, party, lostIndexes, (seats) => isWhole(blocks, seats) && isAllowed(seats))
  if (!equalChoice) return undefined
  const swapsBySeat = new Map(equalChoice.swaps)
  return {
    choice: before.map(({ priceType }, place) => ({ seat: plan.idOf(swapsBySeat.get(party[place]!) ?? party[place]!), priceType })),
    seats: [...swapsBySeat.values()].toSorted((a, b) => a - b),
    movesAll: equalChoice.movesAll,
    isTogether: equalChoice.isTogether,
  }
}
