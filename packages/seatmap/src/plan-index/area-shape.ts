import type { Box, Plan, PlanArea, PlanRow } from '@playhouse/domain/plan'

export type Point = readonly [x: number, y: number]

/** The area's outline from the plan; without one, the hull of its seats with a margin. */
export function outlineOf(plan: Plan, area: PlanArea, margin: number): readonly Point[] {
  return area.outline.length >= 3 ? area.outline : hullOf(plan, area, margin)
}

/** Left, top, right and bottom of each row's seats, four numbers per row. Used to find the visible rows. */
export function rowBoxes(plan: Plan): Float32Array {
  const boxes = new Float32Array(plan.rows.length * 4)
  for (const { index, firstSeat, seatCount } of plan.rows) writeExtent(plan, firstSeat, seatCount, boxes, index * 4)
  return boxes
}

/** The box round the area's seats, `margin` plan units wider on each side; undefined for an area without seats. */
export function boxOf(plan: Plan, area: PlanArea, margin: number): Box | undefined {
  if (area.seatCount === 0) return undefined
  // A box or a standing area ends at its outline, not at its seats.
  if (area.kind && area.kind !== 'seated' && area.outline.length >= 3) return boxRound(area.outline)
  writeExtent(plan, area.firstSeat, area.seatCount, extent, 0)
  const [left = 0, top = 0, right = 0, bottom = 0] = extent
  return { x: left - margin, y: top - margin, width: right - left + 2 * margin, height: bottom - top + 2 * margin }
}
const extent = new Float32Array(4)

/** Ratio of length to width from which a block is a line, for example the single row of a balcony. */
const lineRatio = 16

/** The smallest width of a block, in plan units; for a block that is not a line, the smaller side of its box. */
export function breadthOf({ width, height }: Box, outline: readonly Point[]): number {
  let [around, doubled] = [0, 0]
  outline.forEach(([x, y], i) => {
    const [nx, ny] = outline[(i + 1) % outline.length]!
    around += Math.hypot(nx - x, ny - y)
    doubled += x * ny - nx * y
  })
  const breadth = Math.abs(doubled) / (around || 1)
  return around / 2 > lineRatio * breadth ? breadth : Math.max(width, height)
}

/** Writes left, top, right and bottom of a range of seats. Called for every seat of a hall before its first frame. */
function writeExtent({ x, y }: Plan, firstSeat: number, seatCount: number, extents: Float32Array, at: number): void {
  let left = Infinity
  let top = Infinity
  let right = -Infinity
  let bottom = -Infinity
  for (let seat = firstSeat; seat < firstSeat + seatCount; seat++) {
    const px = x[seat]!
    const py = y[seat]!
    if (px < left) left = px
    if (px > right) right = px
    if (py < top) top = py
    if (py > bottom) bottom = py
  }
  extents[at] = left
  extents[at + 1] = top
  extents[at + 2] = right
  extents[at + 3] = bottom
}

function boxRound(points: readonly Point[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    ;[left, right] = [Math.min(left, x), Math.max(right, x)]
    ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y)]
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
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
  let isInside = false
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [ax, ay] = polygon[i]!
    const [bx, by] = polygon[j]!
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside
  }
  return isInside
}

/**
 * Andrew's monotone chain round the four corners of every seat's margin. It first takes the hull of the seats, which has few
 * points: the hull of their corners is the same.
 */
function hullOf(plan: Plan, area: PlanArea, margin: number): readonly Point[] {
  const seats: Point[] = []
  for (let seat = area.firstSeat; seat < area.firstSeat + area.seatCount; seat++) seats.push([plan.x[seat]!, plan.y[seat]!])
  const around = [-margin, margin].flatMap((dx) => [-margin, margin].map((dy): Point => [dx, dy]))
  return hullRound(hullRound(seats).flatMap(([x, y]) => around.map(([dx, dy]): Point => [x + dx, y + dy])))
}

function hullRound(points: readonly Point[]): Point[] {
  if (points.length < 3) return [...points]
  const sortedPoints = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const chain = (orderedPoints: readonly Point[]): Point[] => {
    const hull: Point[] = []
    for (const point of orderedPoints) {
      while (hull.length >= 2 && turn(hull.at(-2)!, hull.at(-1)!, point) <= 0) hull.pop()
      hull.push(point)
    }
    hull.pop()
    return hull
  }
  return [...chain(sortedPoints), ...chain(sortedPoints.toReversed())]
}

const turn = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
