import { countLinkedCards, readCardBatches, setEffectiveCardBatches } from '#modules/subscription'
import type { ChangeRow } from '@playhouse/domain/change'
import type { StoredCardBatches } from '@playhouse/domain/card-batch'
import type { SubjectModule } from './subject.ts'

/**
 * The changes of the cards of a flexible subscription that have effect. A change that was undone keeps its cards, so that the undo can be undone.
 * Cards that were issued stay once one of them is linked.
 */
export const cardBatchesSubject: SubjectModule = {
  read: async (trx, ids) => new Map([...(await readCardBatches(trx, ids))].map(([id, value]) => [id, { value, version: 1 }])),
  write: async (trx, _deps, rows) => {
    for (const { id, after } of rows) await setEffectiveCardBatches(trx, id, Object.keys(after as StoredCardBatches))
  },
  remove: async (trx, ids) => {
    for (const id of ids) await setEffectiveCardBatches(trx, id, [])
  },
  dependents: async (trx, rows) => {
    const count = await countLinkedCards(trx, rows.flatMap(issuedBatches))
    return count > 0 ? [{ kind: 'reference', id: 'subscription_card', count }] : []
  },
}

/** The batches of new cards that a change gave effect. */
const issuedBatches = ({ before, after }: ChangeRow): string[] =>
  Object.entries((after ?? {}) as StoredCardBatches).flatMap(([batch, cards]) =>
    'issued' in cards && !(batch in ((before ?? {}) as StoredCardBatches)) ? [batch] : [],
  )
