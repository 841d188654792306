import { type HallOccupancy, type Plan, isStandingPlace, standingPlaces } from '@playhouse/domain/plan'
import { ok, type Result } from '@playhouse/domain/result'
import { type Choice, clearSeat, type Refusal, type RemainingCapacity } from './choice.ts'
import { type SeatingModel, priceAt } from '../model/seating-model.ts'
import { chooseAll, type Pick } from './pick.ts'

/** Where this visitor begins to take places: people who choose at the same time seldom reach for the same one. */
const firstPlace = Math.floor(Math.random() * 1e6)

/** So many places of a floor to stand on, those chosen already among them: adds or clears as many as it takes. */
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

/** The chosen places of a floor to stand on, in the order they were chosen. */
export const placesIn = (choice: Choice, plan: Plan, area: number): number[] =>
  choice.flatMap(({ seat }) => {
    const index = plan.indexOf(seat)
    return index !== undefined && plan.areaOf[index] === area ? [index] : []
  })

/**
 * A choice with other places of the same floor for those that went: they are all the same, so nobody need know. Seats, and
 * places for which there is no other at the same price, stay as they are.
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
