import type { Money } from '@playhouse/domain/money'
import { add, zero } from '@playhouse/domain/money'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { SeatDraft } from '#client-state'
import { choicesAt, type SeatingModel, priceAt } from '../model/seating-model.ts'

/** Chosen seats that are not held yet, in the order of choosing. Local state: the server holds nothing. */
export type Choice = readonly SeatDraft[]

/** Reason that a seat can't be chosen: the limit of the order or of a price type. */
export type Refusal =
  | { readonly reason: 'order-limit'; readonly maximum: number }
  | { readonly reason: 'price-type-limit'; readonly maximum: number; readonly priceType: string }

/** Tickets that the order may still take, and the basket's tickets for this performance by price type. */
export type RemainingCapacity = {
  readonly maximum: number
  readonly remaining: number
  readonly inBasket: Readonly<Record<string, number>>
}

/** Computes the remaining capacity from the basket's tickets for the performance. */
export function remainingCapacity(
  heldTickets: readonly { readonly priceType: string }[],
  maximum: number,
  ticketsLeft: number,
): RemainingCapacity {
  const inBasket: Record<string, number> = {}
  for (const { priceType } of heldTickets) inBasket[priceType] = (inBasket[priceType] ?? 0) + 1
  return { maximum, remaining: ticketsLeft, inBasket }
}

/** Adds a seat at the first of its price types whose limit is not reached. */
export function chooseSeat(choice: Choice, model: SeatingModel, index: number, capacity: RemainingCapacity): Result<Choice, Refusal> {
  const seat = model.plan.idOf(index)
  if (choice.some((chosenSeat) => chosenSeat.seat === seat)) return ok(choice)
  if (choice.length >= capacity.remaining) return fail({ reason: 'order-limit', maximum: capacity.maximum })
  const possible = choicesAt(model, index).map(({ priceType }) => priceType)
  const priceType = possible.find(({ id, limit }) => limit === undefined || countOf(choice, id, capacity) < limit)
  if (priceType) return ok([...choice, { seat, priceType: priceType.id }])
  const full = possible[0]
  return fail(
    full
      ? { reason: 'price-type-limit', maximum: full.limit ?? 0, priceType: full.name }
      : { reason: 'order-limit', maximum: capacity.maximum },
  )
}

export const clearSeat = (choice: Choice, seat: string): Choice => choice.filter((chosenSeat) => chosenSeat.seat !== seat)

/** Changes the price type of a chosen seat; limits include the basket's tickets for the same performance. */
export function changePriceType(
  choice: Choice,
  model: SeatingModel,
  seat: string,
  priceType: string,
  capacity: RemainingCapacity,
): Result<Choice, Refusal> {
  const type = model.priceTypes.find(({ id }) => id === priceType)
  const others = clearSeat(choice, seat)
  if (type?.limit !== undefined && countOf(others, priceType, capacity) >= type.limit)
    return fail({ reason: 'price-type-limit', maximum: type.limit, priceType: type.name })
  return ok(choice.map((chosenSeat) => (chosenSeat.seat === seat ? { seat, priceType } : chosenSeat)))
}

const countOf = (choice: Choice, priceType: string, { inBasket }: RemainingCapacity): number =>
  choice.filter((chosenSeat) => chosenSeat.priceType === priceType).length + (inBasket[priceType] ?? 0)

/** Splits a selection into available and unavailable seats; keeps the order. */
export function splitUnavailable(
  choice: Choice,
  isFree: (seat: string) => boolean,
): { readonly available: Choice; readonly lostSeats: readonly string[] } {
  const availableSeats = choice.filter(({ seat }) => isFree(seat))
  return availableSeats.length === choice.length
    ? { available: choice, lostSeats: [] }
    : { available: availableSeats, lostSeats: choice.filter(({ seat }) => !isFree(seat)).map(({ seat }) => seat) }
}

/**
 * Reconciles a stored selection with the current hall: drops seats that are unknown or not sold, seats in the basket and seats
 * above the limit; a price type that is no longer offered becomes the default.
 */
export function reconcileSelection(choice: Choice, model: SeatingModel, mine: readonly string[], capacity: RemainingCapacity): Choice {
  const reconciledChoice = choice
    .flatMap(({ seat, priceType }) => {
      const index = model.plan.indexOf(seat)
      const price = index === undefined ? undefined : priceAt(model, index, priceType)
      return price && !mine.includes(seat) ? [{ seat, priceType: price.priceType.id }] : []
    })
    .slice(0, capacity.remaining)
  const same =
    reconciledChoice.length === choice.length &&
    reconciledChoice.every(({ seat, priceType }, i) => choice[i]!.seat === seat && choice[i]!.priceType === priceType)
  return same ? choice : reconciledChoice
}

/** Total price of the selection, fees included. The server's price at the hold is final. */
export function totalOf(choice: Choice, model: SeatingModel): Money {
  const prices = choice.map(({ seat, priceType }) => {
    const index = model.plan.indexOf(seat)
    return (index === undefined ? undefined : priceAt(model, index, priceType)?.price) ?? zero
  })
  return add(...prices)
}
