import { type Plan, stageCentre } from '@playhouse/domain/plan'
import { encloses, indexSeats, type Point, type SeatIndex } from '#plan-index'

/** Data for all views from the same plan, computed once per plan. */
export type HallShape = {
  readonly index: SeatIndex
  /** Points of the stage floor, evenly spread. */
  readonly spots: readonly Point[]
  readonly centre: Point
  /** Directions from the stage's centre towards the audience, in degrees; 0 is the end opposite its back wall. */
  readonly sides: readonly number[]
}

/** Number of sample points of the stage: a precision of one per cent, finer than that of heads and rails. */
const samples = 160
/** Maximum number of steps across a stage. A stage drawn as a thin line has hardly any area, but the same width. */
const mostSteps = 80
/** Minimum share of the seats in a quarter for it to count as a side of the audience. Boxes beside a stage are fewer. */
const audience = 0.16

const shapes = new WeakMap<Plan, HallShape>()

/** The shape of a hall, cached by plan. */
export function hallShape(plan: Plan): HallShape {
  let shape = shapes.get(plan)
  if (!shape) {
    const centre = stageCentre(plan)
    shape = { index: indexSeats(plan), spots: spread(plan.stage.polygon, centre), centre, sides: sidesOf(plan, centre) }
    shapes.set(plan, shape)
  }
  return shape
}

function spread(polygon: readonly Point[], centre: Point): Point[] {
  const xs = polygon.map(([x]) => x)
  const ys = polygon.map(([, y]) => y)
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const step = Math.max(1, Math.sqrt(areaOf(polygon) / samples), (right - left) / mostSteps, (bottom - top) / mostSteps)
  const spots: Point[] = []
  for (let y = top + step / 2; y < bottom; y += step)
    for (let x = left + step / 2; x < right; x += step) if (encloses(polygon, x, y)) spots.push([x, y])
  // A stage drawn as a line or a point still has a centre.
  return spots.length > 0 ? spots : [centre]
}

const areaOf = (polygon: readonly Point[]): number =>
  Math.abs(
    polygon.reduce((sum, [x, y], i) => {
      const [nx, ny] = polygon[(i + 1) % polygon.length]!
      return sum + x * ny - nx * y
    }, 0),
  ) / 2

function sidesOf(plan: Plan, [cx, cy]: Point): number[] {
  const quarters = [0, 0, 0, 0]
  for (let seat = 0; seat < plan.seatCount; seat++) quarters[Math.round(bearing(plan.x[seat]! - cx, plan.y[seat]! - cy) / 90 + 4) % 4]! += 1
  const sides = [0, 90, 180, 270].filter((_, quarter) => quarters[quarter]! >= plan.seatCount * audience)
  return sides.length > 0 ? sides : [0]
}

/** Degrees from the hall's axis (y), −180 to 180. */
export const bearing = (x: number, y: number): number => (Math.atan2(x, y) * 180) / Math.PI

/** Unit vector in which a seat faces: perpendicular to its row, towards the stage. */
export function facingOf(plan: Plan, seat: number, [cx, cy]: Point): Point {
  const { firstSeat, seatCount } = plan.rows[plan.rowOf[seat]!]!
  const [before, after] = [Math.max(firstSeat, seat - 1), Math.min(firstSeat + seatCount - 1, seat + 1)]
  const [x, y] = [plan.x[seat]!, plan.y[seat]!]
  const [along, down] = [plan.x[after]! - plan.x[before]!, plan.y[after]! - plan.y[before]!]
  const towards = (dx: number, dy: number): Point => {
    const length = Math.hypot(dx, dy) || 1
    return [dx / length, dy / length]
  }
  if (along === 0 && down === 0) return towards(cx - x, cy - y)
  return -down * (cx - x) + along * (cy - y) >= 0 ? towards(-down, along) : towards(down, -along)
}
