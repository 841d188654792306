import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ProblemCode } from '@playhouse/domain/problem'
import { availabilityQuery, useAddTickets } from '#server-state'
import { type Choice, splitUnavailable } from './choice.ts'
import type { ChoiceNotice, AlternativeSeats } from './notice.ts'

export type Holding = {
  /** Holds the available seats; returns true if all chosen seats are held. */
  readonly add: () => Promise<boolean>
  /** Holds the alternatives for unavailable seats; returns true if they are held. */
  readonly takeAlternative: () => Promise<boolean>
  readonly isAdding: boolean
  /** Whether a hold is pending: its response applies to the current selection, which must not change. */
  readonly isPending: () => boolean
}

type HoldingOptions = {
  readonly choice: () => Choice
  readonly keep: (choice: Choice) => void
  /** Seats to release in the same transaction, only if all others are held. */
  readonly giveBack: readonly string[] | undefined
  readonly notice: ChoiceNotice | undefined
  readonly setNotice: (notice: ChoiceNotice | undefined) => void
}

const noSeats: Choice = []

/** Holds the chosen seats on the server, and sets a notice with the result. */
export function useHolding(instance: string, { choice, keep, giveBack, notice, setNotice }: HoldingOptions): Holding {
  const client = useQueryClient()
  const addTickets = useAddTickets()
  const adding = useRef(false)
  return {
    isAdding: addTickets.isPending,
    isPending: () => adding.current,
    add: async () => {
      const wantedSeats = choice()
      if (adding.current || wantedSeats.length === 0) return false
      adding.current = true
      setNotice(undefined)
      try {
        const result = await addTickets.mutateAsync({
          body: {
            instance,
            seats: wantedSeats.map(({ seat, priceType }) => ({ seat, priceType })),
            ...(giveBack ? { giveBack: [...giveBack] } : { ifTaken: 'keep' as const }),
          },
        })
        if (result.ok && !result.value.lost) {
          keep(noSeats)
          return true
        }
        if (result.ok) {
          const { seats: lostSeats, instead } = result.value.lost!
          keep(noSeats)
          setNotice({
            kind: 'part-held',
            lostSeats,
            heldSeats: wantedSeats.filter(({ seat }) => !lostSeats.includes(seat)),
            alternatives: instead ? alternativeSeats(instead, wantedSeats, lostSeats) : undefined,
          })
          return false
        }
        const unavailable = unavailableSeats(result.error, wantedSeats)
        if (unavailable.length > 0) {
          const splitChoice = splitUnavailable(wantedSeats, (seat) => !unavailable.includes(seat))
          keep(splitChoice.available)
          setNotice({
            kind: 'not-held',
            lostSeats: unavailable,
            keptSeats: splitChoice.available.map(({ seat }) => seat),
            before: wantedSeats,
          })
        } else setNotice({ kind: 'problem', problem: result.error })
        return false
      } finally {
        adding.current = false
        void client.invalidateQueries(availabilityQuery(instance))
      }
    },
    takeAlternative: async () => {
      if (adding.current || notice?.kind !== 'part-held' || !notice.alternatives) return false
      adding.current = true
      try {
        const { take, giveBack: releasedSeats } = notice.alternatives
        const result = await addTickets.mutateAsync({ body: { instance, seats: [...take], giveBack: [...releasedSeats] } })
        setNotice(result.ok ? undefined : { ...notice, alternatives: undefined })
        return result.ok
      } finally {
        adding.current = false
      }
    },
  }
}

type Swaps = { readonly swaps: readonly { readonly from: string; readonly to: string }[]; readonly isTogether: boolean }

/** Converts the server's swaps for unavailable seats, at their former price types. */
function alternativeSeats({ swaps, isTogether }: Swaps, wantedSeats: Choice, lostSeats: readonly string[]): AlternativeSeats {
  return {
    take: swaps.flatMap(({ from, to }) =>
      wantedSeats.filter(({ seat }) => seat === from).map(({ priceType }) => ({ seat: to, priceType })),
    ),
    giveBack: swaps.map(({ from }) => from).filter((seat) => !lostSeats.includes(seat)),
    isTogether,
  }
}

/** Seats of the selection that a problem reports as unavailable. */
function unavailableSeats(problem: { readonly code: ProblemCode; readonly params: unknown }, choice: Choice): string[] {
  const params = problem.params as { readonly seats?: readonly string[]; readonly seat?: string }
  const namedSeats =
    problem.code === 'seats-taken' ? (params.seats ?? []) : problem.code === 'seat-unknown' && params.seat ? [params.seat] : []
  return choice.map(({ seat }) => seat).filter((seat) => namedSeats.includes(seat))
}
