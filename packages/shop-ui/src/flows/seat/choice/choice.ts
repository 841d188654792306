import type { Money } from '@playhouse/domain/money'
import { add, zero } from '@playhouse/domain/money'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { SeatDraft } from '#client-state'
import { choicesAt, type SeatingModel, priceAt } from '../model/seating-model.ts'

/** Seats chosen and not held yet, in the order they were chosen. Local and reversible: nobody holds anything. */
export type Choice = readonly SeatDraft[]

/** Why a seat can't be chosen: the order is full, or a price type is. */
export type Refusal =
  | { readonly reason: 'order-limit'; readonly maximum: number }
  | { readonly reason: 'price-type-limit'; readonly maximum: number; readonly priceType: string }

/** How many more an order may take, and how many of each price type are in the basket for this performance already. */
export type RemainingCapacity = {
  readonly maximum: number
  readonly remaining: number
  readonly inBasket: Readonly<Record<string, number>>
}

/** What room there is beside the tickets that the basket holds for the performance. */
export function remainingCapacity(held: readonly { readonly priceType: string }[], maximum: number, left: number): RemainingCapacity {
  const inBasket: Record<string, number> = {}
  for (const { priceType } of held) inBasket[priceType] = (inBasket[priceType] ?? 0) + 1
  return { maximum, remaining: left, inBasket }
}

/** Adds a seat at the first of its price types that has room. */
export function chooseSeat(choice: Choice, model: SeatingModel, index: number, capacity: RemainingCapacity): Result<Choice, Refusal> {
  const seat = model.plan.idOf(index)
  if (choice.some((chosen) => chosen.seat === seat)) return ok(choice)
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

export const clearSeat = (choice: Choice, seat: string): Choice => choice.filter((chosen) => chosen.seat !== seat)

/** Another price type for a chosen seat; a limit counts the basket's tickets for the same performance. */
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
  return ok(choice.map((chosen) => (chosen.seat === seat ? { seat, priceType } : chosen)))
}

const countOf = (choice: Choice, priceType: string, { inBasket }: RemainingCapacity): number =>
  choice.filter((chosen) => chosen.priceType === priceType).length + (inBasket[priceType] ?? 0)

/** Parts the seats that are still to be had from those that aren't; the order stays. */
export function splitUnavailable(
  choice: Choice,
  isFree: (seat: string) => boolean,
): { readonly available: Choice; readonly lost: readonly string[] } {
  const kept = choice.filter(({ seat }) => isFree(seat))
  return kept.length === choice.length
    ? { available: choice, lost: [] }
    : { available: kept, lost: choice.filter(({ seat }) => !isFree(seat)).map(({ seat }) => seat) }
}

/**
 * Makes a choice that was kept over a reload fit today's hall: seats it doesn't know or sell are left out, as are those in
 * the basket by now and those above the limit; a price type no longer offered becomes the default.
 */
export function reconcileSelection(choice: Choice, model: SeatingModel, mine: readonly string[], capacity: RemainingCapacity): Choice {
  const mended = choice
    .flatMap(({ seat, priceType }) => {
      const index = model.plan.indexOf(seat)
      const price = index === undefined ? undefined : priceAt(model, index, priceType)
      return price && !mine.includes(seat) ? [{ seat, priceType: price.priceType.id }] : []
    })
    .slice(0, capacity.remaining)
  const same =
    mended.length === choice.length &&
    mended.every(({ seat, priceType }, i) => choice[i]!.seat === seat && choice[i]!.priceType === priceType)
  return same ? choice : mended
}

/** What the chosen seats cost together, fees inside. The server has the last word when they are held. */
export function totalOf(choice: Choice, model: SeatingModel): Money {
  const prices = choice.map(({ seat, priceType }) => {
    const index = model.plan.indexOf(seat)
    return (index === undefined ? undefined : priceAt(model, index, priceType)?.price) ?? zero
  })
  return add(...prices)
}
