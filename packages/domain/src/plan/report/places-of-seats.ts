import type { Plan, PlanRow } from '../model/plan.ts'

/** Contiguous seats, described for people. */
export type SeatPlace = {
  readonly area: string
  /** Absent for a whole area. */
  readonly row?: PlanRow
  /** `4–7, 9`; absent for a whole row. */
  readonly numbers?: string
  readonly seats: readonly number[]
}

/** The areas, rows and numbers of some seats, in the order of the plan. */
export function placesOfSeats(plan: Plan, seats: readonly number[]): SeatPlace[] {
  const orderedSeats = [...seats].sort((a, b) => a - b)
  return [...Map.groupBy(orderedSeats, (seat) => plan.areaOf[seat]!)].flatMap(([index, ofArea]): SeatPlace[] => {
    const { name: area, seatCount, rowCount } = plan.areas[index]!
    if (ofArea.length === seatCount && rowCount > 1) return [{ area, seats: ofArea }]
    return [...Map.groupBy(ofArea, (seat) => plan.rowOf[seat]!)].map(([at, ofRow]) => {
      const row = plan.rows[at]!
      const numbers = spansOf(ofRow.map(plan.numberOf)).join(', ')
      return { area, row, seats: ofRow, ...(ofRow.length < row.seatCount && { numbers }) }
    })
  })
}

/** Numbers that go up or down by one are a span; others, such as `18 bis`, are listed one by one. */
function spansOf(numbers: readonly string[]): string[] {
  const spans: string[] = []
  for (let from = 0, to = 0; from < numbers.length; from = to += 1) {
    const step = Number(numbers[from + 1]) - Number(numbers[from])
    while (Math.abs(step) === 1 && numbers[to + 1] === String(Number(numbers[to]) + step)) to += 1
    spans.push(to > from ? `${numbers[from]}–${numbers[to]}` : numbers[from]!)
  }
  return spans
}
