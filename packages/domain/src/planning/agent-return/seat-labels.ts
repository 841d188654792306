import { type Plan, placeName } from '../../plan/index.ts'
import type { ReturnedSeat } from './return-file.ts'

/** The seats of a plan by what people call them. */
export type SeatLabels = {
  /** The seats that a row of a file can mean. */
  readonly find: (named: Pick<ReturnedSeat, 'area' | 'seatRow' | 'seat'>) => readonly number[]
  /** The label of a seat, with its area. */
  readonly labelOf: (seat: number) => string
}

/** Letters and digits alone: agents write `A 12`, `A-12` or `a12`. */
const normal = (label: string): string => label.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Finds seats by area, row and number, or by a label such as `A12`. Where two areas have such a seat, it finds both. */
export function seatLabels(plan: Plan): SeatLabels {
  const byRow = new Map<string, number[]>()
  const byLabel = new Map<string, number[]>()
  const add = (map: Map<string, number[]>, key: string, seat: number): void => {
    const found = map.get(key)
    if (!found) map.set(key, [seat])
    else if (found.at(-1) !== seat) found.push(seat)
  }
  const names = Array.from({ length: plan.seatCount }, (_, seat) => placeName(plan, seat))
  for (const [seat, { area, row, number }] of names.entries()) {
    add(byRow, JSON.stringify([normal(row), normal(String(number))]), seat)
    for (const label of [plan.idOf(seat), `${row}${number}`, `${area}${row}${number}`]) add(byLabel, normal(label), seat)
  }
  return {
    find: ({ area, seatRow, seat }) => {
      const exact = plan.indexOf(seat)
      const found =
        seatRow === ''
          ? exact === undefined
            ? (byLabel.get(normal(seat)) ?? [])
            : [exact]
          : (byRow.get(JSON.stringify([normal(seatRow), normal(seat)])) ?? [])
      return area === '' ? found : found.filter((each) => normal(names[each]!.area) === normal(area))
    },
    labelOf: (seat) => {
      const { area, row, number } = names[seat]!
      return `${area} ${row}${number}`.trim()
    },
  }
}
