import type { StoredProgrammeCodes } from '@playhouse/domain/programme-codes'
import { readEffectiveBatches, setEffectiveBatches } from '#modules/programme'
import type { SubjectModule } from '../subject.ts'

/** The changes of the codes of a programme that have effect. A change that was undone keeps its codes, so that the undo can be undone. */
export const programmeCodesSubject: SubjectModule = {
  read: async (trx, ids) => new Map([...(await readEffectiveBatches(trx, ids))].map(([id, value]) => [id, { value, version: 1 }])),
  write: async (trx, _deps, rows) => {
    for (const { id, after } of rows) await setEffectiveBatches(trx, id, Object.keys(after as StoredProgrammeCodes))
  },
  remove: async (trx, ids) => {
    for (const id of ids) await setEffectiveBatches(trx, id, [])
  },
  // A session that has opened the programme stays open until it ends.
  dependents: async () => [],
}
