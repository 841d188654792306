import type { Plan } from './plan.ts'

/** Seats of each level that are looked at: levels drawn over each other have hundreds in common. */
const sample = 24
/** Centimetres between the middles of two seats of which one hides the other. */
const hiddenShare = 30

const stackedByPlan = new WeakMap<Plan, boolean>()

/** Whether levels overlap at their real places: then the hall cannot be shown as a whole. */
export function areLevelsStacked(plan: Plan): boolean {
  let isStacked = stackedByPlan.get(plan)
  if (isStacked === undefined) stackedByPlan.set(plan, (isStacked = plan.views.length > 1 && doLevelsMeet(plan)))
  return isStacked
}

function doLevelsMeet({ areas, areaOf, seatCount, x, y }: Plan): boolean {
  const ofView = Map.groupBy(
    areas.filter((area) => area.seatCount > 0),
    ({ view }) => view,
  )
  for (const [view, own] of ofView) {
    const seats = own.flatMap(({ firstSeat, seatCount: count }) => [firstSeat, firstSeat + (count >> 1), firstSeat + count - 1])
    const step = Math.ceil(seats.length / sample)
    for (let at = 0; at < seats.length; at += step) {
      const seat = seats[at]!
      for (let other = 0; other < seatCount; other++)
        if (
          Math.abs(x[other]! - x[seat]!) < hiddenShare &&
          Math.abs(y[other]! - y[seat]!) < hiddenShare &&
          areas[areaOf[other]!]!.view !== view
        )
          return true
    }
  }
  return false
}
