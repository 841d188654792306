import { type Chain, chainThrough, isAccessSeat } from './adjacent.ts'
import type { HallOccupancy } from './orphan.ts'
import type { Plan } from '../model/plan.ts'

export type PartyRequest = {
  /** Number of adjacent seats; 1 or more. */
  readonly size: number
  /** A group may continue behind an aisle. */
  readonly acrossAisles?: boolean
  /** Wheelchair spaces and companion seats may be part of it. */
  readonly withAccess?: boolean
}

/** A predicate for seats that may be part of a party. */
export const usableSeats =
  ({ plan, isOpen }: HallOccupancy, { withAccess }: PartyRequest) =>
  (seat: number): boolean =>
    isOpen(seat) && (withAccess === true || !isAccessSeat(plan, seat))

/** All ways to sit `size` people side by side in a chain, in its order. */
export function* windows({ seats, closes }: Chain, size: number): Generator<number[]> {
  const ways = closes && size < seats.length ? seats.length : seats.length - size + 1
  for (let start = 0; start < ways; start++) yield Array.from({ length: size }, (_, place) => seats[(start + place) % seats.length]!)
}

/** Number of price bands of the seats. */
export const bandsOf = ({ bandOf }: HallOccupancy, seats: readonly number[]): number => new Set(seats.map((seat) => bandOf[seat])).size

/** The one with the smallest score, compared place by place; of equals the first. */
export function bestWindow<Item>(items: Iterable<Item>, scoreOf: (item: Item) => readonly number[]): Item | undefined {
  let bestWindow: { readonly item: Item; readonly score: readonly number[] } | undefined
  for (const item of items) {
    const score = scoreOf(item)
    const differs = score.findIndex((value, place) => value !== bestWindow?.score[place])
    if (!bestWindow || (differs >= 0 && score[differs]! < bestWindow.score[differs]!)) bestWindow = { item, score }
  }
  return bestWindow?.item
}

/** The chains of a row, in its order. */
export function chainsOf(plan: Plan, row: number, passes: (seat: number) => boolean, acrossAisles = false): Chain[] {
  const { firstSeat, seatCount } = plan.rows[row]!
  const chains: Chain[] = []
  const seenItems = new Set<number>()
  for (let seat = firstSeat; seat < firstSeat + seatCount; seat++) {
    if (!passes(seat) || seenItems.has(seat)) continue
    const chain = chainThrough(plan, seat, passes, acrossAisles)
    chains.push(chain)
    for (const one of chain.seats) seenItems.add(one)
  }
  return chains
}

/** Mean cost of the seats, by a cost function. */
export const meanOf = (seats: readonly number[], costOf: (seat: number) => number): number =>
  seats.reduce((sum, seat) => sum + costOf(seat), 0) / seats.length
