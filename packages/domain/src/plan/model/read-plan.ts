import { expandRuns, sumDifferences } from './columns.ts'
import { assemblePlan, countSeats, type Plan } from './plan.ts'
import { type PlanData, seatTypes } from './schema.ts'

/**
 * Builds a plan from its JSON form. @throws RangeError for columns of different lengths, which would draw seats in wrong
 * places.
 */
export function readPlan(data: PlanData): Plan {
  const { seats, ...head } = data
  const count = countSeats(data)
  return assemblePlan({
    ...head,
    x: sumDifferences(seats.x),
    y: sumDifferences(seats.y),
    z: sumDifferences(seats.z),
    type: expandRuns(seats.type, new Uint8Array(count), seatTypes.length - 1),
    flags: expandRuns(seats.flags, new Uint8Array(count)),
    note: expandRuns(seats.note, new Uint16Array(count), data.notes.length),
    ids: seats.ids,
  })
}
