import type { Plan, PlanRow } from '@playhouse/domain/plan'
import type { Point } from './area-shape.ts'

/** Cosine of the angle to the other rows of the area, below which a row has its own direction. */
const minAlignment = 0.25

const orders = new WeakMap<Plan, Map<number, readonly number[]>>()

/**
 * A row's seats from left to right as drawn, whatever their numbering and their order in a file. Upright rows are read
 * downwards. All rows of an area have the same direction, so that a diagonal block is read consistently.
 */
export function readingOrder(plan: Plan, row: PlanRow): readonly number[] {
  let known = orders.get(plan)
  if (!known) orders.set(plan, (known = new Map()))
  let order = known.get(row.index)
  // Seats round a table are read by number.
  if (row.table) order ??= Array.from({ length: row.seatCount }, (_, place) => row.firstSeat + place)
  if (!order) {
    const orderInLine = inLine(plan, row)
    order = sense(plan, row, orderInLine) < 0 ? orderInLine.toReversed() : orderInLine
    known.set(row.index, order)
  }
  return order
}

/** Maximum length of a row in disorder for which nearest neighbours are searched; longer ones would take too long. */
const mostToSeek = 2_000

/** The seats in the order along the row: as stored, unless that order jumps back and forth. */
function inLine(plan: Plan, { firstSeat, seatCount }: PlanRow): number[] {
  const seats = Array.from({ length: seatCount }, (_, place) => firstSeat + place)
  if (!turnsBack(plan, seats)) return seats
  const [dx, dy] = mainDirection(seats.slice(1).map((seat, i) => between(plan, seats[i]!, seat)))
  const outermost = (seat: number): number => plan.x[seat]! * dx + plan.y[seat]! * dy
  if (seats.length > mostToSeek) return seats.sort((a, b) => outermost(a) - outermost(b))
  // From the outermost seat, always to the nearest remaining one.
  const remainingSeats = new Set(seats)
  let at = seats.reduce((end, seat) => (outermost(seat) < outermost(end) ? seat : end), firstSeat)
  const line: number[] = []
  while (remainingSeats.delete(at)) {
    line.push(at)
    let nearest = Infinity
    const place = at
    for (const seat of remainingSeats) {
      const [x, y] = between(plan, place, seat)
      if (x * x + y * y < nearest) [nearest, at] = [x * x + y * y, seat]
    }
  }
  return line
}

function turnsBack(plan: Plan, seats: readonly number[]): boolean {
  let before: Point = [0, 0]
  for (let place = 1; place < seats.length; place++) {
    const step = between(plan, seats[place - 1]!, seats[place]!)
    if (before[0] * step[0] + before[1] * step[1] < 0) return true
    // Seats at the same position have no direction.
    if (step[0] !== 0 || step[1] !== 0) before = step
  }
  return false
}

/** 1 if the line has the reading direction of its area, else -1. Closed rings are read by number. */
function sense(plan: Plan, row: PlanRow, line: readonly number[]): 1 | -1 {
  const own = between(plan, line[0]!, line.at(-1)!)
  const common = readingAxis(plan, row.area)
  const alignment = own[0] * common[0] + own[1] * common[1]
  const [x, y] = own
  const direction = Math.abs(alignment) > minAlignment * Math.hypot(x, y) ? alignment : Math.abs(x) >= Math.abs(y) ? x : y
  return direction < 0 ? -1 : 1
}

const axes = new WeakMap<Plan, Map<number, Point>>()

/** The reading direction of an area's rows on the plan: to the right, or downwards for steep rows. */
function readingAxis(plan: Plan, area: number): Point {
  let known = axes.get(plan)
  if (!known) axes.set(plan, (known = new Map()))
  let axis = known.get(area)
  if (!axis) {
    const { firstRow, rowCount } = plan.areas[area]!
    const rows = plan.rows.slice(firstRow, firstRow + rowCount)
    const [x, y] = mainDirection(rows.map(({ firstSeat, seatCount }) => between(plan, firstSeat, firstSeat + seatCount - 1)))
    axis = (Math.abs(x) >= Math.abs(y) ? x : y) < 0 ? [-x, -y] : [x, y]
    known.set(area, axis)
  }
  return axis
}

/** Mean direction of undirected lines: their angles are doubled before they are added. */
function mainDirection(lines: readonly Point[]): Point {
  let [across, down] = [0, 0]
  for (const [x, y] of lines) {
    across += x * x - y * y
    down += 2 * x * y
  }
  const angle = Math.atan2(down, across) / 2
  return [Math.cos(angle), Math.sin(angle)]
}

const between = (plan: Plan, from: number, to: number): Point => [plan.x[to]! - plan.x[from]!, plan.y[to]! - plan.y[from]!]
