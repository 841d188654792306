import type { Plan } from '@playhouse/domain/plan'
import type { Band } from '@playhouse/domain/pricing'
import { bands } from '@playhouse/domain/pricing'

/** What one press paints. */
export const brushes = ['seat', 'row', 'area'] as const
export type Brush = (typeof brushes)[number]

/** Bands of seats, with the earlier states that can be restored; the newest is the last. */
export type Painting = { readonly bandOf: Uint8Array; readonly earlier: readonly Uint8Array[] }
/** Steps that can be undone. */
const mostSteps = 100

/** The seats that a brush reaches from some seats. */
export function seatsUnder(plan: Plan, seats: readonly number[], brush: Brush): readonly number[] {
  if (brush === 'seat') return seats
  const parts = brush === 'row' ? plan.rows : plan.areas
  const partOf = brush === 'row' ? plan.rowOf : plan.areaOf
  return [...new Set(seats.map((seat) => partOf[seat]!))].flatMap((part) => seatsOf(parts[part]!))
}

/** The seats of a row or an area. */
export const seatsOf = ({ firstSeat, seatCount }: { readonly firstSeat: number; readonly seatCount: number }): number[] =>
  Array.from({ length: seatCount }, (_, nth) => firstSeat + nth)

/** Paints seats. The same painting where all of them have the band. */
export function paint({ bandOf, earlier }: Painting, seats: readonly number[], band: Band): Painting {
  const index = bands.indexOf(band)
  if (seats.every((seat) => bandOf[seat] === index)) return { bandOf, earlier }
  const painted = bandOf.slice()
  for (const seat of seats) painted[seat] = index
  return { bandOf: painted, earlier: [...earlier.slice(1 - mostSteps), bandOf] }
}

/** Restores the state before the last step. */
export const undoStep = ({ bandOf, earlier }: Painting): Painting => ({ bandOf: earlier.at(-1) ?? bandOf, earlier: earlier.slice(0, -1) })

/** The value of all seats of a part, those without one apart; undefined where they have several, or none has one. */
export function commonValue<Value>(
  { firstSeat, seatCount }: { readonly firstSeat: number; readonly seatCount: number },
  valueOf: (seat: number) => Value | undefined,
): Value | undefined {
  let common: Value | undefined
  for (let seat = firstSeat; seat < firstSeat + seatCount; seat++) {
    const value = valueOf(seat)
    if (value === undefined || value === common) continue
    if (common !== undefined) return undefined
    common = value
  }
  return common
}

/** What was painted here, over what another staff user painted meanwhile. */
export const mergePaintings = (base: Uint8Array, painted: Uint8Array, current: Uint8Array): Uint8Array =>
  current.map((band, seat) => (painted[seat] === base[seat] ? band : painted[seat]!))
