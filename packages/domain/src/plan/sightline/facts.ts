import { type Plan, hasFlag, typeOf } from '../model/plan.ts'
import { type Seating, seatingOf } from '../seating.ts'
import { rowsInFront } from './rows-in-front.ts'
import { isSurrounded, metresToStage, stageCentre } from './stage.ts'

/** Directions of view to the stage, the worst last; independent of how much of it is visible. */
export const viewsOfStage = ['front', 'aside', 'side', 'restricted'] as const
export type ViewOfStage = (typeof viewsOfStage)[number]

/** The seat info text of the spec (section 3), as facts; screens put them into words. */
export type SeatFacts = {
  /** In a row, at a table, or standing: a standing place has no position, and no rows before it. */
  readonly seating: Seating
  /** Number of rows of the same area before the seat's row: see `rowsInFront`. */
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
  readonly viewOfStage: ViewOfStage
  /** Metres to the nearest point of the stage's edge, through the air, one decimal. */
  readonly metresToStage: number
  readonly note: string | undefined
}

export function factsOf(plan: Plan, seat: number): SeatFacts {
  const row = plan.rows[plan.rowOf[seat]!]!
  const area = plan.areas[row.area]!
  const positionInRow = seat - row.firstSeat + 1
  return {
    seating: seatingOf(plan, seat),
    rowsInFront: rowsInFront(plan, row.index),
    positionInRow,
    seatsInRow: row.seatCount,
    endOfRow: hasFlag(plan, seat, 'endOfRow'),
    stepFree: hasFlag(plan, seat, 'stepFree'),
    highSeat: hasFlag(plan, seat, 'highSeat'),
    barInFront: hasFlag(plan, seat, 'barInFront'),
    hearingLoop: hasFlag(plan, seat, 'hearingLoop'),
    floorsAboveStage: area.floorsAboveStage,
    viewOfStage: viewOfStage(plan, seat),
    metresToStage: metresToStage(plan, seat),
    note: plan.noteOf(seat),
  }
}

/** Angles from the axis of the hall (y), in degrees, from which a view is slightly from the side, and from the side. */
const sideAngles = { little: 35, much: 60 } as const

function viewOfStage(plan: Plan, seat: number): ViewOfStage {
  if (typeOf(plan, seat) === 'restricted-view') return 'restricted'
  if (looksFromSide(plan, seat)) return 'side'
  return looksFromSide(plan, seat, 'little') ? 'aside' : 'front'
}

/** Whether a seat is beside the stage. A stage with people all round has no side. */
export function looksFromSide(plan: Plan, seat: number, howMuch: keyof typeof sideAngles = 'much'): boolean {
  const [cx, cy] = stageCentre(plan)
  const angle = (Math.atan2(Math.abs(plan.x[seat]! - cx), Math.abs(plan.y[seat]! - cy)) * 180) / Math.PI
  return angle > sideAngles[howMuch] && !isSurrounded(plan)
}
