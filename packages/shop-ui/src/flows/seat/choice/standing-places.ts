import { type HallOccupancy, type Plan, isStandingPlace, standingPlaces } from '@playhouse/domain/plan'
import { ok, type Result } from '@playhouse/domain/result'
import { type Choice, clearSeat, type Refusal, type RemainingCapacity } from './choice.ts'
import { type SeatingModel, priceAt } from '../model/seating-model.ts'
import { chooseAll, type Pick } from './pick.ts'

/** Random first place, so that concurrent visitors rarely choose the same one. */
const firstPlace = Math.floor(Math.random() * 1e6)

/** Sets the number of chosen standing places of an area: adds or clears as many as needed. */
export function chooseStandingPlaces(
  choice: Choice,
  model: SeatingModel,
  hall: HallOccupancy,
  area: number,
  count: number,
  capacity: RemainingCapacity,
): Result<Pick, Refusal> {
  const { plan } = model
  const chosen = placesIn(choice, plan, area)
  const places = standingPlaces(plan, area, count, chosen, hall.isOpen, firstPlace)
  const left = chosen.filter((seat) => !places.includes(seat))
  if (left.length > 0)
    return ok({ choice: left.reduce((kept, seat) => clearSeat(kept, plan.idOf(seat)), choice), seats: left, how: 'cleared' })
  const added = places.filter((seat) => !chosen.includes(seat))
  return chooseAll(choice, model, added, capacity, added.length > 1 ? 'together' : 'one')
}

/** The chosen standing places of an area, in the order of choosing. */
export const placesIn = (choice: Choice, plan: Plan, area: number): number[] =>
  choice.flatMap(({ seat }) => {
    const index = plan.indexOf(seat)
    return index !== undefined && plan.areaOf[index] === area ? [index] : []
  })

/**
 * Replaces unavailable standing places by others of the same area, which are equivalent. Seats, and places without an equivalent
 * at the same price, are unchanged.
 */
export function replaceStandingPlaces(choice: Choice, lost: readonly string[], model: SeatingModel, hall: HallOccupancy): Choice {
  const { plan } = model
  const taken = new Set(choice.flatMap(({ seat }) => plan.indexOf(seat) ?? []))
  return choice.map((chosen) => {
    const index = plan.indexOf(chosen.seat)
    if (!lost.includes(chosen.seat) || index === undefined || !isStandingPlace(plan, index)) return chosen
    const isAsGood = (seat: number): boolean =>
      hall.isOpen(seat) &&
      model.bandOf[seat] === model.bandOf[index] &&
      priceAt(model, seat, chosen.priceType)?.priceType.id === chosen.priceType
    const [other] = standingPlaces(plan, plan.areaOf[index]!, 1, [], (seat) => !taken.has(seat) && isAsGood(seat), firstPlace)
    if (other === undefined) return chosen
    taken.add(other)
    return { ...chosen, seat: plan.idOf(other) }
  })
}
