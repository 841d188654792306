import { useCallback, useRef, useSyncExternalStore } from 'react'
import { judgeOrphans } from '@playhouse/domain/plan'
import type { SeatStore } from '@playhouse/seatmap/store'
import { useBrand } from '#server-state'
import type { SeatingModel } from '../model/seating-model.ts'
import type { VisitorSeats } from '../model/visitor-seats.ts'
import { findSubstitute, type Substitute } from './substitute.ts'
import type { ChoiceNotice } from './notice.ts'
import type { PickOptions } from './useChoice.ts'

/** Substitutes for the lost seats of a notice, while there are any. Updated as other visitors take seats; re-renders only on a change. */
export function useSubstitute(
  notice: ChoiceNotice | undefined,
  model: SeatingModel,
  store: SeatStore,
  occupancy: VisitorSeats['occupancy'],
  accepts: PickOptions['accepts'],
): Substitute | undefined {
  const { seating } = useBrand()
  const last = useRef<{ readonly of: readonly unknown[]; readonly substitute: Substitute | undefined }>(undefined)
  const look = useCallback((): Substitute | undefined => {
    if (notice?.kind !== 'lost' && notice?.kind !== 'not-held') return undefined
    const of = [notice, occupancy, accepts, store.revision()]
    if (last.current && of.every((one, i) => one === last.current!.of[i])) return last.current.substitute
    const lostSeats = notice.kind === 'lost' ? notice.seats : notice.lostSeats
    const hall = occupancy(accepts)
    const isAllowed = (seats: readonly number[]): boolean =>
      model.blocks !== undefined || !judgeOrphans(seating.orphans, hall, seats).isRefused
    const newSubstitute = findSubstitute(notice.before, lostSeats, model, hall, isAllowed)
    const isSame = last.current?.of[0] === notice && String(newSubstitute?.seats) === String(last.current.substitute?.seats)
    last.current = { of, substitute: isSame ? last.current?.substitute : newSubstitute }
    return last.current.substitute
  }, [notice, model, store, occupancy, accepts, seating])
  return useSyncExternalStore(store.subscribe, look)
}
