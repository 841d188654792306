import type { Money } from '../../money/money.ts'
import type { FindClosest } from '../programme-file/read-sheet.ts'
import type { AgentReturnFault, AgentReturnProblem, ReadAgentReturn, ReturnedSeat } from './return-file.ts'
import type { SeatLabels } from './seat-labels.ts'

/** A seat for an agent: locked for them, released from their lock since, of a customer, or neither. */
export type AgentSeatState = 'locked' | 'released' | 'sold' | 'other'
/** What a ticket costs at a price type of the list. */
export type ListedPrice = { readonly id: string; readonly name: string; readonly price: Money; readonly fee: Money }

/** A performance that a return file names. */
export type ReturnPerformance = {
  readonly isCancelled: boolean
  readonly labels: SeatLabels
  readonly stateOf: (seat: number) => AgentSeatState
  /** The prices of a seat, the usual one first. */
  readonly pricesOf: (seat: number) => readonly ListedPrice[]
}
/** What the rows of a file refer to. */
export type KnownReturn = {
  /** The keys of all performances. */
  readonly keys: readonly string[]
  /** Those that the file names. */
  readonly performances: ReadonlyMap<string, ReturnPerformance>
  /** What the agent's earlier files sold, see {@link enteredKey}. */
  readonly entered: ReadonlySet<string>
}

/** A seat that a row of a return file sells. */
export type AgentSale = {
  readonly row: number
  readonly performance: string
  readonly seat: number
  readonly label: string
  readonly price: ListedPrice
  readonly buyer: string
  readonly reference: string
}
/** What a return file would do: nothing is sold while it has a problem. */
export type CheckedReturn = {
  readonly problems: readonly AgentReturnProblem[]
  readonly sales: readonly AgentSale[]
  /** Rows that an earlier file has sold. */
  readonly unchanged: number
}

/** A seat that was sold under a reference of an agent. It is sold once, however often a file has it. */
export const enteredKey = (performance: string, seat: number, reference: string): string => JSON.stringify([performance, seat, reference])

/** Finds what a return file sells, and everything that is wrong in it. */
export function checkAgentReturn(file: ReadAgentReturn, known: KnownReturn, closest: FindClosest): CheckedReturn {
  const problems: AgentReturnProblem[] = [...file.problems]
  const sales: AgentSale[] = []
  const rowOfSeat = new Map<string, number>()
  let unchanged = 0
  for (const { row, thing } of file.rows) {
    const add = (column: string, value: string, fault: AgentReturnFault, suggestion: string | null = null): void =>
      void problems.push({
        sheet: file.sheet,
        row,
        column,
        value: value.slice(0, 200),
        fault,
        suggestion: suggestion?.slice(0, 200) ?? null,
      })
    const performance = known.performances.get(thing.performance)
    if (!performance) {
      add('performance', thing.performance, 'unknown-reference', closest(thing.performance, known.keys))
      continue
    }
    const found = findSeat(thing, performance)
    if (typeof found !== 'number') {
      add(
        'seat',
        nameOf(thing),
        found.length > 0 ? 'ambiguous-seat' : 'unknown-seat',
        found.map(performance.labels.labelOf).join(', ') || null,
      )
      continue
    }
    const place = JSON.stringify([thing.performance, found])
    const former = rowOfSeat.get(place)
    if (former !== undefined) {
      add('seat', nameOf(thing), 'repeated-seat', String(former))
      continue
    }
    rowOfSeat.set(place, row)
    if (known.entered.has(enteredKey(thing.performance, found, thing.reference))) {
      unchanged += 1
      continue
    }
    const state = performance.stateOf(found)
    if (performance.isCancelled) add('performance', thing.performance, 'performance-cancelled')
    if (state !== 'locked') add('seat', nameOf(thing), faultOf[state])
    const prices = performance.pricesOf(found)
    const price = thing.priceType === '' ? prices[0] : prices.find(({ id }) => id === thing.priceType)
    if (!price) {
      const ids = prices.map(({ id }) => id)
      add('price type', thing.priceType, 'unknown-reference', closest(thing.priceType, ids) ?? (ids.join(', ') || null))
    } else if (!performance.isCancelled && state === 'locked')
      sales.push({
        ...{ row, performance: thing.performance, seat: found, label: performance.labels.labelOf(found), price },
        ...{ buyer: thing.buyer, reference: thing.reference },
      })
  }
  return { problems: problems.toSorted((one, other) => (one.row ?? 0) - (other.row ?? 0)), sales, unchanged }
}

const faultOf = { released: 'lock-released', sold: 'seat-sold', other: 'not-allocated' } as const

const nameOf = ({ area, seatRow, seat }: ReturnedSeat): string => [area, seatRow, seat].filter((part) => part !== '').join(' ')

/** The seat that a row means: of several with one label, the one that is locked for the agent. */
function findSeat(thing: ReturnedSeat, { labels, stateOf }: ReturnPerformance): number | readonly number[] {
  const found = labels.find(thing)
  const locked = found.filter((seat) => stateOf(seat) === 'locked')
  return (found.length === 1 ? found[0] : locked.length === 1 ? locked[0] : undefined) ?? found
}

/** The sales that become one order: those of a performance with one reference and one buyer. */
export const groupAgentSales = (sales: readonly AgentSale[]): (readonly AgentSale[])[] => [
  ...Map.groupBy(sales, ({ performance, reference, buyer }) => JSON.stringify([performance, reference, buyer])).values(),
]
