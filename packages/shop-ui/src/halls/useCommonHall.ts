import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { Prices } from '@playhouse/api-client/contract'
import { type HallOccupancy, type Plan, readPlanBytes } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import { seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import { type AvailabilityOnDate, findMissingDates } from '@playhouse/domain/series'
import { commonAvailabilityQuery, planQuery, pricesQuery, ProblemError } from '#server-state'
import { createDatePrices, type DatePrices } from './date-prices.ts'

/** How often the seats that are free on all dates are read again, in milliseconds. */
const refreshMs = 20_000

type Listener = { readonly onReload: () => void }

/** The hall of some performances with the seats that are free in all of them. */
export type CommonHall = {
  readonly plan: Plan
  /** The prices of each date, in the order of the dates. */
  readonly onDates: readonly DatePrices[]
  /** Those of the first date, as the API returns them. */
  readonly prices: Prices
  readonly isFree: (seat: number) => boolean
  /** The seats that can be chosen on each date, for the orphan rule. Reads the bands of every seat. */
  readonly readOccupancies: () => HallOccupancy[]
  /** Ids of the performances for which a seat is not free. */
  readonly missingDates: (seat: number) => string[]
  /** For the map: the seats as a whole, then notified when they were read again. */
  readonly live: { readonly read: () => Uint8Array; readonly version: () => number; readonly listen: (listener: Listener) => () => void }
}

/** Loads the hall of some dates, their prices, and the seats that are free on all of them. @param soldBands bands whose seats are sold; every band if empty */
export function useCommonHall(
  dates: readonly string[],
  soldBands: readonly string[],
): { readonly hall: CommonHall | undefined; readonly error: ProblemError | undefined; readonly reload: () => Promise<unknown> } {
  const availability = useQuery({ ...commonAvailabilityQuery(dates), enabled: dates.length > 0, refetchInterval: refreshMs })
  const { hall = '', planVersion = '' } = availability.data ?? {}
  const plan = useQuery({ ...planQuery(hall, planVersion), select: readPlanBytes, enabled: hall !== '' })
  const prices = useQueries({
    queries: dates.map(pricesQuery),
    combine: (results) => ({
      all: results.every(({ data }) => data) ? results.map(({ data }) => data!) : undefined,
      error: results.find(({ error }) => error)?.error,
    }),
  })
  const versions = useRef(0)
  const listeners = useRef(new Set<Listener>())
  const priced = useMemo(
    () => (plan.data && prices.all ? { plan: plan.data, onDates: prices.all.map((each) => createDatePrices(plan.data, each)) } : undefined),
    [plan.data, prices.all],
  )
  const seats = availability.data
  const current = useRef<Uint8Array>(new Uint8Array())
  const loaded = useMemo((): CommonHall | undefined => {
    if (!priced || !seats) return undefined
    const { seatCount } = priced.plan
    const availabilityOnDates = seats.performances.map(({ instance, seats: packed }): AvailabilityOnDate => ({
      instance,
      seats: unpackAvailability(packed, seatCount),
    }))
    const all = unpackAvailability(seats.seats, seatCount)
    const isSold = (seat: number): boolean =>
      priced.onDates.every(({ bandAt, choicesAt }) => {
        const band = bandAt(seat)
        return band !== undefined && choicesAt(seat).length > 0 && (soldBands.length === 0 || soldBands.includes(band))
      })
    for (let seat = 0; seat < seatCount; seat++) if (!isSold(seat)) all[seat] = seatAvailability.taken
    current.current = all
    return {
      ...priced,
      prices: prices.all![0]!,
      isFree: (seat) => all[seat] === seatAvailability.free,
      readOccupancies: () =>
        availabilityOnDates.map(({ seats: onDate }, nth): HallOccupancy => {
          const { bandAt } = priced.onDates[nth]!
          return {
            plan: priced.plan,
            isOpen: (seat) => onDate[seat] === seatAvailability.free && isSold(seat),
            bandOf: Array.from({ length: seatCount }, (_, seat) => bands.indexOf(bandAt(seat) ?? 'standing')),
          }
        }),
      missingDates: (seat) => findMissingDates(availabilityOnDates, seat),
      live: {
        read: () => current.current.slice(),
        version: () => ++versions.current,
        listen: (listener) => {
          listeners.current.add(listener)
          return () => void listeners.current.delete(listener)
        },
      },
    }
  }, [priced, seats, soldBands, prices.all])
  // The map keeps its listener: only the seats change.
  const first = useRef<CommonHall['live']>(undefined)
  if (loaded) first.current ??= loaded.live
  useEffect(() => {
    for (const { onReload } of listeners.current) onReload()
  }, [loaded])
  const error = [availability.error, plan.error, prices.error].find((each) => each instanceof ProblemError)
  return { hall: loaded && { ...loaded, live: first.current! }, error, reload: availability.refetch }
}
