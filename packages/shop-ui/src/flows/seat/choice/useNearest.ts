import { useMemo } from 'react'
import { nearestParty } from '@playhouse/domain/plan'
import type { SeatChoice } from './useChoice.ts'

/** The nearest seats for the whole party side by side, when the last press found too few. */
export function useNearest(
  { lastPick, occupancy, capacity }: Pick<SeatChoice, 'lastPick' | 'occupancy' | 'capacity'>,
  party: number,
): readonly number[] | undefined {
  return useMemo(() => {
    const at = lastPick?.how === 'split' || lastPick?.how === 'fewer' ? lastPick.seats[0] : undefined
    const size = Math.min(party, capacity.remaining)
    // Computed once per press: another visitor's purchase must not change the button under the pointer.
    return at === undefined || size < 2 ? undefined : nearestParty(occupancy(), at, { size })?.seats
  }, [lastPick, occupancy, capacity.remaining, party])
}
