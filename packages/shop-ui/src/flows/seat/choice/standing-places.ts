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
  const chosenPlaces = placesIn(choice, plan, area)
  const places = standingPlaces(plan, area, count, chosenPlaces, hall.isOpen, firstPlace)
  const clearedPlaces = chosenPlaces.filter((seat) => !places.includes(seat))
  if (clearedPlaces.length > 0)
    return ok({
      choice: clearedPlaces.reduce((remainingChoice, seat) => clearSeat(remainingChoice, plan.idOf(seat)), choice),
      seats: clearedPlaces,
      how: 'cleared',
    })
  const addedPlaces = places.filter((seat) => !chosenPlaces.includes(seat))
  return chooseAll(choice, model, addedPlaces, capacity, addedPlaces.length > 1 ? 'together' : 'one')
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
export function replaceStandingPlaces(choice: Choice, lostPlaces: readonly string[], model: SeatingModel, hall: HallOccupancy): Choice {
  const { plan } = model
  const takenIndexes = new Set(choice.flatMap(({ seat }) => plan.indexOf(seat) ?? []))
  return choice.map((chosenSeat) => {
    const index = plan.indexOf(chosenSeat.seat)
    if (!lostPlaces.includes(chosenSeat.seat) || index === undefined || !isStandingPlace(plan, index)) return chosenSeat
    const isAsGood = (seat: number): boolean =>
      hall.isOpen(seat) &&
      model.bandOf[seat] === model.bandOf[index] &&
      priceAt(model, seat, chosenSeat.priceType)?.priceType.id === chosenSeat.priceType
    const [other] = standingPlaces(plan, plan.areaOf[index]!, 1, [], (seat) => !takenIndexes.has(seat) && isAsGood(seat), firstPlace)
    if (other === undefined) return chosenSeat
    takenIndexes.add(other)
    return { ...chosenSeat, seat: plan.idOf(other) }
  })
}
