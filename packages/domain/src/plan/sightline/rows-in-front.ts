import type { Plan } from '../model/plan.ts'
import { stageCentre } from './stage.ts'

/** Centimetres across which a row still closes the view before a seat: an aisle may lie between two of its seats. */
const widestAisle = 450
/** A row within this of the line ahead stands in front, though the line passes its end. */
const shoulder = 60
/** Nearer than this is beside, not in front. */
const knee = 20

/** Counted once a row: every seat of it asks again, and lists ask for all. One more than the count; 0 is unasked. */
const counted = new WeakMap<Plan, Uint16Array>()

/**
 * Rows of the same area that stand before a row, looking from its middle straight ahead, on the stage's side. Rows in
 * blocks beside each other don't count, whatever their letters and in whichever order a file has them.
 */
export function rowsInFront(plan: Plan, rowIndex: number): number {
  const known = counted.get(plan) ?? new Uint16Array(plan.rows.length)
  counted.set(plan, known)
  known[rowIndex] ||= 1 + countInFront(plan, rowIndex)
  return known[rowIndex] - 1
}

function countInFront(plan: Plan, rowIndex: number): number {
  const row = plan.rows[rowIndex]!
  const area = plan.areas[row.area]!
  const seat = row.firstSeat + (row.seatCount >> 1)
  const ahead = lookAhead(plan, row.firstSeat, row.seatCount, seat)
  let count = 0
  for (const other of plan.rows.slice(area.firstRow, area.firstRow + area.rowCount))
    if (other !== row && standsAhead(plan, other.firstSeat, other.seatCount, seat, ahead)) count += 1
  return count
}

type Direction = readonly [x: number, y: number]

/** Across the row, towards the stage; a lone seat looks at the stage. */
function lookAhead(plan: Plan, firstSeat: number, seatCount: number, seat: number): Direction {
  const { x, y } = plan
  const [cx, cy] = stageCentre(plan)
  const toStage = [cx - x[seat]!, cy - y[seat]!] as const
  const [left, right] = [Math.max(firstSeat, seat - 1), Math.min(firstSeat + seatCount - 1, seat + 1)]
  const along = [x[right]! - x[left]!, y[right]! - y[left]!] as const
  const across = Math.hypot(...along) > 0 ? ([-along[1], along[0]] as const) : toStage
  const length = Math.hypot(...across) || 1
  const side = across[0] * toStage[0] + across[1] * toStage[1] < 0 ? -1 : 1
  return [(side * across[0]) / length, (side * across[1]) / length]
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
