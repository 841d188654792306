import type { Plan, SeatFlag, SeatType } from '@playhouse/domain/plan'
import { seatFlag, seatTypes } from '@playhouse/domain/plan'
import { type Band, bands } from '@playhouse/domain/pricing'
import { seatAvailability } from '@playhouse/domain/seat'

/** The states of a seat for this visitor. The numbers are those that the shader and the canvas painter read. */
export const seatState = { free: 0, taken: 1, selected: 2, mine: 3, hidden: 4 } as const
export type SeatState = keyof typeof seatState
const states = Object.keys(seatState) as SeatState[]

/** The band index of a seat that is not sold. */
const noBand = 255

export type Hall = {
  readonly outlook: Readonly<Uint8Array>
  readonly bandOf: Readonly<Uint8Array>
  readonly selected: ReadonlySet<number>
  readonly mine: ReadonlySet<number>
}

/**
 * The state of a seat for this visitor, for map, grid and list: a seat in their basket is `mine`, though it is taken for
 * others.
 */
export function stateOf(hall: Hall, seat: number): number {
  if (hall.mine.has(seat)) return seatState.mine
  const state = saleState(hall.outlook[seat], hall.bandOf[seat])
  return state === seatState.free && hall.selected.has(seat) ? seatState.selected : state
}
/** The state of a seat for any visitor: free, taken or hidden. */
export function saleState(outlook: number | undefined, band: number | undefined): number {
  if (outlook === seatAvailability.hidden) return seatState.hidden
  return outlook === seatAvailability.taken || (band ?? noBand) === noBand ? seatState.taken : seatState.free
}
export const stateName = (state: number): SeatState => states[state] ?? 'hidden'

/** A filter as bit masks: bit b for band b, bit t for type t, and the required flags. */
export type FilterMask = { readonly bands: number; readonly types: number; readonly flags: number }
const every = 0xffff

/** The mask of a filter. A missing set accepts every band or type, and requires no flag. */
export function maskOf(filters: {
  readonly bands?: ReadonlySet<Band>
  readonly types?: ReadonlySet<SeatType>
  readonly flags?: ReadonlySet<SeatFlag>
}): FilterMask {
  const bits = <T>(chosenItems: ReadonlySet<T> | undefined, all: readonly T[]): number =>
    chosenItems ? all.reduce((mask, one, bit) => (chosenItems.has(one) ? mask | (1 << bit) : mask), 0) : every
  return {
    bands: bits(filters.bands, bands),
    types: bits(filters.types, seatTypes),
    flags: [...(filters.flags ?? [])].reduce((mask, flag) => mask | seatFlag[flag], 0),
  }
}

/** Whether a seat passes the filter. The shader applies the same rule. */
export const passes = (mask: FilterMask, plan: Pick<Plan, 'type' | 'flags'>, bandOf: Readonly<Uint8Array>, seat: number): boolean =>
  passesAs(mask, bandOf[seat] ?? noBand, plan.type[seat]!, plan.flags[seat]!)

/** The same rule for a band, type and flags. */
export const passesAs = (mask: FilterMask, band: number, type: number, flags: number): boolean =>
  ((mask.bands >> Math.min(15, band)) & 1) === 1 && ((mask.types >> Math.min(15, type)) & 1) === 1 && (flags & mask.flags) === mask.flags
