import type { AreaKind } from '../model/area-kind.ts'
import type { Plan, PlanRow } from '../model/plan.ts'
import type { FindingList } from '../report/finding.ts'

type NamedRow = {
  readonly area: string
  readonly kind: AreaKind | undefined
  readonly label: string
  readonly numbers: readonly string[]
  readonly idAt: (place: number) => string
}

/** Reports a row without a label and seats without a number. The importer numbers them; standing places need no number. */
export function reportNameless({ area, kind, label, numbers, idAt }: NamedRow, findings: FindingList): void {
  if (kind === 'standing' || numbers.length === 0) return
  if (label.trim() === '') findings.add('missing-labels', { area, at: idAt(0) })
  numbers.forEach((number, place) => number.trim() === '' && findings.add('missing-numbers', { area, at: idAt(place) }))
}

/** Reports labels that two seats or rows of an area have, and gaps in the numbers of rows that are otherwise regular. */
export function checkNumbers(plan: Plan, findings: FindingList): void {
  for (const area of plan.areas) {
    const rows = new Set<string>()
    const seats = new Set<string>()
    for (const row of plan.rows.slice(area.firstRow, area.firstRow + area.rowCount)) {
      if (rows.has(row.label)) findings.add('repeated-row', { area: area.id, at: plan.idOf(row.firstSeat) })
      rows.add(row.label)
      const numbers = numbersOf(plan, row)
      numbers.forEach((number, place) => {
        const name = `${row.label} ${number}`
        if (seats.has(name)) findings.add('repeated-label', { area: area.id, at: plan.idOf(row.firstSeat + place) })
        seats.add(name)
      })
      const gap = gapIn(numbers)
      const gapSeats = gap?.map((number) => plan.idOf(row.firstSeat + numbers.findIndex((candidate) => Number(candidate) === number)))
      if (gapSeats) findings.add('gap-in-numbers', { area: area.id, at: gapSeats.join(' … ') })
    }
  }
}

const numbersOf = (plan: Plan, { firstSeat, seatCount }: PlanRow): string[] =>
  Array.from({ length: seatCount }, (_, place) => plan.numberOf(firstSeat + place))

/** The numbers on either side of the first gap, by the most frequent step of the row; none for rows with other labels. */
function gapIn(numbers: readonly string[]): number[] | undefined {
  if (numbers.length < 3 || !numbers.every((number) => /^\d{1,6}$/.test(number))) return undefined
  const sortedNumbers = numbers.map(Number).sort((a, b) => a - b)
  const steps = sortedNumbers.slice(1).map((number, place) => number - sortedNumbers[place]!)
  const usualStep = [...steps].sort((a, b) => a - b)[steps.length >> 1]!
  const gapAt = steps.findIndex((step) => step > usualStep)
  return usualStep > 0 && gapAt >= 0 ? sortedNumbers.slice(gapAt, gapAt + 2) : undefined
}
