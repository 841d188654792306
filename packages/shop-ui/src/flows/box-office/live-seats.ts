import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { watchSeats } from '@playhouse/api-client/client'
import type { Availability } from '@playhouse/api-client/contract'
import type { Plan } from '@playhouse/domain/plan'
import { seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import { apiOrigin } from '#browser'
import { createSeatingFollower } from '#halls'
import { api, unwrap } from '#server-state'
import { counterInstanceQuery, counterSeatsQuery, counterStateQuery } from './counter-state.ts'

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

/** Loads a performance with its prices. With another plan, its seats and the basket are loaded too: seats have other ids. */
async function loadInstance(client: QueryClient, instance: string): Promise<void> {
  const { queryKey } = counterInstanceQuery(instance)
  const loaded = await unwrap(api.counter.instance({ params: { instance } }))
  const isOtherPlan = client.getQueryData(queryKey)?.planVersion !== loaded.planVersion
  if (isOtherPlan) await client.invalidateQueries(counterStateQuery)
  notifyManager.batch(() => {
    client.setQueryData(queryKey, loaded)
    if (isOtherPlan) void client.resetQueries(counterSeatsQuery(instance))
  })
}

/**
 * The live availability of a performance, and whether it may be out of date by more than ten seconds. Loads the performance again when the
 * server has another plan or other prices.
 */
export function useLiveSeats(instance: string, plan: Plan, initial: Availability): { readonly live: LiveSeats; readonly isStale: boolean } {
  const client = useQueryClient()
  const [{ live, load, apply }] = useState(() => createLiveSeats(initial, plan.seatCount))
  const [isStale, setStale] = useState(false)
  useEffect(() => {
    const follower = createSeatingFollower({
      shown: () => client.getQueryData(counterInstanceQuery(instance).queryKey)?.prices.seatingVersion,
      load: () => loadInstance(client, instance),
    })
    const store = { version: live.version, load, apply, setStale, setSeatingVersion: follower.follow }
    const stop = watchSeats(instance, store, { as: 'counter', origin: apiOrigin })
    return () => {
      stop()
      follower.stop()
    }
  }, [client, instance, live, load, apply])
  return { live, isStale }
}
