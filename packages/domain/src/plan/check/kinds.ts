import { isInside } from '../derive/outline.ts'
import type { Plan, PlanRow } from '../model/plan.ts'
import type { FindingList } from '../report/finding.ts'
import { distanceToPolygon } from '../sightline/stage.ts'
import { tableOutline } from '../seating.ts'

/** Maximum distance of a seat from its table top, in pitches. */
const reach = 1.5

/** Checks that standing areas, boxes and tables can be drawn, and contain their places. */
export function checkKinds(plan: Plan, pitch: number, findings: FindingList): void {
  for (const area of plan.areas) {
    if (area.kind === 'standing' && area.outline.length < 3) findings.add('standing-without-outline', { at: area.id })
    if (area.kind === 'box' && area.outline.length < 3) findings.add('box-without-walls', { at: area.id })
    const rows = plan.rows.slice(area.firstRow, area.firstRow + area.rowCount)
    if (area.kind === 'standing' && (rows.length > 1 || rows.some((row) => row.table || !isOnOneSpot(plan, row))))
      findings.add('standing-in-rows', { at: area.id })
    if (area.kind !== 'standing') for (const row of rows) checkTable(plan, row, pitch, area.id, findings)
  }
}

const isOnOneSpot = ({ x, y }: Plan, { firstSeat, seatCount }: PlanRow): boolean =>
  Array.from({ length: seatCount }, (_, place) => firstSeat + place).every((seat) => x[seat] === x[firstSeat] && y[seat] === y[firstSeat])

function checkTable(plan: Plan, { table, firstSeat, seatCount }: PlanRow, pitch: number, area: string, findings: FindingList): void {
  if (!table) return
  const top = tableOutline(table)
  for (let seat = firstSeat; seat < firstSeat + seatCount; seat++) {
    const [x, y] = [plan.x[seat]!, plan.y[seat]!]
    if (isInside(top, x, y)) findings.add('seat-on-table', { area, at: plan.idOf(seat) })
    else if (distanceToPolygon(top, x, y) > reach * pitch) findings.add('seat-off-table', { area, at: plan.idOf(seat) })
  }
}
