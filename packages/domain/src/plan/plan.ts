import { type PlanAreaData, type PlanData, type SeatFlag, type SeatType, seatFlag, seatTypes } from './schema.ts'
import { expandRuns, sumDifferences } from './columns.ts'

export type PlanArea = PlanAreaData & {
  readonly index: number
  readonly firstSeat: number
  readonly seatCount: number
  readonly firstRow: number
  readonly rowCount: number
}
export type PlanRow = {
  readonly index: number
  readonly area: number
  readonly label: string
  readonly firstSeat: number
  readonly seatCount: number
}

/**
 * A plan ready for use: one typed array a fact, indexed by the seat's index (0 … seatCount − 1). Seats of a row, rows of
 * an area and areas stand together, so ranges are slices. Lengths in centimetres.
 */
export type Plan = {
  readonly hall: string
  readonly version: string
  readonly name: string
  readonly viewBox: PlanData['viewBox']
  readonly stage: PlanData['stage']
  readonly views: PlanData['views']
  readonly areas: readonly PlanArea[]
  readonly rows: readonly PlanRow[]
  readonly seatCount: number
  readonly x: Float32Array
  readonly y: Float32Array
  readonly z: Float32Array
  /** Index into `seatTypes`. */
  readonly type: Uint8Array
  /** Bits of `seatFlag`. */
  readonly flags: Uint8Array
  readonly rowOf: Uint32Array
  readonly areaOf: Uint16Array
  readonly numberOf: (seat: number) => string
  readonly idOf: (seat: number) => string
  readonly indexOf: (id: string) => number | undefined
  readonly noteOf: (seat: number) => string | undefined
}

/** @throws RangeError when the columns disagree in length: a broken plan must not draw seats in wrong places. */
export function readPlan(data: PlanData): Plan {
  const seatCount = data.rows.reduce((sum, row) => sum + row.seats, 0)
  const { seats } = data
  for (const column of ['x', 'y', 'z'] as const)
    if (seats[column].length !== seatCount)
      throw new RangeError(`plan ${data.hall}: ${column} has ${seats[column].length} of ${seatCount} seats`)

  const rowOf = new Uint32Array(seatCount)
  const areaOf = new Uint16Array(seatCount)
  const rows: PlanRow[] = []
  const extent = data.areas.map(() => ({ firstSeat: 0, seatCount: 0, firstRow: 0, rowCount: 0 }))
  let first = 0
  data.rows.forEach((row, index) => {
    const area = extent[row.area]
    if (!area) throw new RangeError(`plan ${data.hall}: row ${row.label} names area ${row.area}`)
    if (area.rowCount === 0) Object.assign(area, { firstSeat: first, firstRow: index })
    else if (area.firstRow + area.rowCount !== index) throw new RangeError(`plan ${data.hall}: rows of area ${row.area} are scattered`)
    area.rowCount += 1
    area.seatCount += row.seats
    rows.push({ index, area: row.area, label: row.label, firstSeat: first, seatCount: row.seats })
    rowOf.fill(index, first, first + row.seats)
    areaOf.fill(row.area, first, first + row.seats)
    first += row.seats
  })

  const note = expandRuns(seats.note, new Uint16Array(seatCount))
  const numberOf = (seat: number): string => {
    const row = rows[rowOf[seat] ?? 0]!
    const from = data.rows[row.index]!
    const place = seat - row.firstSeat
    return from.numbers?.[place] ?? String((from.from ?? 1) + place * (from.step ?? 1))
  }
  const idOf = (seat: number): string =>
    seats.ids?.[seat] ?? `${data.areas[areaOf[seat]!]!.id}.${rows[rowOf[seat]!]!.label}.${numberOf(seat)}`
  let indexById: Map<string, number> | undefined
  return {
    hall: data.hall,
    version: data.version,
    name: data.name,
    viewBox: data.viewBox,
    stage: data.stage,
    views: [...data.views].sort((a, b) => a.order - b.order),
    areas: data.areas.map((area, index) => ({ ...area, index, ...extent[index]! })),
    rows,
    seatCount,
    x: sumDifferences(seats.x),
    y: sumDifferences(seats.y),
    z: sumDifferences(seats.z),
    type: expandRuns(seats.type, new Uint8Array(seatCount)),
    flags: expandRuns(seats.flags, new Uint8Array(seatCount)),
    rowOf,
    areaOf,
    numberOf,
    idOf,
    indexOf: (id) => {
      if (!indexById) {
        indexById = new Map()
        for (let seat = 0; seat < seatCount; seat++) indexById.set(idOf(seat), seat)
      }
      return indexById.get(id)
    },
    noteOf: (seat) => data.notes[(note[seat] ?? 0) - 1],
  }
}

export const typeOf = (plan: Plan, seat: number): SeatType => seatTypes[plan.type[seat] ?? 0] ?? 'standard'
export const hasFlag = (plan: Plan, seat: number, flag: SeatFlag): boolean => ((plan.flags[seat] ?? 0) & seatFlag[flag]) !== 0
