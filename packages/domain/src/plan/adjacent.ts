import { hasFlag, type Plan, typeOf } from './plan.ts'

/** A gap this many seats wide is an aisle. A wheelchair space beside a chair stands 1.4 seats apart. */
const aisle = 1.6
/** Between two seats that both say they end a row, less is enough. */
const aisleBetweenEnds = 1.15
/** A row of two seats with a stair between them must not make the stair its measure. */
const widest = 1.5

/** Centimetres between neighbours: what theatres have, mostly. */
export const usualPitch = 55

type Spacing = {
  /** 1 for every seat that the next one of the plan stands beside: same row, no aisle between. */
  readonly joined: Uint8Array
  readonly usual: number
}
const known = new WeakMap<Plan, Spacing>()

/** How the seats of a plan stand to each other; worked out once a plan. */
function spacingOf(plan: Plan): Spacing {
  let spacing = known.get(plan)
  if (!spacing) {
    const joined = new Uint8Array(plan.seatCount)
    const rows = plan.rows.map(({ firstSeat, seatCount }) => ({ firstSeat, gaps: gapsOf(plan, firstSeat, seatCount) }))
    const usual = median(rows.flatMap(({ gaps }) => gaps.filter((gap) => gap > 1)))
    for (const { firstSeat, gaps } of rows) {
      const pitch = Math.min(median(gaps), usual * widest)
      gaps.forEach((gap, place) => {
        const seat = firstSeat + place
        const bothEnd = hasFlag(plan, seat, 'endOfRow') && hasFlag(plan, seat + 1, 'endOfRow')
        if (gap <= pitch * (bothEnd ? aisleBetweenEnds : aisle)) joined[seat] = 1
      })
    }
    spacing = { joined, usual: usual || usualPitch }
    known.set(plan, spacing)
  }
  return spacing
}

const gapsOf = (plan: Plan, firstSeat: number, seatCount: number): number[] =>
  Array.from({ length: seatCount - 1 }, (_, place) => {
    const seat = firstSeat + place
    return Math.hypot(plan.x[seat + 1]! - plan.x[seat]!, plan.y[seat + 1]! - plan.y[seat]!)
  })

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

/** Centimetres between neighbours in a usual row of the plan; {@link usualPitch} where nobody has one. */
export const usualGap = (plan: Plan): number => spacingOf(plan).usual

/** 1 for every seat that the next one of the plan stands beside; not to be written to. */
export const joinedSeats = (plan: Plan): Readonly<Uint8Array> => spacingOf(plan).joined

/** Whether two seats stand side by side: in one row, next to each other, no aisle between. */
export const isBeside = (plan: Plan, a: number, b: number): boolean => Math.abs(a - b) === 1 && spacingOf(plan).joined[Math.min(a, b)] === 1

/** The seats beside a seat: none, one or two. */
export const besides = (plan: Plan, seat: number): number[] => [seat - 1, seat + 1].filter((other) => isBeside(plan, seat, other))

/** A wheelchair space or the seat of who comes along: kept for who needs it, and never counted against anybody. */
export function isAccessSeat(plan: Plan, seat: number): boolean {
  const type = typeOf(plan, seat)
  return type === 'wheelchair' || type === 'companion'
}

/** First and last seat of the longest chain through `seat` whose seats all pass; `acrossAisles` goes on to the row's ends. */
export function chainThrough(
  plan: Plan,
  seat: number,
  passes: (seat: number) => boolean,
  acrossAisles = false,
): { readonly first: number; readonly last: number } {
  const { firstSeat, seatCount } = plan.rows[plan.rowOf[seat]!]!
  const goesOn = (from: number, to: number): boolean =>
    to >= firstSeat && to < firstSeat + seatCount && passes(to) && (acrossAisles || isBeside(plan, from, to))
  let [first, last] = [seat, seat]
  while (goesOn(first, first - 1)) first -= 1
  while (goesOn(last, last + 1)) last += 1
  return { first, last }
}
