import { type Kysely, sql, type Transaction } from 'kysely'
import { type BrokenReference, brokenReferenceOf, type Database, readReferencedTable, transact } from '#db'
import { type ChangeDependent, type ChangeRow, type ChangeSubject, hasChangedValues, undoneValue } from '@playhouse/domain/change'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { retryClaims } from '#modules/seating'
import { findChangedRows, lockCreation, type Planner, recordChangeSet, removeRows, writeRows } from './apply-changes.ts'
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
      const found = await findChangedRows(trx, deps, wanted)
      if (!found.ok) return found
      const undoRows = found.value
      const dependents = await readDependents(trx, deps, changeSet, rows, undoRows)
      if (dependents.length === 0) {
        const written = undoRows.filter(({ after }) => after !== null)
        await writeRows(trx, deps, written).catch((error: unknown) => throwMissing(error))
      }
      await removeCreated(trx, deps, { rows, undoRows }, dependents)
      if (dependents.length > 0) throw new HasDependents(dependents)
      if (undoRows.length === 0) return fail(problem('page-not-found'))
      return ok(await recordChangeSet(trx, planner, { kind: 'undo', reason, undoes: changeSet }, undoRows))
    }),
  )
  const refuse = (dependents: ChangeDependent[]) => fail(problem('change-has-dependents', { dependents }))
  return undone.catch(async (error: unknown) => {
    if (error instanceof HasDependents) return refuse(error.dependents)
    if (error instanceof RefersToMissing) return refuse([{ kind: 'missing', id: await readReferencedTable(db, error.reference), count: 1 }])
    const reference = brokenReferenceOf(error)
    if (!reference) throw error
    return refuse([{ kind: 'reference', id: reference.table, count: 1 }])
  })
}

/** Ends an undo that would write a reference to something that does not exist any more. @throws every other error unchanged */
function throwMissing(error: unknown): never {
  const reference = brokenReferenceOf(error)
  throw reference ? new RefersToMissing(reference) : error
}

class RefersToMissing extends Error {
  readonly reference: BrokenReference
  constructor(reference: BrokenReference) {
    super('the undo refers to something that does not exist')
    this.reference = reference
  }
}

/** Ends the transaction of an undo that is refused, without effect. */
class HasDependents extends Error {
  readonly dependents: ChangeDependent[]
  constructor(dependents: ChangeDependent[]) {
    super('something is built on the change')
    this.dependents = dependents
  }
}

/**
 * Removes what a change set created, a thing before those that it refers to: so it does not depend on others that were created with it.
 * @param dependents what was built on the change set; more is added. With any of it, nothing is removed
 */
async function removeCreated(
  trx: Transaction<Database>,
  deps: PlanningDeps,
  { rows, undoRows }: { readonly rows: readonly ChangeRow[]; readonly undoRows: readonly ChangeRow[] },
  dependents: ChangeDependent[],
): Promise<void> {
  for (const subject of subjectOrder.toReversed()) {
    const created = rows.filter((row) => row.subject === subject && row.before === null)
    if (created.length === 0) continue
    const found = await subjectModules[subject].dependents(trx, created, deps)
    dependents.push(...found.filter((each) => !isCreatedToo(each, subject, rows)))
    if (dependents.length === 0)
      await removeRows(
        trx,
        undoRows.filter((row) => row.subject === subject),
      )
  }
}

async function readRows(trx: Transaction<Database>, changeSet: string): Promise<ChangeRow[]> {
  return trx
    .selectFrom('change_row')
    .select(['subject', 'subject_id as id', 'before', 'after'])
    .where('change_set_id', '=', changeSet)
    .orderBy('position')
    .execute()
}

/**
 * What was built on the things that a change set changed. Those that it created follow in `removeCreated`.
 * @param undoRows what the undo would change, from the current values
 */
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
    const ofSubject = rows.filter((row) => row.subject === subject && row.before !== null)
    if (ofSubject.length > 0) dependents.push(...(await subjectModules[subject].dependents(trx, ofSubject, deps)))
  }
  return dependents
}

/** Whether a dependent of something that was created was created with it: a list of what is built on a change does not have it. */
const isCreatedToo = ({ kind, id, count }: ChangeDependent, subject: ChangeSubject, rows: readonly ChangeRow[]): boolean => {
  const created = createdTogether[id]
  return (
    kind === 'reference' &&
    created !== undefined &&
    created !== subject &&
    rows.filter((row) => row.subject === created && row.before === null).length === count
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
