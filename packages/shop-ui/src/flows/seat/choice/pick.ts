import { blockOf, isAccessSeat, type HallOccupancy, seatParty, wholeBlocks } from '@playhouse/domain/plan'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type Choice, chooseSeat, clearSeat, type Refusal, type Room } from './choice.ts'
import type { House } from '../model/seating-model.ts'

/** What one press did: which seats came or went, and how. */
export type Picked = {
  readonly choice: Choice
  readonly seats: readonly number[]
  /** `fewer`: there was no room for the whole party there. `block`: seats sold only whole. */
  readonly how: 'one' | 'together' | 'split' | 'fewer' | 'framed' | 'block' | 'cleared'
}

/**
 * One press on a seat. A chosen seat is cleared; a seat of a block takes or clears the whole block. For a party, the press
 * seats whoever has no seat yet round it; when all have one, the whole party moves there.
 * @param party how many sit together; 1 picks seat by seat
 */
export function pickAt(
  choice: Choice,
  house: House,
  hall: HallOccupancy,
  index: number,
  party: number,
  room: Room,
): Result<Picked, Refusal> {
  const { plan, blocks } = house
  const block = blockOf(blocks, index)
  if (choice.some(({ seat }) => seat === plan.idOf(index)))
    return ok({ choice: block.reduce((left, seat) => clearSeat(left, plan.idOf(seat)), choice), seats: block, how: 'cleared' })
  // A block that somebody has a part of is nobody else's.
  if (block.length > 1)
    return block.every(hall.isOpen) ? chooseAll(choice, house, block, room, 'block') : ok({ choice, seats: [], how: 'block' })
  const isSeated = choice.length >= party
  const base = party > 1 && isSeated ? [] : choice
  const size = Math.min(party - base.length, room.left - base.length)
  if (party === 1 || size < 1) return chooseAll(choice, house, [index], room, 'one')
  const chosen = new Set(base.map(({ seat }) => plan.indexOf(seat)))
  const found = seatParty({ ...hall, isOpen: (seat) => hall.isOpen(seat) && !chosen.has(seat) }, index, { size })
  if (!found) return ok({ choice, seats: [], how: 'fewer' })
  return chooseAll(base, house, found.seats, room, found.seats.length === 1 && size === 1 ? 'one' : found.how)
}

/**
 * Every seat in a frame beside those chosen already, all or none; of seats sold only together, those of which all can be had.
 * Seats for access are left to who needs them, unless the frame is round nothing else.
 */
export function pickFramed(
  choice: Choice,
  house: House,
  hall: HallOccupancy,
  seats: readonly number[],
  room: Room,
): Result<Picked, Refusal> {
  const isChosen = (seat: number): boolean => choice.some((chosen) => chosen.seat === house.plan.idOf(seat))
  const open = wholeBlocks(house.blocks, seats).filter((seat) => !isChosen(seat) && blockOf(house.blocks, seat).every(hall.isOpen))
  const others = open.filter((seat) => !isAccessSeat(house.plan, seat))
  return chooseAll(choice, house, others.length > 0 ? others : open, room, 'framed')
}

/** Adds all of some seats, or none. */
export function chooseAll(choice: Choice, house: House, seats: readonly number[], room: Room, how: Picked['how']): Result<Picked, Refusal> {
  let next = choice
  for (const seat of seats) {
    const chosen = chooseSeat(next, house, seat, room)
    if (!chosen.ok) return fail(chosen.error)
    next = chosen.value
  }
  return ok({ choice: next, seats, how })
}

/**
 * Everybody of a choice on other seats of the same bands: who can stay stays, and each keeps their price type, so that it
 * costs what it did.
 * @returns undefined where somebody would come into another band
 */
export function moveChoice(choice: Choice, { plan, bandOf }: House, seats: readonly number[]): Picked | undefined {
  const from = choice.map(({ seat }) => plan.indexOf(seat))
  const left = seats.filter((seat) => !from.includes(seat))
  const moved = choice.flatMap(({ seat, priceType }, place) => {
    const index = from[place]
    if (index === undefined) return []
    if (seats.includes(index)) return [{ seat, priceType }]
    const at = left.findIndex((other) => bandOf[other] === bandOf[index])
    return at < 0 ? [] : [{ seat: plan.idOf(left.splice(at, 1)[0]!), priceType }]
  })
  return moved.length === choice.length && left.length === 0 ? { choice: moved, seats, how: 'together' } : undefined
}
