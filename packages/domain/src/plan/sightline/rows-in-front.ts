import type { Plan } from '../model/plan.ts'
import { stageCentre } from './stage.ts'

/** Maximum gap in centimetres across which a row still counts as in front: an aisle may lie between two of its seats. */
const widestAisle = 450
/** Maximum distance in centimetres of a row's end from the line ahead at which the row still is in front. */
const shoulder = 60
/** Minimum distance in centimetres of a row in front: a nearer one is beside the seat. */
const knee = 20

/** Cached per row, because every seat of it reads the value. The count plus one; 0 is not computed yet. */
const countsByPlan = new WeakMap<Plan, Uint16Array>()

/**
 * Number of rows of the same area before a row, in the direction straight ahead from its middle, on the stage's side. Rows
 * in adjacent blocks do not count, whatever their letters and their order in a file.
 */
export function rowsInFront(plan: Plan, rowIndex: number): number {
  const counts = countsByPlan.get(plan) ?? new Uint16Array(plan.rows.length)
  countsByPlan.set(plan, counts)
  counts[rowIndex] ||= 1 + countInFront(plan, rowIndex)
  return counts[rowIndex] - 1
}

function countInFront(plan: Plan, rowIndex: number): number {
  const row = plan.rows[rowIndex]!
  const area = plan.areas[row.area]!
  const seat = row.firstSeat + (row.seatCount >> 1)
  const rowsAhead = lookAhead(plan, row.firstSeat, row.seatCount, seat)
  let count = 0
  for (const other of plan.rows.slice(area.firstRow, area.firstRow + area.rowCount))
    if (other !== row && standsAhead(plan, other.firstSeat, other.seatCount, seat, rowsAhead)) count += 1
  return count
}

type Direction = readonly [x: number, y: number]

/** Perpendicular to the row, towards the stage; for a single seat, the direction to the stage. */
function lookAhead(plan: Plan, firstSeat: number, seatCount: number, seat: number): Direction {
  const { x, y } = plan
  const [cx, cy] = stageCentre(plan)
  const toStage = [cx - x[seat]!, cy - y[seat]!] as const
  const [left, right] = [Math.max(firstSeat, seat - 1), Math.min(firstSeat + seatCount - 1, seat + 1)]
  const rowDirection = [x[right]! - x[left]!, y[right]! - y[left]!] as const
  const viewDirection = Math.hypot(...rowDirection) > 0 ? ([-rowDirection[1], rowDirection[0]] as const) : toStage
  const length = Math.hypot(...viewDirection) || 1
  const side = viewDirection[0] * toStage[0] + viewDirection[1] * toStage[1] < 0 ? -1 : 1
  return [(side * viewDirection[0]) / length, (side * viewDirection[1]) / length]
}

/** Whether a row crosses the line ahead of a seat. */
function standsAhead({ x, y }: Plan, firstSeat: number, seatCount: number, seat: number, [dx, dy]: Direction): boolean {
  let [offBefore, farBefore] = [0, 0]
  for (let other = firstSeat; other < firstSeat + seatCount; other++) {
    const [rx, ry] = [x[other]! - x[seat]!, y[other]! - y[seat]!]
    const [far, off] = [rx * dx + ry * dy, ry * dx - rx * dy]
    if (far > knee && Math.abs(off) < shoulder) return true
    if (other > firstSeat && off * offBefore < 0 && Math.hypot(off - offBefore, far - farBefore) < widestAisle) {
      const crossing = farBefore + (offBefore / (offBefore - off)) * (far - farBefore)
      if (crossing > knee) return true
    }
    ;[offBefore, farBefore] = [off, far]
  }
  return false
}
