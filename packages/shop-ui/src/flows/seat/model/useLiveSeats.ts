import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { watchSeats } from '@playhouse/api-client/client'
import { seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import type { SeatStore } from '@playhouse/seatmap/store'
import { availabilityQuery } from '#server-state'

const none: readonly number[] = []

/**
 * Keeps a store true to the server, seat by seat as they change. Changes go to the store alone, so that nothing on the
 * screen renders, moves or loses focus because a stranger bought a seat.
 * @param ours seats that are taken by the visitor, who may choose them anew: free to them whatever the others see
 * @returns whether the seats may have changed without our knowing, for ten seconds or more
 */
export function useLiveSeats(instance: string, store: SeatStore, ours: readonly number[] = none): boolean {
  const client = useQueryClient()
  const [isStale, setStale] = useState(false)
  useEffect(() => {
    const load = (packed: string, version: number): void => {
      const values = unpackAvailability(packed, store.seatCount)
      for (const seat of ours) values[seat] = seatAvailability.free
      if (!store.load(values, version)) store.restart(values, version)
    }
    // What the page was opened with. From here on only the watch speaks: another answer could be older than it says.
    const known = client.getQueryData(availabilityQuery(instance).queryKey)
    if (known && known.version > store.version()) load(known.seats, known.version)
    const apply: SeatStore['apply'] = (changes, version) =>
      store.apply(
        changes.filter(([seat]) => !ours.includes(seat)),
        version,
      )
    return watchSeats(instance, { version: store.version, load, apply, setStale })
  }, [client, instance, store, ours])
  return isStale
}
