import { hasFlag, type Plan, type PlanRow, typeOf } from '../model/plan.ts'
import { isStandingArea, isStandingPlace } from '../seating.ts'

/** Minimum width of an aisle, in seat pitches. A wheelchair space is 1.4 pitches from a chair beside it. */
const aislePitches = 1.6
/** Minimum width of an aisle between two seats that are both flagged as row ends. */
const aislePitchesBetweenEnds = 1.15
/** The way from a table's last seat to its first is no longer than this many of the longest between others: it closes a ring. */
const ringGap = 2
/** A row of two seats with a stair between them must not make the stair its measure. */
const maxOfUsualPitch = 1.5

/** Centimetres between neighbours in most theatres. */
export const usualPitch = 55

type Spacing = {
  /** 1 for every seat that is adjacent to the next one of the plan: same row, no aisle between. */
  readonly joinedToNext: Uint8Array
  /** 1 for every row whose last seat is adjacent to its first: a table with seats all round. */
  readonly closes: Uint8Array
  readonly usual: number
}
const spacingByPlan = new WeakMap<Plan, Spacing>()

/** The adjacency of the seats of a plan; computed once per plan. */
function spacingOf(plan: Plan): Spacing {
  let spacing = spacingByPlan.get(plan)
  if (!spacing) {
    const joinedToNext = new Uint8Array(plan.seatCount)
    const closes = new Uint8Array(plan.rows.length)
    const rows = plan.rows.map((row) => ({ ...row, gaps: gapsOf(plan, row.firstSeat, row.seatCount) }))
    const inRows = rows.filter(({ table, area }) => !table && !isStandingArea(plan, area))
    const usual = median(inRows.flatMap(({ gaps }) => gaps.filter((gap) => gap > 1)))
    for (const { index, area, firstSeat, seatCount, gaps, table } of rows) {
      // All seats of one table are joined, and all places of one floor.
      if (table || isStandingArea(plan, area)) joinedToNext.fill(1, firstSeat, firstSeat + seatCount - 1)
      if (table && seatCount > 2 && between(plan, firstSeat + seatCount - 1, firstSeat) <= ringGap * Math.max(...gaps)) closes[index] = 1
      if (table || isStandingArea(plan, area)) continue
      const pitch = Math.min(median(gaps), usual * maxOfUsualPitch)
      gaps.forEach((gap, place) => {
        const seat = firstSeat + place
        const bothEnd = hasFlag(plan, seat, 'endOfRow') && hasFlag(plan, seat + 1, 'endOfRow')
        if (gap <= pitch * (bothEnd ? aislePitchesBetweenEnds : aislePitches)) joinedToNext[seat] = 1
      })
    }
    spacing = { joinedToNext, closes, usual: usual || usualPitch }
    spacingByPlan.set(plan, spacing)
  }
  return spacing
}

const gapsOf = (plan: Plan, firstSeat: number, seatCount: number): number[] =>
  Array.from({ length: seatCount - 1 }, (_, place) => between(plan, firstSeat + place, firstSeat + place + 1))

const between = ({ x, y }: Plan, a: number, b: number): number => Math.hypot(x[b]! - x[a]!, y[b]! - y[a]!)

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

/** Centimetres between neighbours in a usual row of the plan; {@link usualPitch} where no seat has a neighbour. */
export const usualGap = (plan: Plan): number => spacingOf(plan).usual

/** 1 for every seat that is adjacent to the next one of the plan; read-only. */
export const joinedSeats = (plan: Plan): Readonly<Uint8Array> => spacingOf(plan).joinedToNext

/** Whether two seats are adjacent: neighbours in one row without an aisle between, or neighbours at a table. */
export function isBeside(plan: Plan, a: number, b: number): boolean {
  const [low, high] = [Math.min(a, b), Math.max(a, b)]
  if (high - low === 1) return spacingOf(plan).joinedToNext[low] === 1
  const row = plan.rows[plan.rowOf[low]!]!
  return low === row.firstSeat && high === row.firstSeat + row.seatCount - 1 && low !== high && spacingOf(plan).closes[row.index] === 1
}

/** The adjacent seats of a seat: none, one or two. */
export function neighboursOf(plan: Plan, seat: number): number[] {
  const { firstSeat, seatCount } = plan.rows[plan.rowOf[seat]!]!
  const last = firstSeat + seatCount - 1
  const adjacentSeats = new Set([seat === firstSeat ? last : seat - 1, seat === last ? firstSeat : seat + 1])
  return [...adjacentSeats].filter((other) => isBeside(plan, seat, other))
}

/** A wheelchair space or a companion seat: kept for those who need it, and never an orphan seat. */
export function isAccessSeat(plan: Plan, seat: number): boolean {
  const type = typeOf(plan, seat)
  return type === 'wheelchair' || type === 'companion'
}

/** Whether a seat can be an orphan. Seats at a table cannot, because other people sit there; a standing floor has no seats. */
export const canBeOrphan = (plan: Plan, seat: number): boolean =>
  !isAccessSeat(plan, seat) && !plan.rows[plan.rowOf[seat]!]!.table && !isStandingPlace(plan, seat)

/** Adjacent seats in order; `closes` if the last is adjacent to the first. */
export type Chain = { readonly seats: readonly number[]; readonly closes: boolean }

/**
 * The longest chain through `seat` whose seats all pass; `acrossAisles` extends it to the row's ends. On a standing floor
 * all places that pass are together, even with other people between.
 */
export function chainThrough(plan: Plan, seat: number, passes: (seat: number) => boolean, acrossAisles = false): Chain {
  const row = plan.rows[plan.rowOf[seat]!]!
  const { firstSeat, seatCount } = row
  if (isStandingPlace(plan, seat)) return { seats: seatsOf(row).filter((one) => one === seat || passes(one)), closes: false }
  const goesOn = (from: number, to: number): boolean =>
    to >= firstSeat && to < firstSeat + seatCount && passes(to) && (acrossAisles || isBeside(plan, from, to))
  let [first, last] = [seat, seat]
  while (goesOn(first, first - 1)) first -= 1
  while (goesOn(last, last + 1)) last += 1
  const chain = range(first, last)
  const end = firstSeat + seatCount - 1
  if (!spacingOf(plan).closes[row.index]) return { seats: chain, closes: false }
  if (chain.length === seatCount) return { seats: chain, closes: true }
  // Round a table: a chain that ends at the last seat continues at the first.
  if (last === end && passes(firstSeat)) {
    let next = firstSeat
    while (goesOn(next, next + 1)) next += 1
    return { seats: [...chain, ...range(firstSeat, next)], closes: false }
  }
  if (first === firstSeat && passes(end)) {
    let before = end
    while (goesOn(before, before - 1)) before -= 1
    return { seats: [...range(before, end), ...chain], closes: false }
  }
  return { seats: chain, closes: false }
}

const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, place) => first + place)
const seatsOf = ({ firstSeat, seatCount }: PlanRow): number[] => range(firstSeat, firstSeat + seatCount - 1)
