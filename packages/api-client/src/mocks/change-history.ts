import { changedFields, type ChangeRow } from '@playhouse/domain/change'
import { hasWords, nameOfChanged } from '@playhouse/domain/change-search'
import { recordKinds } from '@playhouse/domain/record-kind'
import { lockFields, type StoredLocks } from '@playhouse/domain/seat-lock'
import type { ChangeSet, QueryOf } from '#contract'
import type { Contract } from './mock-handler.ts'
import type { MockChange, PlannedProgramme } from './planned-programme.ts'

const pageLength = 50

/** Lists change sets as the server does, the newest first. @param language of the theatre, for names that have several */
export function listMockChanges(
  { changes, things }: Pick<PlannedProgramme, 'changes' | 'things'>,
  language: string,
  { subject, id, kind, find = '', before }: QueryOf<Contract['planning']['changes']>,
) {
  const textOf = ({ by, reason, rows }: MockChange): string =>
    [by, reason, ...rows.map((row) => `${row.id} ${JSON.stringify(storedNameOf(things, row))}`)].join(' ')
  const end = before === undefined ? changes.length : changes.findIndex((change) => change.id === before)
  const matching = changes
    .slice(0, Math.max(0, end))
    .toReversed()
    .filter(
      (change) =>
        (kind ?? change.kind) === change.kind &&
        change.rows.some((row) => (subject ?? row.subject) === row.subject && (id ?? row.id) === row.id) &&
        hasWords(textOf(change), find),
    )
  return {
    changes: matching.slice(0, pageLength).map(({ rows, ...change }): ChangeSet => ({
      ...change,
      undoneBy: changes.find(({ undoes }) => undoes === change.id)?.id ?? null,
      rows: rows.map((row) => ({ ...describeMockRow(row), name: nameOfChanged(storedNameOf(things, row), language) })),
    })),
    hasMore: matching.length > pageLength,
  }
}

/** The name that the thing of a row has now: of a performance or its sale, that of its production. A text, or one per language. */
function storedNameOf(things: PlannedProgramme['things'], { subject, id }: ChangeRow): unknown {
  if (subject === 'production' || subject === 'sale-windows') return things.production.get(id)?.value.title
  if (subject === 'performance' || subject === 'seat-locks')
    return things.production.get(things.performance.get(id)?.value.production ?? '')?.value.title
  if (subject === 'price-schedule') return things['price-list'].get(things['price-schedule'].get(id)?.value.priceList ?? '')?.value.name
  if (subject === 'price-list' || subject === 'performance-type') return things[subject].get(id)?.value.name
  const kind = recordKinds.find((each) => each === subject)
  return kind && (things[kind].get(id)?.value as { readonly name?: unknown } | undefined)?.name
}

/** A row of a change set as its fields. */
export const describeMockRow = ({ subject, id, before, after }: ChangeRow): Omit<ChangeSet['rows'][number], 'name'> => ({
  ...{ subject, id },
  effect: before === null ? 'created' : after === null ? 'removed' : 'changed',
  fields: subject === 'seat-locks' ? lockFields(before as StoredLocks, after as StoredLocks) : changedFields(before, after),
})
