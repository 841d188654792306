import { QueryObserver, type QueryObserverResult, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Availability } from '@playhouse/api-client/contract'
import { unpackOutlook } from '@playhouse/domain/seat'
import type { SeatStore } from '@playhouse/seatmap/store'
import { availabilityQuery } from '#session'

/** How often the house is asked which seats are free, while the tab is looked at. Milliseconds. */
const askEvery = 5_000

/**
 * Keeps a store true to the server: every five seconds, and at once when the visitor comes back to the tab. Changes go
 * to the store alone, so that nothing on the screen renders, moves or loses focus because a stranger bought a seat.
 * @returns whether the last question stayed unanswered
 */
export function useLiveSeats(instance: string, store: SeatStore): boolean {
  const client = useQueryClient()
  const [isStale, setStale] = useState(false)
  useEffect(() => {
    const observer = new QueryObserver(client, {
      ...availabilityQuery(instance),
      refetchInterval: askEvery,
      refetchOnWindowFocus: 'always',
      notifyOnChangeProps: ['data', 'status', 'errorUpdateCount'],
    })
    const take = ({ data, isRefetchError, isError }: QueryObserverResult<Availability>): void => {
      setStale(isRefetchError || isError)
      if (data && data.version !== store.version()) store.load(unpackOutlook(data.seats, store.seatCount), data.version)
    }
    const stop = observer.subscribe(take)
    // What is known already is no change, so the observer wouldn't tell it.
    take(observer.getCurrentResult())
    return stop
  }, [client, instance, store])
  return isStale
}
