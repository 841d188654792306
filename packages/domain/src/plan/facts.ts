import { type Plan, hasFlag, typeOf } from './plan.ts'

/** The seat info text of the spec (section 3), as facts; screens put them into words. */
export type SeatFacts = {
  /** Rows of the same area between the seat and the stage. */
  readonly rowsInFront: number
  /** 1 is the first seat of the row. */
  readonly positionInRow: number
  readonly seatsInRow: number
  readonly endOfRow: boolean
  readonly stepFree: boolean
  readonly highSeat: boolean
  readonly barInFront: boolean
  readonly hearingLoop: boolean
  readonly floorsAboveStage: number
  readonly viewOfStage: 'clear' | 'side' | 'restricted'
  /** Metres to the nearest point of the stage's edge, one decimal. */
  readonly metresToStage: number
  readonly note: string | undefined
}

export function factsOf(plan: Plan, seat: number): SeatFacts {
  const row = plan.rows[plan.rowOf[seat]!]!
  const area = plan.areas[row.area]!
  const positionInRow = seat - row.firstSeat + 1
  return {
    rowsInFront: row.index - area.firstRow,
    positionInRow,
    seatsInRow: row.seatCount,
    endOfRow: hasFlag(plan, seat, 'endOfRow'),
    stepFree: hasFlag(plan, seat, 'stepFree'),
    highSeat: hasFlag(plan, seat, 'highSeat'),
    barInFront: hasFlag(plan, seat, 'barInFront'),
    hearingLoop: hasFlag(plan, seat, 'hearingLoop'),
    floorsAboveStage: area.floorsAboveStage,
    viewOfStage: typeOf(plan, seat) === 'restricted-view' ? 'restricted' : angleToStage(plan, seat) > 60 ? 'side' : 'clear',
    metresToStage: Math.round(distanceToStage(plan, seat) / 10) / 10,
    note: plan.noteOf(seat),
  }
}

/** Degrees between the seat's line to the stage's centre and the axis of the house (y). */
function angleToStage(plan: Plan, seat: number): number {
  const [cx, cy] = stageCentre(plan)
  return (Math.atan2(Math.abs(plan.x[seat]! - cx), Math.abs(plan.y[seat]! - cy)) * 180) / Math.PI
}

/** Mean of the stage polygon's corners, in plan centimetres. */
export function stageCentre(plan: Plan): [number, number] {
  const { polygon } = plan.stage
  const sum = polygon.reduce<[number, number]>(([x, y], [px, py]) => [x + px, y + py], [0, 0])
  return [sum[0] / polygon.length, sum[1] / polygon.length]
}

/** Centimetres on the floor plan from the seat to the stage's nearest edge. */
export const distanceToStage = (plan: Plan, seat: number): number => distanceToPolygon(plan.stage.polygon, plan.x[seat]!, plan.y[seat]!)

/** Centimetres from a place to the nearest edge of a polygon. */
export function distanceToPolygon(polygon: readonly (readonly [number, number])[], x: number, y: number): number {
  let nearest = Infinity
  polygon.forEach(([ax, ay], i) => {
    const [bx, by] = polygon[(i + 1) % polygon.length]!
    const [dx, dy] = [bx - ax, by - ay]
    const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)))
    nearest = Math.min(nearest, Math.hypot(x - ax - along * dx, y - ay - along * dy))
  })
  return nearest
}
