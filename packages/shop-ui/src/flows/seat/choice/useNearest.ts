import { useMemo } from 'react'
import { nearestParty } from '@playhouse/domain/plan'
import type { SeatStore } from '@playhouse/seatmap/store'
import { type House, openHall } from '../model/seating-model.ts'
import type { SeatChoice } from './useChoice.ts'

/** Seats for the whole party side by side, the nearest there are, while a press found no room for them where it fell. */
export function useNearest(
  house: House,
  store: SeatStore,
  { picked, mine, room }: Pick<SeatChoice, 'picked' | 'mine' | 'room'>,
  party: number,
): readonly number[] | undefined {
  return useMemo(() => {
    const at = picked?.how === 'split' || picked?.how === 'fewer' ? picked.seats[0] : undefined
    const size = Math.min(party, room.left)
    // Worked out once a press: a stranger's purchase must not change the offer under somebody's finger.
    return at === undefined || size < 2 ? undefined : nearestParty(openHall(house, store.outlook, mine), at, { size })?.seats
  }, [house, store, picked, mine, room.left, party])
}
