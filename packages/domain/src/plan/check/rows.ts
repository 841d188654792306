import { createSpatialHash } from '../derive/spatial-hash.ts'
import type { Plan } from '../model/plan.ts'
import type { FindingList } from '../report/finding.ts'

/** Seats farther apart than this many pitches are not joined by a line, because an aisle may cross the row. */
const minJoinedSeats = 3

/** Rows of one area whose lines cross: a sign of seats in the wrong row. */
export function checkRows(plan: Plan, pitch: number, findings: FindingList): void {
  const longest = minJoinedSeats * (pitch || 1)
  for (const area of plan.areas) {
    const nearbySeats = createSpatialHash<number>(longest)
    const reportedPairs = new Set<string>()
    for (const row of plan.rows.slice(area.firstRow, area.firstRow + area.rowCount))
      for (let seat = row.firstSeat; seat + 1 < row.firstSeat + row.seatCount; seat++) {
        const [x, y, nx, ny] = [plan.x[seat]!, plan.y[seat]!, plan.x[seat + 1]!, plan.y[seat + 1]!]
        if (Math.hypot(nx - x, ny - y) > longest) continue
        nearbySeats.forEachNear(x, y, (other) => {
          const key = `${plan.rowOf[other]} ${row.index}`
          if (plan.rowOf[other] === row.index || reportedPairs.has(key) || !doCross(plan, seat, other)) return
          reportedPairs.add(key)
          findings.add('rows-cross', { area: area.id, at: `${plan.idOf(other)} × ${plan.idOf(seat)}` })
        })
        nearbySeats.put(x, y, seat)
      }
  }
}

/** Whether the lines from two seats to their next neighbours cross, apart from their ends. */
function doCross({ x, y }: Plan, a: number, b: number): boolean {
  const side = (of: number, from: number): number =>
    Math.sign((x[from + 1]! - x[from]!) * (y[of]! - y[from]!) - (y[from + 1]! - y[from]!) * (x[of]! - x[from]!))
  return side(b, a) * side(b + 1, a) < 0 && side(a, b) * side(a + 1, b) < 0
}
