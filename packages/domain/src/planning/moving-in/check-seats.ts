import type { FindClosest } from '../programme-file/read-sheet.ts'
import type { MovingInFault, MovingInProblem, ReadMovingIn } from './moving-in-file.ts'
import type { MovedSeat } from './sheets.ts'

/** The name of a seat as one text. */
export const seatKey = (area: string, row: string, number: string): string => JSON.stringify([area, row, number].map(normal))

const normal = (name: string): string => name.trim().toLowerCase()

/** A performance to which sold seats may move. */
export type KnownPerformance = {
  readonly hasBegun: boolean
  /** The areas of its hall. */
  readonly areas: readonly string[]
  /** Plan indices of its seats, by {@link seatKey}. */
  readonly seats: ReadonlyMap<string, number>
  readonly priceTypes: readonly string[]
}

type Known = { readonly movedOrders: ReadonlySet<string>; readonly performances: ReadonlyMap<string, KnownPerformance> }

/** Lists what is wrong in the sold seats of a file, and in orders that have none. */
export function checkSeats(
  { rows, leftOut }: Pick<ReadMovingIn, 'rows' | 'leftOut'>,
  { movedOrders, performances }: Known,
  closest: FindClosest,
): MovingInProblem[] {
  const problems: MovingInProblem[] = []
  const orders = new Set([...rows.orders.map(({ thing }) => thing.id), ...leftOut.orders, ...movedOrders])
  const rowOfSeat = new Map<string, number>()
  for (const { row, thing } of rows.seats) {
    const add = (column: string, value: string, fault: MovingInFault, suggestion: string | null = null): void =>
      void problems.push({ sheet: 'seats', row, column, value: value.slice(0, 200), fault, suggestion })
    if (!orders.has(thing.order)) add('order', thing.order, 'unknown-reference')
    const performance = performances.get(thing.performance)
    if (!performance) {
      add('performance', thing.performance, 'unknown-reference', closest(thing.performance, [...performances.keys()]))
      continue
    }
    if (performance.hasBegun) add('performance', thing.performance, 'performance-over')
    if (!performance.priceTypes.includes(thing.priceType)) {
      const meant = closest(thing.priceType, performance.priceTypes) ?? performance.priceTypes.join(', ')
      add('price type', thing.priceType, 'unknown-reference', meant)
    }
    const seat = performance.seats.get(keyOf(thing))
    if (seat === undefined) {
      add('number', nameOf(thing), 'unknown-seat', findSimilarSeat(thing, performance, closest))
      continue
    }
    const place = JSON.stringify([thing.performance, seat])
    const former = rowOfSeat.get(place)
    if (former === undefined) rowOfSeat.set(place, row)
    else add('number', nameOf(thing), 'repeated-seat', String(former))
  }
  const withSeats = new Set(rows.seats.map(({ thing }) => thing.order))
  for (const { row, thing } of rows.orders)
    if (!withSeats.has(thing.id) && !movedOrders.has(thing.id))
      problems.push({ sheet: 'orders', row, column: 'order', value: thing.id, fault: 'order-without-seats', suggestion: null })
  return problems
}

const keyOf = ({ area, seatRow, number }: MovedSeat): string => seatKey(area, seatRow, number)
const nameOf = ({ area, seatRow, number }: MovedSeat): string => [area, seatRow, number].join(' ')

/** The area, the row or the numbers that the plan has in place of an unknown seat. */
function findSimilarSeat({ area, seatRow, number }: MovedSeat, { areas, seats }: KnownPerformance, closest: FindClosest): string | null {
  const isArea = areas.some((each) => normal(each) === normal(area))
  if (!isArea) return closest(area, areas) ?? areas.join(', ').slice(0, 200)
  const names = [...seats.keys()].map((key) => JSON.parse(key) as [string, string, string]).filter(([each]) => each === normal(area))
  const inRow = names.filter(([, row]) => row === normal(seatRow)).map(([, , each]) => each)
  if (inRow.length > 0) return closest(number, inRow) ?? `${inRow[0]}–${inRow.at(-1)}`
  const rowNames = [...new Set(names.map(([, row]) => row))]
  return closest(seatRow, rowNames) ?? `${rowNames[0]}–${rowNames.at(-1)}`
}
