import { useEffect, useState } from 'react'
import { watchSeats } from '@playhouse/api-client/client'
import type { Availability } from '@playhouse/api-client/contract'
import type { Plan } from '@playhouse/domain/plan'
import { seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import { apiOrigin } from '#browser'

type SeatChange = readonly [seat: number, outlook: number]
/** Notified of single changes, or of a full reload. */
export type SeatListener = { readonly onChange: (changes: readonly SeatChange[], version: number) => void; readonly onReload: () => void }

/** The availability of all seats for the counter, kept seats included, updated by the stream of changes. */
export interface LiveSeats {
  /** A copy with one value of `seatAvailability` for each seat. */
  read(): Uint8Array
  version(): number
  isFree(seat: number): boolean
  /** @returns removes the listener */
  listen(listener: SeatListener): () => void
}

function createLiveSeats({ seats, version: initialVersion }: Availability, count: number) {
  let values = unpackAvailability(seats, count)
  let version = initialVersion
  const listeners = new Set<SeatListener>()
  const live: LiveSeats = {
    read: () => values.slice(),
    version: () => version,
    isFree: (seat) => values[seat] === seatAvailability.free,
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return {
    live,
    load: (packedSeats: string, next: number): void => {
      ;[values, version] = [unpackAvailability(packedSeats, count), next]
      for (const { onReload } of listeners) onReload()
    },
    apply: (changes: readonly SeatChange[], next: number): void => {
      for (const [seat, outlook] of changes) values[seat] = outlook
      version = next
      for (const { onChange } of listeners) onChange(changes, next)
    },
  }
}

/** The live availability of a performance, and whether it may be out of date by more than ten seconds. */
export function useLiveSeats(instance: string, plan: Plan, initial: Availability): { readonly live: LiveSeats; readonly isStale: boolean } {
  const [{ live, load, apply }] = useState(() => createLiveSeats(initial, plan.seatCount))
  const [isStale, setStale] = useState(false)
  useEffect(
    () => watchSeats(instance, { version: live.version, load, apply, setStale }, { as: 'counter', origin: apiOrigin }),
    [instance, live, load, apply],
  )
  return { live, isStale }
}
