import type { Plan } from '@playhouse/domain/plan'

/** Pitch of a plan in which no row has two seats, in centimetres: the usual width of a theatre seat. */
const usualPitch = 52
/** Maximum pitch: larger seats would be drawn over each other's surroundings. */
const widestSeat = 2 * usualPitch
/** Approximate number of seats that are measured. */
const sample = 2_000
/** Number of seats for which the whole row is searched. */
const closeSample = 100
/** If the nearest neighbours are closer than this share of the distance between list neighbours, rows are listed in disorder. */
const minOrderedShare = 0.8

type Rows = Pick<Plan, 'rows' | 'x' | 'y' | 'seatCount'>

/**
 * Median distance between neighbours in a row, in plan units; the basis of the drawn size of seats and of hit testing. At
 * tables the usual pitch is the maximum, because larger chairs would overlap the table.
 */
export function seatPitch(plan: Rows): number {
  return Math.min(pitchInRows(plan), plan.rows.some(({ table }) => table) ? usualPitch : widestSeat)
}

function pitchInRows(plan: Rows): number {
  const inRows = plan.rows.filter(({ table }) => !table)
  const gaps: number[] = []
  const stride = Math.max(1, Math.floor(plan.seatCount / sample))
  for (const { firstSeat, seatCount } of inRows)
    for (let seat = firstSeat; seat + 1 < firstSeat + seatCount; seat += stride) gaps.push(distance(plan, seat, seat + 1))
  const listedGap = medianOf(gaps)
  if (listedGap === undefined) return usualPitch
  const step = Math.max(1, Math.floor(inRows.length / closeSample))
  const nearest = medianOf(inRows.flatMap((row, index) => (index % step === 0 ? nearestInRow(plan, row) : []))) ?? listedGap
  return nearest < minOrderedShare * listedGap ? nearest : listedGap
}

const distance = ({ x, y }: Rows, a: number, b: number): number => Math.hypot(x[b]! - x[a]!, y[b]! - y[a]!)

/** Seats at the same position are ignored. */
function medianOf(gaps: readonly number[]): number | undefined {
  const gapsApart = gaps.filter((gap) => gap > 1 && gap < Infinity).sort((a, b) => a - b)
  return gapsApart[gapsApart.length >> 1]
}

/** Distance from the middle seat of a row's list to the nearest other place of the row. */
function nearestInRow(plan: Rows, { firstSeat, seatCount }: Rows['rows'][number]): number {
  const seat = firstSeat + (seatCount >> 1)
  let nearest = Infinity
  for (let other = firstSeat; other < firstSeat + seatCount; other++) {
    const gap = distance(plan, seat, other)
    if (gap > 1 && gap < nearest) nearest = gap
  }
  return nearest
}
