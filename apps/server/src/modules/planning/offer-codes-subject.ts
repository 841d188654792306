import { countUsedCodes, lockBasketsWith, readSingleUseBatches, setEffectiveSingleUseBatches } from '#modules/promo'
import type { ChangeRow } from '@playhouse/domain/change'
import type { StoredSingleUseCodes } from '@playhouse/domain/single-use-codes'
import type { SubjectModule } from './subject.ts'

/**
 * The changes of the single-use codes of an offer that have effect. A change that was undone keeps its codes, so that the undo can be undone. Codes
 * that were added stay once one of them is used.
 */
export const offerCodesSubject: SubjectModule = {
  read: async (trx, ids) => {
    await lockBasketsWith(trx, ids)
    return new Map([...(await readSingleUseBatches(trx, ids))].map(([id, value]) => [id, { value, version: 1 }]))
  },
  write: async (trx, _deps, rows) => {
    for (const { id, after } of rows) await setEffectiveSingleUseBatches(trx, id, Object.keys(after as StoredSingleUseCodes))
  },
  remove: async (trx, ids) => {
    for (const id of ids) await setEffectiveSingleUseBatches(trx, id, [])
  },
  dependents: async (trx, rows) => {
    const count = await countUsedCodes(trx, rows.flatMap(addedBatches))
    return count > 0 ? [{ kind: 'reference', id: 'single_use_code', count }] : []
  },
}

/** The batches of new codes that a change gave effect. */
const addedBatches = ({ before, after }: ChangeRow): string[] =>
  Object.entries((after ?? {}) as StoredSingleUseCodes).flatMap(([batch, codes]) =>
    'added' in codes && !(batch in ((before ?? {}) as StoredSingleUseCodes)) ? [batch] : [],
  )
