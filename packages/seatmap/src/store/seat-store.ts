import type { Plan } from '@playhouse/domain/plan'
import { seatAvailability } from '@playhouse/domain/seat'

/** One seat's new availability, a value of `seatAvailability`. */
export type SeatDelta = readonly [seat: number, availability: number]

/** The seats of a change, and the smallest range that contains them, `from` to `to` inclusive. */
export type SeatChange = { readonly from: number; readonly to: number; readonly seats: readonly number[] }

/** The availability of every seat of one performance, with a `version` that only increases. Independent of React. */
export type SeatStore = {
  readonly seatCount: number
  /** The server's version of the last change applied; -1 before the first load. */
  readonly version: () => number
  /** Increases with every change; a snapshot for `useSyncExternalStore`. */
  readonly revision: () => number
  /** One value of `seatAvailability` per seat. Live and read-only. */
  readonly outlook: Readonly<Uint8Array>
  readonly freeIn: (area: number) => number
  /** Replaces all seats. Returns false and changes nothing for an older version. @throws RangeError for a wrong length. */
  readonly load: (values: Uint8Array, version: number) => boolean
  /** Replaces all seats, even with a lower version: the server restarted its versions. @throws RangeError for a wrong length. */
  readonly restart: (values: Uint8Array, version: number) => void
  /** Applies changes. Returns false and changes nothing when `version` is not newer. */
  readonly apply: (deltas: readonly SeatDelta[], version: number) => boolean
  /** Called after each change that altered a seat. Returns the function that unsubscribes. */
  readonly subscribe: (listener: (change: SeatChange) => void) => () => void
}

/** A store in which every seat is free until loaded. */
export function createSeatStore(plan: Pick<Plan, 'seatCount' | 'areaOf' | 'areas'>): SeatStore {
  const { seatCount, areaOf } = plan
  const outlook = new Uint8Array(seatCount)
  const free = new Uint32Array(plan.areas.map((area) => area.seatCount))
  const listeners = new Set<(change: SeatChange) => void>()
  let version = -1
  let revision = 0

  const setSeat = (seat: number, next: number): boolean => {
    const before = outlook[seat]
    if (before === undefined || before === next) return false
    outlook[seat] = next
    const area = areaOf[seat]!
    if (before === seatAvailability.free) free[area]! -= 1
    if (next === seatAvailability.free) free[area]! += 1
    return true
  }
  const notify = (seats: readonly number[]): void => {
    if (seats.length === 0) return
    revision += 1
    let from = seatCount
    let to = 0
    for (const seat of seats) {
      if (seat < from) from = seat
      if (seat > to) to = seat
    }
    for (const listener of listeners) listener({ from, to, seats })
  }

  const replace = (values: Uint8Array, next: number): void => {
    if (values.length !== seatCount) throw new RangeError(`availability has ${values.length} of ${seatCount} seats`)
    version = next
    const seats: number[] = []
    for (let seat = 0; seat < seatCount; seat++) if (setSeat(seat, values[seat]!)) seats.push(seat)
    notify(seats)
  }

  return {
    seatCount,
    outlook,
    version: () => version,
    revision: () => revision,
    freeIn: (area) => free[area] ?? 0,
    load: (values, next) => {
      const isNewer = next >= version
      if (isNewer) replace(values, next)
      return isNewer
    },
    restart: replace,
    apply: (deltas, next) => {
      if (next <= version) return false
      version = next
      const seats: number[] = []
      for (const delta of deltas) if (setSeat(delta[0], delta[1])) seats.push(delta[0])
      notify(seats)
      return true
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
