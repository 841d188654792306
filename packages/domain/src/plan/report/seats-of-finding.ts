import type { SeatOrigin } from '../import/build-plan.ts'
import type { Plan } from '../model/plan.ts'
import type { Finding, FindingCode } from './finding.ts'

/** Findings about all seats of a row. */
const aboutRows: ReadonlySet<FindingCode> = new Set([
  'repeated-row',
  'rows-cross',
  'rows-joined',
  'rows-found',
  'missing-labels',
  'table-found',
])
/** Findings about all seats of an area. */
const aboutAreas: ReadonlySet<FindingCode> = new Set([
  'area-without-seats',
  'repeated-area',
  'no-access-facts',
  'standing-found',
  'standing-in-rows',
  'standing-without-outline',
  'box-found',
  'box-without-walls',
])
/** Findings that concern no particular seat. */
const aboutNoSeat: ReadonlySet<FindingCode> = new Set([
  'labels-left-out',
  'seats-by-shape',
  'levels-in-one-area',
  'long-name',
  'not-a-seat',
  'row-without-seats',
  'wrong-capacity',
  'wrong-count',
])

/**
 * Finds the seats of findings: those named by id or by place in the file, and those of named rows or areas; without any
 * place, all seats of the finding's areas. Empty for a finding about the file as a whole.
 * @param origins the place of each seat in the file
 */
export function createSeatFinder(plan: Plan, origins: readonly SeatOrigin[]): (finding: Finding) => number[] {
  const inFile = Map.groupBy(origins.keys(), (seat) => origins[seat]!.source)
  const seatsAt = (place: string): readonly number[] => {
    const seat = plan.indexOf(place)
    return seat === undefined ? (inFile.get(place) ?? []) : [seat]
  }
  const seatsNamed = (place: string): readonly number[] => {
    const seats = seatsAt(place)
    return seats.length > 0 ? seats : namesIn(place).flatMap(seatsAt)
  }
  return ({ code, areas, at }) => {
    if (aboutNoSeat.has(code)) return []
    if (at.length === 0) return plan.areas.filter(({ id }) => areas.includes(id)).flatMap(span)
    const seats = aboutAreas.has(code)
      ? plan.areas.filter(({ id, name }) => at.includes(id) || at.includes(name)).flatMap(span)
      : at.flatMap(seatsNamed)
    const rows = new Set(aboutRows.has(code) ? seats.map((seat) => plan.rows[plan.rowOf[seat]!]!) : [])
    return rows.size > 0 ? [...rows].flatMap(span) : [...new Set(seats)]
  }
}

/** The names that a place may contain: `8573 = 8572`, `8573 … 8575`, `Sold (zones[0].rows[0].seats[10])`. */
const namesIn = (place: string): string[] => [...place.split(/ [=/×…] /), ...(/\(([^()]+)\)$/.exec(place)?.slice(1) ?? [])]

const span = ({ firstSeat, seatCount }: { readonly firstSeat: number; readonly seatCount: number }): number[] =>
  Array.from({ length: seatCount }, (_, place) => firstSeat + place)
