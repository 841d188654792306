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
    [by, reason, ...rows.map((row) => `${row.id} ${JSON.stringify(storedNameOf({ changes, things }, row))}`)].join(' ')
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
      undoesKind: changes.find((each) => each.id === change.undoes)?.kind ?? null,
      undoneBy: changes.find(({ undoes }) => undoes === change.id)?.id ?? null,
      rows: rows.map((row) => ({
        ...describeMockRow(row),
        ...{ name: nameOfChanged(storedNameOf({ changes, things }, row), language), startsAt: startOf({ changes, things }, row) },
      })),
    })),
    hasMore: matching.length > pageLength,
  }
}

/** The name that the thing of a row has now, or had when it was removed: of a performance or its sale, that of its production. A text, or one per language. */
function storedNameOf(programme: Pick<PlannedProgramme, 'changes' | 'things'>, { subject, id }: ChangeRow): unknown {
  const fieldOf = (of: Subject, thing: string, field: string): unknown => readField(programme, of, thing, field)
  const idIn = (of: Subject, field: string): string => String(fieldOf(of, id, field) ?? '')
  if (subject === 'production' || subject === 'sale-windows') return fieldOf('production', id, 'title')
  if (subject === 'performance' || subject === 'seat-locks') return fieldOf('production', idIn('performance', 'production'), 'title')
  if (subject === 'price-schedule') return fieldOf('price-list', idIn('price-schedule', 'priceList'), 'name')
  if (subject === 'price-list' || subject === 'performance-type' || subject === 'hall-plan') return fieldOf(subject, id, 'name')
  const kind = recordKinds.find((each) => each === subject)
  return kind && fieldOf(kind, id, 'name')
}

/** The start of a performance that a row or its locks are about. */
function startOf(programme: Pick<PlannedProgramme, 'changes' | 'things'>, { subject, id }: ChangeRow): string | null {
  const startsAt = subject === 'performance' || subject === 'seat-locks' ? readField(programme, 'performance', id, 'startsAt') : null
  return typeof startsAt === 'string' ? startsAt : null
}

type Subject = keyof PlannedProgramme['things']

/** A current field of a thing, or its last one before it was removed. */
const readField = (
  { changes, things }: Pick<PlannedProgramme, 'changes' | 'things'>,
  subject: Subject,
  id: string,
  field: string,
): unknown =>
  (things[subject].get(id)?.value as Readonly<Record<string, unknown>> | undefined)?.[field] ?? lastOf({ changes }, subject, id, field)

/** A field of a thing as the last change row that has it. */
function lastOf({ changes }: Pick<PlannedProgramme, 'changes'>, subject: ChangeRow['subject'], id: string, field: string): unknown {
  const rows = changes.toReversed().flatMap((change) => change.rows.filter((row) => row.subject === subject && row.id === id))
  const valueIn = (value: unknown): unknown => (value as Readonly<Record<string, unknown>> | null)?.[field]
  return rows.map(({ before, after }) => valueIn(after) ?? valueIn(before)).find((value) => value !== undefined)
}

/** A row of a change set as its fields. */
export const describeMockRow = ({ subject, id, before, after }: ChangeRow): Omit<ChangeSet['rows'][number], 'name' | 'startsAt'> => ({
  ...{ subject, id },
  effect: before === null ? 'created' : after === null ? 'removed' : 'changed',
  fields: subject === 'seat-locks' ? lockFields(before as StoredLocks, after as StoredLocks) : changedFields(before, after),
})
