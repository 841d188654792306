import type { Plan } from '@playhouse/domain/plan'

/** Seats of a plan without two in any row stand this far apart, in centimetres: a usual theatre seat's width. */
const usualPitch = 52
/** No chair is wider, however far apart people sit: larger ones would be drawn over the hall. */
const widestSeat = 2 * usualPitch
const sample = 2_000
/** Seats whose whole row is looked through. */
const closeSample = 100
/** Neighbours by the list this much farther apart than neighbours in the hall: then rows are listed in disorder. */
const ordered = 0.8

type Rows = Pick<Plan, 'rows' | 'x' | 'y' | 'seatCount'>

/**
 * Median distance between neighbours in a row, in plan units: what a seat's drawn size and the hit test go by. Where people
 * sit at tables a chair is a chair, however wide they sit apart: larger ones would lie upon the table.
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
  const listed = medianOf(gaps)
  if (listed === undefined) return usualPitch
  const step = Math.max(1, Math.floor(inRows.length / closeSample))
  const nearest = medianOf(inRows.flatMap((row, index) => (index % step === 0 ? nearestInRow(plan, row) : []))) ?? listed
  return nearest < ordered * listed ? nearest : listed
}

const distance = ({ x, y }: Rows, a: number, b: number): number => Math.hypot(x[b]! - x[a]!, y[b]! - y[a]!)

/** Seats on top of each other are ignored. */
function medianOf(gaps: readonly number[]): number | undefined {
  const apart = gaps.filter((gap) => gap > 1 && gap < Infinity).sort((a, b) => a - b)
  return apart[apart.length >> 1]
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
