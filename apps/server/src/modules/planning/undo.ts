import { type Kysely, sql, type Transaction } from 'kysely'
import { brokenReferenceOf, type Database, transact } from '#db'
import { type ChangeDependent, type ChangeRow, type ChangeSubject, hasChangedValues, undoneValue } from '@playhouse/domain/change'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { retryClaims } from '#modules/seating'
import { applyChanges, lockCreation, type Planner } from './apply-changes.ts'
import type { PlanningDeps } from './subject.ts'
import { subjectModules, subjectOrder } from './subjects.ts'

/**
 * Undoes a change set: each thing gets the value that it had before. Refused with the list of what was built on it since: later changes of
 * the same things, sold or held seats, rows that refer to a thing that would be removed, and rows that would refer to one that does not exist
 * any more. An undo is a change set, and can be undone.
 * @returns the change set of the undo; `page-not-found` for an unknown id
 */
export async function undoChange(
  { db, ...deps }: PlanningDeps & { readonly db: Kysely<Database> },
  planner: Planner,
  changeSet: string,
  reason: string | undefined,
): Promise<Result<string, Problem>> {
  const undone = retryClaims(() =>
    transact(db, async (trx): Promise<Result<string, Problem>> => {
      await sql`select pg_advisory_xact_lock(hashtextextended('change set ' || ${changeSet}, 0))`.execute(trx)
      // What was removed is created again.
      await lockCreation(trx)
      const rows = await readRows(trx, changeSet)
      if (rows.length === 0) return fail(problem('page-not-found'))
      const wanted = rows.toReversed().map((row) => ({
        ...{ subject: row.subject, id: row.id, version: 'any' as const },
        change: (current: unknown) => undoneValue(row, current ?? null),
      }))
      const applied = await applyChanges(trx, deps, planner, { kind: 'undo', reason, undoes: changeSet }, wanted, {
        check: async (undoRows) => {
          const dependents = await readDependents(trx, deps, changeSet, rows, undoRows)
          return dependents.length > 0 ? problem('change-has-dependents', { dependents }) : undefined
        },
      })
      if (!applied.ok) return applied
      return applied.value.changeSet === null ? fail(problem('page-not-found')) : ok(applied.value.changeSet)
    }),
  )
  return undone.catch((error: unknown) => {
    const table = brokenReferenceOf(error)
    if (table === undefined) throw error
    return fail(problem('change-has-dependents', { dependents: [{ kind: 'reference', id: table, count: 1 }] }))
  })
}

async function readRows(trx: Transaction<Database>, changeSet: string): Promise<ChangeRow[]> {
  return trx
    .selectFrom('change_row')
    .select(['subject', 'subject_id as id', 'before', 'after'])
    .where('change_set_id', '=', changeSet)
    .orderBy('position')
    .execute()
}

/** What was built on a change set. @param undoRows what the undo would change, from the current values */
async function readDependents(
  trx: Transaction<Database>,
  deps: PlanningDeps,
  changeSet: string,
  rows: readonly ChangeRow[],
  undoRows: readonly ChangeRow[],
): Promise<ChangeDependent[]> {
  const current = new Map(undoRows.map(({ subject, id, before }) => [`${subject} ${id}`, before]))
  const changed = rows.filter((row) => {
    const value = current.get(`${row.subject} ${row.id}`)
    return value === undefined || !hasChangedValues(row, value)
  })
  const dependents: ChangeDependent[] = await readLaterChanges(trx, changeSet, changed)
  for (const subject of subjectOrder) {
    const ofSubject = rows.filter((row) => row.subject === subject)
    if (ofSubject.length === 0) continue
    const found = await subjectModules[subject].dependents(trx, ofSubject, deps)
    // A production that is removed with its performances does not depend on them.
    dependents.push(...found.filter((each) => !isRemovedToo(each, subject, rows)))
  }
  return dependents
}

const isRemovedToo = ({ kind, id, count }: ChangeDependent, subject: ChangeSubject, rows: readonly ChangeRow[]): boolean => {
  const removed = createdTogether[id]
  return (
    kind === 'reference' &&
    removed !== undefined &&
    removed !== subject &&
    rows.filter((row) => row.subject === removed && row.before === null).length === count
  )
}

/** Tables whose rows may be created with what they refer to: performances and windows with a production, a price list with a plan, scheduled prices with a list. */
const createdTogether: Readonly<Record<string, ChangeSubject>> = {
  performance: 'performance',
  performance_type: 'performance-type',
  price_list: 'price-list',
  price_schedule: 'price-schedule',
  sale_windows: 'sale-windows',
}

/** Later change sets of things whose value is not the one that the change set gave them. */
async function readLaterChanges(trx: Transaction<Database>, changeSet: string, rows: readonly ChangeRow[]): Promise<ChangeDependent[]> {
  if (rows.length === 0) return []
  const { rows: later } = await sql<{ id: string; count: number }>`
    select c.id, count(*)::int as count from change_row r join change_set c on c.id = r.change_set_id
    where c.seq > (select seq from change_set where id = ${changeSet}::uuid) and (r.subject, r.subject_id) in (
      select subject, id from unnest(${rows.map(({ subject }) => subject)}::text[], ${rows.map(({ id }) => id)}::text[]) as x (subject, id))
    group by c.id, c.seq order by c.seq desc limit 50`.execute(trx)
  if (later.length > 0) return later.map(({ id, count }) => ({ kind: 'change', id, count }))
  // Changed outside of the back office: no change set names it.
  return rows.map(({ id }) => ({ kind: 'reference', id, count: 1 }))
}
