import { blockOf, isAccessSeat, type HallOccupancy, seatParty, wholeBlocks } from '@playhouse/domain/plan'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type Choice, chooseSeat, clearSeat, type Refusal, type RemainingCapacity } from './choice.ts'
import type { SeatingModel } from '../model/seating-model.ts'

/** What one press did: which seats came or went, and how. */
export type Pick = {
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
  model: SeatingModel,
  hall: HallOccupancy,
  index: number,
  party: number,
  capacity: RemainingCapacity,
): Result<Pick, Refusal> {
  const { plan, blocks } = model
  const block = blockOf(blocks, index)
  if (choice.some(({ seat }) => seat === plan.idOf(index)))
    return ok({ choice: block.reduce((left, seat) => clearSeat(left, plan.idOf(seat)), choice), seats: block, how: 'cleared' })
  // A block that somebody has a part of is nobody else's.
  if (block.length > 1)
    return block.every(hall.isOpen) ? chooseAll(choice, model, block, capacity, 'block') : ok({ choice, seats: [], how: 'block' })
  const isSeated = choice.length >= party
  const base = party > 1 && isSeated ? [] : choice
  const size = Math.min(party - base.length, capacity.remaining - base.length)
  if (party === 1 || size < 1) return chooseAll(choice, model, [index], capacity, 'one')
  const chosen = new Set(base.map(({ seat }) => plan.indexOf(seat)))
  const found = seatParty({ ...hall, isOpen: (seat) => hall.isOpen(seat) && !chosen.has(seat) }, index, { size })
  if (!found) return ok({ choice, seats: [], how: 'fewer' })
  return chooseAll(base, model, found.seats, capacity, found.seats.length === 1 && size === 1 ? 'one' : found.how)
}

/**
 * Every seat in a frame beside those chosen already, all or none; of seats sold only together, those of which all can be had.
 * Seats for access are left to who needs them, unless the frame is round nothing else.
 */
export function pickInFrame(
  choice: Choice,
  model: SeatingModel,
  hall: HallOccupancy,
  seats: readonly number[],
  capacity: RemainingCapacity,
): Result<Pick, Refusal> {
  const isChosen = (seat: number): boolean => choice.some((chosen) => chosen.seat === model.plan.idOf(seat))
  const open = wholeBlocks(model.blocks, seats).filter((seat) => !isChosen(seat) && blockOf(model.blocks, seat).every(hall.isOpen))
  const others = open.filter((seat) => !isAccessSeat(model.plan, seat))
  return chooseAll(choice, model, others.length > 0 ? others : open, capacity, 'framed')
}

/** Adds all of some seats, or none. */
export function chooseAll(
  choice: Choice,
  model: SeatingModel,
  seats: readonly number[],
  capacity: RemainingCapacity,
  how: Pick['how'],
): Result<Pick, Refusal> {
  let next = choice
  for (const seat of seats) {
    const chosen = chooseSeat(next, model, seat, capacity)
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
export function moveChoice(choice: Choice, { plan, bandOf }: SeatingModel, seats: readonly number[]): Pick | undefined {
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
