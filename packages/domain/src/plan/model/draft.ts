import { type PlanAreaData, type PlanData, type PlanTable, type SeatFlag, type SeatType, seatFlag, seatTypes } from './schema.ts'
import { toDifferences, toRuns } from './columns.ts'
import { disambiguateIds, wantedIds } from './seat-ids.ts'

/** A plan in its editable form: areas of rows of seats. Lengths in centimetres. */
export type PlanDraft = Omit<PlanData, 'areas' | 'rows' | 'seats' | 'notes' | 'viewBox'> & {
  viewBox?: PlanData['viewBox']
  areas: (PlanAreaData & { rows: DraftRow[] })[]
}
export type DraftRow = { label: string; seats: DraftSeat[]; table?: PlanTable }
export type DraftSeat = {
  number: string
  x: number
  y: number
  z: number
  type?: SeatType
  flags?: readonly SeatFlag[]
  note?: string
  id?: string
}

/** Writes a draft in columns. Seats that would share an id keep their place and get `~2`, `~3`, …: none is merged. */
export function writePlan(draft: PlanDraft): PlanData {
  const { areas, viewBox, ...head } = draft
  const all: DraftSeat[] = []
  const ids = disambiguateIds(wantedIds(draft))
  const notes = new Map<string, number>()
  const noteIndex = (text: string | undefined): number => {
    if (!text) return 0
    if (!notes.has(text)) notes.set(text, notes.size + 1)
    return notes.get(text)!
  }
  let plainIds = true
  const rows = areas.flatMap(({ id: areaId, rows: areaRows }, area) =>
    areaRows
      .filter((row) => row.seats.length > 0)
      .map((row) => {
        for (const seat of row.seats) {
          all.push(seat)
          plainIds &&= ids[all.length - 1] === `${areaId}.${row.label}.${seat.number}`
        }
        const numbers = numbering(row.seats.map((seat) => seat.number))
        return { area, label: row.label, seats: row.seats.length, ...numbers, ...(row.table && { table: row.table }) }
      }),
  )
  const round = (value: number): number => Math.round(value)
  return {
    ...head,
    viewBox: viewBox ?? boxAround(draft.stage.polygon, all),
    areas: areas.map(({ rows: _rows, ...area }) => area),
    rows,
    seats: {
      x: toDifferences(all.map((seat) => round(seat.x))),
      y: toDifferences(all.map((seat) => round(seat.y))),
      z: toDifferences(all.map((seat) => round(seat.z))),
      type: toRuns(all.map((seat) => seatTypes.indexOf(seat.type ?? 'standard'))),
      flags: toRuns(all.map((seat) => (seat.flags ?? []).reduce((bits, flag) => bits | seatFlag[flag], 0))),
      note: toRuns(all.map((seat) => noteIndex(seat.note))),
      ...(plainIds ? {} : { ids }),
    },
    notes: [...notes.keys()],
  }
}

/** Labels such as `NaN`, `1e9` or `18 bis` read as numbers to a machine or not at all: only whole ones may be counted. */
const integerPattern = /^-?\d{1,6}$/

function numbering(numbers: string[]): { from?: number; step?: number; numbers?: string[] } {
  if (!numbers.every((number) => integerPattern.test(number))) return { numbers }
  const from = Number(numbers[0])
  const step = numbers.length > 1 ? Number(numbers[1]) - from : 1
  const regular = numbers.every((number, place) => number === String(from + place * step))
  return regular ? { from, step } : { numbers }
}

function boxAround(polygon: readonly (readonly [number, number])[], seats: readonly DraftSeat[]): PlanData['viewBox'] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  const cover = (x: number, y: number): void => {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  for (const [x, y] of polygon) cover(x, y)
  for (const { x, y } of seats) cover(x, y)
  const margin = 150
  return {
    x: Math.floor(left) - margin,
    y: Math.floor(top) - margin,
    width: Math.ceil(right - left) + 2 * margin,
    height: Math.ceil(bottom - top) + 2 * margin,
  }
}
