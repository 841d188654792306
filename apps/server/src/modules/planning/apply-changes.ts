import { type Kysely, sql, type Transaction } from 'kysely'
import { type Actor, auditBy, type Database, newId } from '#db'
import { type ChangeKind, type ChangeRow, type ChangeSubject, changedValues, isSameValue } from '@playhouse/domain/change'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { PlanningDeps, Stored } from './subject.ts'
import { subjectModules, subjectOrder } from './subjects.ts'

/** The staff user who makes a change; null for the operator of a command line. */
export type Planner = { readonly staff: string | null; readonly actor: Actor }

/** What a change set is, besides its rows. */
export type ChangeIntent = {
  readonly kind: ChangeKind
  readonly reason?: string | undefined
  /** The change set that it undoes. */
  readonly undoes?: string
}

/** A wanted value of one thing; null removes it. */
export type WantedChange = {
  readonly subject: ChangeSubject
  readonly id: string
  /** The version that the staff user read; `new` where it must not exist; `any` to change what is there. */
  readonly version: number | 'new' | 'any'
  /** @param current undefined where it does not exist */
  readonly change: (current: unknown) => unknown
}

type ApplyProblem = Problem<'changed-meanwhile' | 'id-taken' | 'page-not-found'>
/** The rows that changed, and the change set; null where nothing changed, or in a preview. */
export type AppliedChanges = { readonly rows: readonly ChangeRow[]; readonly changeSet: string | null }

/**
 * Changes things in one transaction with the change set that records it. Returns a problem before anything is written.
 * @param check returns a problem of a row, which refuses the whole change set
 * @param isPreview true: everything is computed and checked, and nothing written
 */
export async function applyChanges(
  trx: Transaction<Database>,
  deps: PlanningDeps,
  planner: Planner,
  intent: ChangeIntent,
  wanted: readonly WantedChange[],
  {
    check,
    isPreview = false,
  }: { readonly check?: (rows: readonly ChangeRow[]) => Promise<Problem | undefined>; readonly isPreview?: boolean } = {},
): Promise<Result<AppliedChanges, Problem>> {
  const rows = await findChangedRows(trx, deps, wanted)
  if (!rows.ok) return rows
  const refusal = await check?.(rows.value)
  if (refusal) return fail(refusal)
  if (rows.value.length === 0 || isPreview) return ok({ rows: rows.value, changeSet: null })
  await writeRows(trx, deps, rows.value)
  return ok({ rows: rows.value, changeSet: await recordChangeSet(trx, planner, intent, rows.value) })
}

/** Locks the things of wanted changes, and returns those that would differ. Writes nothing. */
export async function findChangedRows(
  trx: Transaction<Database>,
  deps: PlanningDeps,
  wanted: readonly WantedChange[],
): Promise<Result<readonly ChangeRow[], ApplyProblem>> {
  if (wanted.some(({ version }) => version === 'new')) await lockCreation(trx)
  const current = await readCurrent(trx, deps, wanted)
  const rows: ChangeRow[] = []
  for (const { subject, id, version, change } of wanted) {
    const stored = current.get(keyOf(subject, id))
    const refusal = await versionProblem(trx, { subject, id, version }, stored)
    if (refusal) return fail(refusal)
    const row = { subject, id, before: stored?.value ?? null, after: change(stored?.value) ?? null }
    if (!isSameValue(row.before, row.after)) rows.push(row)
  }
  return ok(rows)
}

/**
 * Waits for other changes that create something, until the transaction ends: of two that create the same thing, the second one then reads
 * it. Taken before any row is locked.
 */
export async function lockCreation(trx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('create what is planned', 0))`.execute(trx)
}

const keyOf = (subject: ChangeSubject, id: string): string => `${subject} ${id}`

async function readCurrent(trx: Transaction<Database>, deps: PlanningDeps, wanted: readonly WantedChange[]): Promise<Map<string, Stored>> {
  const current = new Map<string, Stored>()
  for (const subject of subjectOrder) {
    const ids = wanted.filter((each) => each.subject === subject).map(({ id }) => id)
    if (ids.length === 0) continue
    for (const [id, stored] of await subjectModules[subject].read(trx, ids, deps)) current.set(keyOf(subject, id), stored)
  }
  return current
}

async function versionProblem(
  trx: Transaction<Database>,
  { subject, id, version }: Pick<WantedChange, 'subject' | 'id' | 'version'>,
  stored: Stored | undefined,
): Promise<ApplyProblem | undefined> {
  if (version === 'any') return undefined
  if (version === 'new') return stored ? problem('id-taken', { id }) : undefined
  if (!stored) return problem('page-not-found')
  if (stored.version === version) return undefined
  return problem('changed-meanwhile', { version: stored.version, by: await lastChanger(trx, subject, id) })
}

/** The name of the staff user, or of the process, that changed a thing last; empty where no change set names it. */
export async function lastChanger(db: Kysely<Database>, subject: ChangeSubject, id: string): Promise<string> {
  const row = await db
    .selectFrom('change_row as r')
    .innerJoin('change_set as c', 'c.id', 'r.change_set_id')
    .leftJoin('staff as s', 's.id', 'c.staff_id')
    .select((eb) => eb.fn.coalesce('s.name', 'c.actor').as('name'))
    .where('r.subject', '=', subject)
    .where('r.subject_id', '=', id)
    .orderBy('c.seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.name ?? ''
}

/** Writes changed rows: a thing after those that it refers to, and removes it before them. Without the change set that records them. */
export async function writeRows(trx: Transaction<Database>, deps: PlanningDeps, rows: readonly ChangeRow[]): Promise<void> {
  const ofSubject = (subject: ChangeSubject) => rows.filter((row) => row.subject === subject)
  for (const subject of subjectOrder) {
    const written = ofSubject(subject).filter(({ after }) => after !== null)
    if (written.length > 0) await subjectModules[subject].write(trx, deps, written)
  }
  await removeRows(trx, rows)
}

/** Removes the things of rows whose `after` is null. */
export async function removeRows(trx: Transaction<Database>, rows: readonly ChangeRow[]): Promise<void> {
  for (const subject of subjectOrder.toReversed()) {
    const removed = rows.filter((row) => row.subject === subject && row.after === null)
    if (removed.length > 0)
      await subjectModules[subject].remove(
        trx,
        removed.map(({ id }) => id),
      )
  }
}

/** Records changed rows as one change set. Returns its id. */
export async function recordChangeSet(
  trx: Transaction<Database>,
  { staff, actor }: Planner,
  { kind, reason, undoes }: ChangeIntent,
  rows: readonly ChangeRow[],
): Promise<string> {
  const id = newId()
  await trx
    .insertInto('change_set')
    .values({
      id,
      staff_id: staff,
      actor: actor.name,
      request_id: actor.requestId ?? null,
      kind,
      reason: reason ?? null,
      undoes: undoes ?? null,
    })
    .execute()
  const values = rows.map(changedValues)
  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))
  await sql`
    insert into change_row (change_set_id, position, subject, subject_id, before, after)
    select ${id}::uuid, (nth - 1)::int, subject, subject_id, before, after
    from unnest(${rows.map(({ subject }) => subject)}::text[], ${rows.map((row) => row.id)}::text[],
      ${values.map(({ before }) => json(before))}::jsonb[], ${values.map(({ after }) => json(after))}::jsonb[])
      with ordinality as each (subject, subject_id, before, after, nth)`.execute(trx)
  await auditBy(trx, actor, { subject: 'change-set', subjectId: id, verb: kind, detail: { rows: rows.length } })
  return id
}
