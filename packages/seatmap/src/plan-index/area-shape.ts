import type { Box, Plan, PlanArea, PlanRow } from '@playhouse/domain/plan'

export type Point = readonly [x: number, y: number]

/** The area's outline as drawn by the house; where none was drawn, the hull of its seats with a margin. */
export function outlineOf(plan: Plan, area: PlanArea, margin: number): readonly Point[] {
  return area.outline.length >= 3 ? area.outline : hullOf(plan, area, margin)
}

/** The box round the area's seats, `margin` plan units wider on each side; undefined for an area without seats. */
export function boxOf(plan: Plan, area: PlanArea, margin: number): Box | undefined {
  if (area.seatCount === 0) return undefined
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let seat = area.firstSeat; seat < area.firstSeat + area.seatCount; seat++) {
    left = Math.min(left, plan.x[seat]!)
    right = Math.max(right, plan.x[seat]!)
    top = Math.min(top, plan.y[seat]!)
    bottom = Math.max(bottom, plan.y[seat]!)
  }
  return { x: left - margin, y: top - margin, width: right - left + 2 * margin, height: bottom - top + 2 * margin }
}

export const covers = (a: Box, b: Box): boolean =>
  a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height

/** The first and the last row of an area that have a seat in the box. */
export function rowsWithin(plan: Plan, { firstRow, rowCount }: PlanArea, box: Box): readonly [first: number, last: number] | undefined {
  const holds = ({ firstSeat, seatCount }: PlanRow): boolean => {
    for (let seat = firstSeat; seat < firstSeat + seatCount; seat++)
      if (covers(box, { x: plan.x[seat]!, y: plan.y[seat]!, width: 0, height: 0 })) return true
    return false
  }
  const within = plan.rows.slice(firstRow, firstRow + rowCount).filter(holds)
  return within.length > 0 ? [within[0]!.index, within.at(-1)!.index] : undefined
}

/** Whether the point is inside the polygon (even–odd rule). */
export function encloses(polygon: readonly Point[], x: number, y: number): boolean {
  let inside = false
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [ax, ay] = polygon[i]!
    const [bx, by] = polygon[j]!
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}

/** Andrew's monotone chain round the four corners of every seat's margin. */
function hullOf(plan: Plan, area: PlanArea, margin: number): Point[] {
  const points: [number, number][] = []
  for (let seat = area.firstSeat; seat < area.firstSeat + area.seatCount; seat++)
    for (const dx of [-margin, margin]) for (const dy of [-margin, margin]) points.push([plan.x[seat]! + dx, plan.y[seat]! + dy])
  points.sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const chain = (ordered: readonly Point[]): Point[] => {
    const hull: Point[] = []
    for (const point of ordered) {
      while (hull.length >= 2 && turn(hull.at(-2)!, hull.at(-1)!, point) <= 0) hull.pop()
      hull.push(point)
    }
    hull.pop()
    return hull
  }
  return [...chain(points), ...chain(points.toReversed())]
}

const turn = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
