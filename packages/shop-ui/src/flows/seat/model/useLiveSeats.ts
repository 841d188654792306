import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { watchSeats } from '@playhouse/api-client/client'
import { seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import type { SeatStore } from '@playhouse/seatmap/store'
import { availabilityQuery } from '#server-state'

const noSeats: readonly number[] = []

/**
 * Keeps a seat store in sync with the server. Changes go to the store only, so that a purchase by another visitor neither
 * re-renders the screen nor moves the focus.
 * @param ownSeats seats of the visitor that they are replacing: free to them though taken for others
 * @returns whether the store may have been outdated for ten seconds or more
 */
export function useLiveSeats(instance: string, store: SeatStore, ownSeats: readonly number[] = noSeats): boolean {
  const client = useQueryClient()
  const [isStale, setStale] = useState(false)
  useEffect(() => {
    const load = (packedSeats: string, version: number): void => {
      const values = unpackAvailability(packedSeats, store.seatCount)
      for (const seat of ownSeats) values[seat] = seatAvailability.free
      if (!store.load(values, version)) store.restart(values, version)
    }
    // The availability that the page was opened with. Later only the live updates apply: another response may be older than they
    // are.
    const cachedSeats = client.getQueryData(availabilityQuery(instance).queryKey)
    if (cachedSeats && cachedSeats.version > store.version()) load(cachedSeats.seats, cachedSeats.version)
    const apply: SeatStore['apply'] = (changes, version) =>
      store.apply(
        changes.filter(([seat]) => !ownSeats.includes(seat)),
        version,
      )
    return watchSeats(instance, { version: store.version, load, apply, setStale })
  }, [client, instance, store, ownSeats])
  return isStale
}
