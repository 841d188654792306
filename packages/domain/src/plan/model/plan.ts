import { maxSeats } from '../../seat/seat.ts'
import { createNumberer } from '../derive/label.ts'
import {
  type PlanAreaData,
  type PlanData,
  type PlanPhoto,
  type PlanRowData,
  type PlanTable,
  type SeatFlag,
  type SeatType,
  seatFlag,
  seatTypes,
} from './schema.ts'

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
  /** The label on tickets; empty only on a standing floor. */
  readonly label: string
  readonly firstSeat: number
  readonly seatCount: number
  /** The table that its seats are placed round. */
  readonly table?: PlanTable
}

/**
 * A plan ready for use: one typed array per fact, indexed by the seat's index (0 … seatCount − 1). Seats of a row, rows of
 * an area and areas are contiguous, so ranges are slices. Lengths in centimetres.
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
  /** See `photoAt`. */
  readonly photos: readonly PlanPhoto[]
}

/** A plan in parts, whichever form it travelled in; its reader has validated each value. */
export type PlanParts = Pick<
  PlanData,
  'hall' | 'version' | 'name' | 'viewBox' | 'stage' | 'views' | 'areas' | 'rows' | 'notes' | 'photos'
> &
  Pick<Plan, 'x' | 'y' | 'z' | 'type' | 'flags'> & {
    /** Index into `notes` plus one; 0 for none. */
    readonly note: Uint16Array
    readonly ids: readonly string[] | undefined
  }

/** Maximum number of areas that `areaOf` can distinguish. */
export const maxAreas = 2 ** 16

/** The number of seats in the rows. @throws RangeError for more than {@link maxSeats}. */
export function countSeats({ hall, rows }: Pick<PlanData, 'hall' | 'rows'>): number {
  const seats = rows.reduce((sum, row) => sum + row.seats, 0)
  if (!(seats <= maxSeats)) throw new RangeError(`plan ${hall}: ${seats} seats, at most ${maxSeats} fit`)
  return seats
}

/** @throws RangeError if an area is drawn on an unknown view, because its seats could never be seen. */
export function checkViews({ hall, views, areas }: Pick<PlanData, 'hall' | 'views' | 'areas'>): void {
  const viewIds = new Set(views.map(({ id }) => id))
  const areaWithoutView = areas.find(({ view }) => !viewIds.has(view))
  if (areaWithoutView)
    throw new RangeError(`plan ${hall}: area ${areaWithoutView.id} is drawn on view ${areaWithoutView.view}, which isn't there`)
}

/** The number on the seat at a place (from 0) of its row, as the plan has it. */
export const numberIn = (row: PlanRowData, place: number): string =>
  row.numbers?.[place] ?? String((row.from ?? 1) + place * (row.step ?? 1))

/** @throws RangeError when the parts don't fit together: a broken plan must not draw seats in wrong places. */
export function assemblePlan(parts: PlanParts): Plan {
  const { hall, areas, rows: rowData, notes, note, ids, views, x, y, z } = parts
  const throwInvalid = (what: string): never => {
    throw new RangeError(`plan ${hall}: ${what}`)
  }
  const seatCount = countSeats(parts)
  if (areas.length > maxAreas) throwInvalid(`${areas.length} areas, at most ${maxAreas} fit`)
  for (const [name, { length }] of Object.entries({ x, y, z, type: parts.type, flags: parts.flags, note, ids: ids ?? x }))
    if (length !== seatCount) throwInvalid(`${name} has ${length} of ${seatCount} seats`)

  const rowOf = new Uint32Array(seatCount)
  const areaOf = new Uint16Array(seatCount)
  const labels = nameRows(parts)
  const rows: PlanRow[] = []
  const extent = areas.map(() => ({ firstSeat: 0, seatCount: 0, firstRow: 0, rowCount: 0 }))
  let first = 0
  rowData.forEach((row, index) => {
    const area = extent[row.area] ?? throwInvalid(`row ${row.label} names area ${row.area}`)
    if (area.rowCount === 0) Object.assign(area, { firstSeat: first, firstRow: index })
    else if (area.firstRow + area.rowCount !== index) throwInvalid(`rows of area ${row.area} are scattered`)
    area.rowCount += 1
    area.seatCount += row.seats
    rows.push({
      index,
      area: row.area,
      label: labels[index]!,
      firstSeat: first,
      seatCount: row.seats,
      ...(row.table && { table: row.table }),
    })
    rowOf.fill(index, first, first + row.seats)
    areaOf.fill(row.area, first, first + row.seats)
    first += row.seats
  })

  const numbers = new Map(rowData.flatMap((row, index) => (row.numbers?.some(isBlank) ? [[index, nameSeats(row.numbers)]] : [])))
  const numberOf = (seat: number): string => {
    const { index, firstSeat } = rows[rowOf[seat] ?? 0]!
    return numbers.get(index)?.[seat - firstSeat] ?? numberIn(rowData[index]!, seat - firstSeat)
  }
  // By the plan's own labels, even where they are not shown: an id outlives the labels.
  const idOf = (seat: number): string => {
    const row = rowOf[seat]!
    return ids?.[seat] ?? `${areas[areaOf[seat]!]!.id}.${rowData[row]!.label}.${numberIn(rowData[row]!, seat - rows[row]!.firstSeat)}`
  }
  let indexById: Map<string, number> | undefined
  return {
    hall,
    version: parts.version,
    name: parts.name,
    viewBox: parts.viewBox,
    stage: parts.stage,
    views: [...views].sort((a, b) => a.order - b.order),
    areas: areas.map((area, index) => ({ ...area, index, ...extent[index]! })),
    rows,
    seatCount,
    x,
    y,
    z,
    type: parts.type,
    flags: parts.flags,
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
    noteOf: (seat) => notes[(note[seat] ?? 0) - 1],
    photos: parts.photos ?? [],
  }
}

/** The names of the rows: rows without a label are numbered from the stage, skipping labels in use. Standing places have no row. */
function nameRows({ areas, rows }: PlanParts): string[] {
  const namers = new Map<number, () => string>()
  return rows.map(({ area, label }) => {
    if (label.trim() !== '' || areas[area]?.kind === 'standing') return label
    let nameRow = namers.get(area)
    if (!nameRow) namers.set(area, (nameRow = createNumberer(rows.flatMap((row) => (row.area === area ? [row.label] : [])))))
    return nameRow()
  })
}

const isBlank = (text: string): boolean => text.trim() === ''

/** Seats without a number are numbered from the left, past numbers in use. */
function nameSeats(numbers: readonly string[]): string[] {
  const nameSeat = createNumberer(numbers)
  return numbers.map((number) => (isBlank(number) ? nameSeat() : number))
}

export const typeOf = (plan: Plan, seat: number): SeatType => seatTypes[plan.type[seat] ?? 0] ?? 'standard'
export const hasFlag = (plan: Plan, seat: number, flag: SeatFlag): boolean => ((plan.flags[seat] ?? 0) & seatFlag[flag]) !== 0
