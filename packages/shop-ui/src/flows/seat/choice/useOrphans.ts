import { useMemo, useSyncExternalStore } from 'react'
import { judgeOrphans, type OrphanVerdict } from '@playhouse/domain/plan'
import type { SeatStore } from '@playhouse/seatmap/store'
import { useBrand } from '#server-state'
import type { SeatingModel } from '../model/seating-model.ts'
import type { SeatChoice } from './useChoice.ts'

const fine: OrphanVerdict = { orphans: [], better: undefined, isRefused: false }

/**
 * Applies the brand's orphan rule to the selection. Not while a party is incomplete, nor in halls with seat blocks, which the
 * theatre has laid out.
 */
export function useOrphans(
  model: SeatingModel,
  store: SeatStore,
  { selection, occupancy }: Pick<SeatChoice, 'selection' | 'occupancy'>,
  party: number,
): OrphanVerdict {
  const { seating } = useBrand()
  const revision = useSyncExternalStore(store.subscribe, store.revision)
  return useMemo(() => {
    if (model.blocks || selection.length < party) return fine
    return judgeOrphans(seating.orphans, occupancy(), selection)
    // The store's availability is one mutable array; its revision changes with it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [model, seating, selection, occupancy, party, revision])
}
