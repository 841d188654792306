import type { Plan } from '@playhouse/domain/plan'
import type { Finding, SeatOrigin } from '@playhouse/domain/plan/import'

/**
 * The seats that a finding is about, as far as it names them: by id, by place in the file, by row of its areas; without
 * any place it means all seats of its areas. Empty where it is about the file as such.
 */
export function seatsOfFinding(plan: Plan, { areas: ids, at }: Finding, origins: readonly SeatOrigin[]): number[] {
  const areas = plan.areas.filter(({ id }) => ids.includes(id))
  const rows = areas.length > 0 ? plan.rows.filter((row) => areas.some(({ index }) => index === row.area)) : plan.rows
  const named = at.flatMap(namesIn).flatMap((place) => {
    const seat = plan.indexOf(place)
    if (seat !== undefined) return [seat]
    const inFile = seatsFrom(origins, place)
    if (inFile.length > 0) return inFile
    const whole = plan.areas.find(({ id }) => id === place)
    if (whole) return span(whole)
    return rows.filter(({ label }) => label === place).flatMap(span)
  })
  return at.length === 0 ? areas.flatMap(span) : [...new Set(named)]
}

/** A place, and the names that may stand in it: `8573 = 8572`, `NOT AVAILABLE (zones[0].rows[0].seats[10])`. */
const namesIn = (place: string): string[] => [
  place,
  ...place.split(' = ').slice(place.includes(' = ') ? 0 : 1),
  ...(/\(([^()]+)\)$/.exec(place)?.slice(1) ?? []),
]

const seatsFrom = (origins: readonly SeatOrigin[], place: string): number[] =>
  place.includes('[') ? origins.flatMap(({ source }, seat) => (source === place || source.startsWith(`${place}.`) ? [seat] : [])) : []

const span = ({ firstSeat, seatCount }: { readonly firstSeat: number; readonly seatCount: number }): number[] =>
  Array.from({ length: seatCount }, (_, place) => firstSeat + place)
