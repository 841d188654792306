import type { Plan, PlanRow } from '../plan.ts'
import type { FindingList } from '../report/finding.ts'

/** Labels that name two seats or rows of an area, numbers that are missing, and gaps in rows that are else regular. */
export function checkNumbers(plan: Plan, found: FindingList): void {
  for (const area of plan.areas) {
    const rows = new Set<string>()
    const seats = new Set<string>()
    for (const row of plan.rows.slice(area.firstRow, area.firstRow + area.rowCount)) {
      if (rows.has(row.label)) found.add('repeated-row', { area: area.id, at: row.label })
      rows.add(row.label)
      const numbers = numbersOf(plan, row)
      for (const number of numbers) {
        const name = `${row.label} ${number}`
        if (number === '') found.add('missing-numbers', { area: area.id, at: row.label })
        else if (seats.has(name)) found.add('repeated-label', { area: area.id, at: name })
        seats.add(name)
      }
      const gap = gapIn(numbers)
      if (gap !== undefined) found.add('gap-in-numbers', { area: area.id, at: `${row.label} ${gap}` })
    }
  }
}

const numbersOf = (plan: Plan, { firstSeat, seatCount }: PlanRow): string[] =>
  Array.from({ length: seatCount }, (_, place) => plan.numberOf(firstSeat + place))

/** The first number that a row leaves out, by the step that it takes mostly; rows with other labels have none. */
function gapIn(numbers: readonly string[]): number | undefined {
  if (numbers.length < 3 || !numbers.every((number) => /^\d{1,6}$/.test(number))) return undefined
  const sorted = numbers.map(Number).sort((a, b) => a - b)
  const steps = sorted.slice(1).map((number, place) => number - sorted[place]!)
  const usual = [...steps].sort((a, b) => a - b)[steps.length >> 1]!
  const at = steps.findIndex((step) => step > usual)
  return usual > 0 && at >= 0 ? sorted[at]! + usual : undefined
}
