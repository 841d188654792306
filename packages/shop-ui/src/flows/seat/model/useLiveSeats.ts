import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { watchSeats } from '@playhouse/api-client/client'
import type { Plan } from '@playhouse/domain/plan'
import { seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import { earlyStoreOf } from '@playhouse/seatmap/early'
import { createSeatStore, type SeatStore } from '@playhouse/seatmap/store'
import { apiOrigin } from '#browser'
import { availabilityQuery } from '#server-state'
import { useSeatingFollower } from './useSeatingFollower.ts'

const noSeats: readonly number[] = []

/**
 * A seat store that is kept in sync with the server. Changes go to the store only, so that a purchase by another visitor neither
 * re-renders the screen nor moves the focus. Loads performance and prices again when the server has others.
 * @param ownSeats seats of the visitor that they are replacing: free to them though taken for others
 * @returns `isStale`: the store may have been outdated for ten seconds or more
 */
export function useLiveSeats(
  instance: string,
  plan: Plan,
  ownSeats: readonly number[] = noSeats,
): { readonly store: SeatStore; readonly isStale: boolean } {
  const client = useQueryClient()
  // The availability that the page was opened with, loaded before the first rendering: loaded after it, all would render twice.
  // Later only the live updates apply: another response may be older than they are.
  const [store] = useState(() => {
    // The early map shows the same seats: its store is kept.
    const created = earlyStoreOf(instance, plan) ?? createSeatStore(plan)
    const cachedSeats = client.getQueryData(availabilityQuery(instance).queryKey)
    if (cachedSeats) created.load(unpackFor(plan, ownSeats, cachedSeats.seats), cachedSeats.version)
    return created
  })
  const [isStale, setStale] = useState(false)
  const setSeatingVersion = useSeatingFollower(instance)
  useEffect(() => {
    const load = (packedSeats: string, version: number): void => {
      const values = unpackFor(plan, ownSeats, packedSeats)
      if (!store.load(values, version)) store.restart(values, version)
    }
    const apply: SeatStore['apply'] = (changes, version) =>
      store.apply(
        changes.filter(([seat]) => !ownSeats.includes(seat)),
        version,
      )
    // In the next task: the request takes a slow phone 40 ms, which the screen's first frame would wait for.
    let stop: (() => void) | undefined
    const timer = setTimeout(() => {
      stop = watchSeats(instance, { version: store.version, load, apply, setStale, setSeatingVersion }, { origin: apiOrigin })
    })
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [instance, plan, store, ownSeats, setSeatingVersion])
  return { store, isStale }
}

/** One value of `seatAvailability` per seat, for a visitor who is replacing these seats. */
function unpackFor({ seatCount }: Plan, ownSeats: readonly number[], packedSeats: string): Uint8Array {
  const values = unpackAvailability(packedSeats, seatCount)
  for (const seat of ownSeats) values[seat] = seatAvailability.free
  return values
}
