import { blockOf, isAccessSeat, type HallOccupancy, seatParty, wholeBlocks } from '@playhouse/domain/plan'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type Choice, chooseSeat, clearSeat, type Refusal, type RemainingCapacity } from './choice.ts'
import type { SeatingModel } from '../model/seating-model.ts'

/** The effect of a press: the new selection, the changed seats, and how they changed. */
export type Pick = {
  readonly choice: Choice
  readonly seats: readonly number[]
  /** `fewer`: too few seats for the whole party there. `block`: a whole seat block. */
  readonly how: 'one' | 'together' | 'split' | 'fewer' | 'framed' | 'block' | 'cleared'
}

/**
 * Handles a press on a seat. Clears a chosen seat; chooses or clears a whole block. For a party, chooses seats around it for the
 * persons without one; if all have one, moves the whole party there.
 * @param party size of the party; 1 chooses single seats
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
    return ok({
      choice: block.reduce((remainingChoice, seat) => clearSeat(remainingChoice, plan.idOf(seat)), choice),
      seats: block,
      how: 'cleared',
    })
  // A block with a taken seat can't be chosen.
  if (block.length > 1)
    return block.every(hall.isOpen) ? chooseAll(choice, model, block, capacity, 'block') : ok({ choice, seats: [], how: 'block' })
  const isSeated = choice.length >= party
  const base = party > 1 && isSeated ? [] : choice
  const size = Math.min(party - base.length, capacity.remaining - base.length)
  if (party === 1 || size < 1) return chooseAll(choice, model, [index], capacity, 'one')
  const chosenIndexes = new Set(base.map(({ seat }) => plan.indexOf(seat)))
  const foundParty = seatParty({ ...hall, isOpen: (seat) => hall.isOpen(seat) && !chosenIndexes.has(seat) }, index, { size })
  if (!foundParty) return ok({ choice, seats: [], how: 'fewer' })
  return chooseAll(base, model, foundParty.seats, capacity, foundParty.seats.length === 1 && size === 1 ? 'one' : foundParty.how)
}

/** Adds all seats within a frame, or none; of seat blocks only complete ones. Skips access seats unless the frame contains no others. */
export function pickInFrame(
  choice: Choice,
  model: SeatingModel,
  hall: HallOccupancy,
  seats: readonly number[],
  capacity: RemainingCapacity,
): Result<Pick, Refusal> {
  const isChosen = (seat: number): boolean => choice.some((chosenSeat) => chosenSeat.seat === model.plan.idOf(seat))
  const open = wholeBlocks(model.blocks, seats).filter((seat) => !isChosen(seat) && blockOf(model.blocks, seat).every(hall.isOpen))
  const others = open.filter((seat) => !isAccessSeat(model.plan, seat))
  return chooseAll(choice, model, others.length > 0 ? others : open, capacity, 'framed')
}

/** Adds all given seats, or none. */
export function chooseAll(
  choice: Choice,
  model: SeatingModel,
  seats: readonly number[],
  capacity: RemainingCapacity,
  how: Pick['how'],
): Result<Pick, Refusal> {
  let next = choice
  for (const seat of seats) {
    const seatResult = chooseSeat(next, model, seat, capacity)
    if (!seatResult.ok) return fail(seatResult.error)
    next = seatResult.value
  }
  return ok({ choice: next, seats, how })
}

/**
 * Moves a selection to other seats of the same bands. Seats in both stay; each person keeps their price type, so that the total is
 * unchanged.
 * @returns undefined if a person would change bands
 */
export function moveChoice(choice: Choice, { plan, bandOf }: SeatingModel, seats: readonly number[]): Pick | undefined {
  const from = choice.map(({ seat }) => plan.indexOf(seat))
  const clearedSeats = seats.filter((seat) => !from.includes(seat))
  const movedChoice = choice.flatMap(({ seat, priceType }, place) => {
    const index = from[place]
    if (index === undefined) return []
    if (seats.includes(index)) return [{ seat, priceType }]
    const at = clearedSeats.findIndex((other) => bandOf[other] === bandOf[index])
    return at < 0 ? [] : [{ seat: plan.idOf(clearedSeats.splice(at, 1)[0]!), priceType }]
  })
  return movedChoice.length === choice.length && clearedSeats.length === 0 ? { choice: movedChoice, seats, how: 'together' } : undefined
}
