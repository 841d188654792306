import type { Transaction } from 'kysely'
import type { PlannedRunPerformance } from '@playhouse/api-client/contract'
import { type Database, transact } from '#db'
import type { ChangeRow } from '@playhouse/domain/change'
import { clashOfMoved, hallUseOf } from '@playhouse/domain/hall-clash'
import { performanceIdAt } from '@playhouse/domain/performance-id'
import {
  changePerformance,
  movesPublished,
  type PerformanceChange,
  type PerformancePlan,
  performanceEditProblem,
  type RunDefaults,
  type StoredPerformance,
} from '@playhouse/domain/performance-plan'
import { performancesOfRun, planRun, type RunPattern } from '@playhouse/domain/performance-run'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type AppliedChanges, applyChanges, lockCreation, type Planner } from './apply-changes.ts'
import { type EditDeps, listPerformanceTypes } from './edit-production.ts'
import { readHallUses } from './read-planning.ts'
import { readClaims, readSoldPerformances } from './references.ts'

type Reason = { readonly reason?: string | undefined }

/** Adds a performance to a production as a draft. */
export async function addPerformance(
  { db, ...deps }: EditDeps,
  planner: Planner,
  performance: PerformancePlan,
  { reason }: Reason,
): Promise<Result<AppliedChanges, Problem>> {
  const unknown = await unknownReferences({ db, ...deps }, performance)
  if (unknown) return fail(unknown)
  return transact(db, (trx) =>
    applyChanges(
      trx,
      deps,
      planner,
      { kind: 'create-performances', reason },
      [
        {
          subject: 'performance',
          id: performance.id,
          version: 'new',
          change: (): StoredPerformance => ({ ...performance, state: 'draft' }),
        },
      ],
      { check: (rows) => checkRows(trx, rows) },
    ),
  )
}

/** A change of performances: the ids with the versions that were read, and the fields that change on all. */
export type BulkEdit = Reason & {
  readonly performances: readonly { readonly id: string; readonly version: number }[]
  readonly change: PerformanceChange
  readonly isPreview: boolean
}

/** Changes fields of performances, all or none. A preview checks and computes the same, and writes nothing. */
export async function editPerformances(
  { db, ...deps }: EditDeps,
  planner: Planner,
  { performances, change, isPreview, reason }: BulkEdit,
): Promise<Result<AppliedChanges, Problem>> {
  const unknown = await unknownReferences({ db, ...deps }, change)
  if (unknown) return fail(unknown)
  const wanted = performances
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, version }) => ({
      ...{ subject: 'performance' as const, id, version },
      change: (current: unknown): StoredPerformance => changePerformance(current as StoredPerformance, change),
    }))
  return transact(db, (trx) =>
    applyChanges(trx, deps, planner, { kind: 'edit-performances', reason }, wanted, { isPreview, check: (rows) => checkRows(trx, rows) }),
  )
}

/** The problem of the first row that may not change so. */
async function checkRows(trx: Transaction<Database>, rows: readonly ChangeRow[]): Promise<Problem | undefined> {
  const ids = rows.map(({ id }) => id)
  const [claims, sold] = [await readClaims(trx, ids), await readSoldPerformances(trx, ids)]
  for (const { id, before, after } of rows) {
    const refusal = performanceEditProblem((before ?? undefined) as StoredPerformance | undefined, after as StoredPerformance, {
      hasSeats: claims.has(id),
      hasCustomers: sold.has(id),
    })
    if (refusal) return refusal
  }
  return clashProblem(
    trx,
    rows.filter(movesPublished).map(({ after }) => after as StoredPerformance),
  )
}

/** The problem of published performances that would have a hall at the same time as another one. */
async function clashProblem(trx: Transaction<Database>, moved: readonly StoredPerformance[]): Promise<Problem | undefined> {
  if (moved.length === 0) return undefined
  const halls = [...new Set(moved.map(({ hall }) => hall))]
  // Two changes at once must not use a hall at the same time.
  await trx.selectFrom('hall_plan').select('hall').where('hall', 'in', halls).orderBy('hall').orderBy('version').forNoKeyUpdate().execute()
  const productions = await trx
    .selectFrom('production')
    .select(['id', 'data'])
    .where('id', 'in', [...new Set(moved.map(({ production }) => production))])
    .execute()
  const productionById = new Map(productions.map(({ id, data }) => [id, data]))
  const clash = clashOfMoved(
    moved.map((performance) => hallUseOf(performance, productionById.get(performance.production)!)),
    await readHallUses(trx, halls),
  )
  return clash && problem('hall-in-use', { instance: clash.id, other: clash.other.id, title: clash.other.title })
}

/** `invalid-input` with the fields that name a plan, a price list, a type or a programme that does not exist. */
async function unknownReferences(
  { db, catalogue }: EditDeps,
  change: Pick<PerformanceChange, 'hall' | 'planVersion' | 'priceList' | 'type' | 'programme'>,
): Promise<Problem | undefined> {
  const { hall, planVersion, priceList, type, programme } = change
  const has = async (table: 'price_list' | 'performance_type' | 'programme', id: string): Promise<boolean> =>
    (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  const fields: string[] = []
  const hasPlan = async (): Promise<boolean> =>
    (await db
      .selectFrom('hall_plan')
      .select('hall')
      .where('hall', '=', hall!)
      .where('version', '=', planVersion!)
      .where('removed_at', 'is', null)
      .executeTakeFirst()) !== undefined && (await catalogue.hall(hall!, planVersion!)) !== undefined
  // A plan belongs to a hall: both change together.
  if ((hall === undefined) !== (planVersion === undefined) || (hall !== undefined && !(await hasPlan()))) fields.push('planVersion')
  if (priceList !== undefined && !(await has('price_list', priceList))) fields.push('priceList')
  if (typeof type === 'string' && !(await has('performance_type', type))) fields.push('type')
  if (typeof programme === 'string' && !(await has('programme', programme))) fields.push('programme')
  return fields.length > 0 ? problem('invalid-input', { fields }) : undefined
}

/** A run: pattern, what its performances have in common, and the times that are not wanted. */
export type RunRequest = Reason & {
  readonly pattern: RunPattern
  readonly defaults: RunDefaults
  readonly skip: readonly string[]
  readonly isPreview: boolean
}
/** The performances of a run, those with a fault included, and the change set that made the others. */
export type PlannedRun = { readonly performances: PlannedRunPerformance[]; readonly changeSet: string | null }

/** Adds the performances of a pattern as drafts, or previews them. Those with a fault, and those to skip, are not made. */
export async function addRun(
  { db, ...deps }: EditDeps,
  planner: Planner,
  production: string,
  { pattern, defaults, skip, isPreview, reason }: RunRequest,
): Promise<Result<PlannedRun, Problem>> {
  const unknown = await unknownReferences({ db, ...deps }, defaults)
  if (unknown) return fail(unknown)
  const run = performancesOfRun(pattern)
  if (!run) return fail(problem('invalid-input', { fields: ['pattern'] }))
  const types = new Map((await listPerformanceTypes(db)).map((type) => [type.id, type]))
  if (pattern.rules.some(({ type }) => type !== null && !types.has(type)))
    return fail(problem('invalid-input', { fields: ['pattern.rules'] }))
  return transact(db, async (trx): Promise<Result<PlannedRun, Problem>> => {
    const owner = await trx.selectFrom('production').select('data').where('id', '=', production).executeTakeFirst()
    if (!owner) return fail(problem('event-unavailable'))
    await lockCreation(trx)
    // Two runs at once must not use a hall at the same time.
    await trx.selectFrom('hall_plan').select('hall').where('hall', '=', defaults.hall).forNoKeyUpdate().execute()
    const hallUses = await readHallUses(trx, [defaults.hall])
    const ids = run.map(({ startsAt }) => performanceIdAt(production, startsAt))
    const existing = await trx
      .selectFrom('performance')
      .select('id')
      .where('id', 'in', ids.length > 0 ? ids : [''])
      .execute()
    const planned = planRun(run, {
      ...{ production: owner.data, defaults, types, hallUses, skip },
      existing: new Set(existing.map(({ id }) => id)),
    })
    const wanted = planned
      .filter(({ isMade }) => isMade)
      .map(({ performance }) => ({
        subject: 'performance' as const,
        id: performance.id,
        version: 'new' as const,
        change: () => performance,
      }))
    const applied = await applyChanges(trx, deps, planner, { kind: 'create-performances', reason }, wanted, {
      isPreview,
      check: (rows) => checkRows(trx, rows),
    })
    if (!applied.ok) return applied
    const performances = planned.map(({ performance: { id, startsAt, type }, fault, clashesWith }) => ({
      id,
      startsAt,
      type,
      fault,
      clashesWith,
    }))
    return ok({ performances, changeSet: applied.value.changeSet })
  })
}
