import { type Kysely, sql, type Transaction } from 'kysely'
import { type Database, transact } from '#db'
import type { ChangeDependent } from '@playhouse/domain/change'
import { addressOfProduction, addressProblem } from '@playhouse/domain/production-address'
import { missingOf } from '@playhouse/domain/missing'
import type { StoredPerformance } from '@playhouse/domain/performance-plan'
import {
  draftProduction,
  editedProduction,
  type PerformanceType,
  type ProductionPlan,
  type ProductionState,
  type StoredProduction,
  imageProblem,
  imagesOfProduction,
} from '@playhouse/domain/production-plan'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { instantOf } from '@playhouse/domain/time'
import { findImages } from '#modules/image'
import { type AppliedChanges, applyChanges, type ChangeIntent, type Planner, type WantedChange } from './apply-changes.ts'
import { performanceOfRow } from './performance-subject.ts'
import { readFacts } from './read-planning.ts'
import { productionColumns, storedProductionOf } from './production-subject.ts'
import { readSales } from './references.ts'
import type { PlanningDeps } from './subject.ts'

/** Dependencies of changes of the programme. */
export type EditDeps = PlanningDeps & { readonly db: Kysely<Database> }
type Reason = { readonly reason?: string | undefined }
type Edit = Promise<Result<AppliedChanges, Problem>>

/** Creates a production as a draft. `id-taken` where one has its id. */
export const createProduction = ({ db, ...deps }: EditDeps, planner: Planner, production: ProductionPlan, { reason }: Reason): Edit =>
  transact(db, async (trx) => {
    const refusal = await uploadProblem(trx, production)
    if (refusal) return fail(refusal)
    return applyChanges(
      trx,
      deps,
      planner,
      { kind: 'create-production', reason },
      [{ subject: 'production', id: production.id, version: 'new', change: () => draftProduction(production) }],
      { check: () => addressesProblem(trx, [production.id, addressOfProduction(production)], production.id) },
    )
  })

/** The problem of a production with addresses of which another production has one. Waits for other changes of addresses. */
async function addressesProblem(trx: Transaction<Database>, addresses: readonly string[], id: string): Promise<Problem | undefined> {
  const owners = await readAddressOwners(trx, addresses)
  return [...owners].map(([address, owner]) => addressProblem(id, address, owner)).find(Boolean)
}

/** The production that has, or had, each of some addresses. Waits for other changes of addresses, and holds them up until the transaction ends. */
export async function readAddressOwners(trx: Transaction<Database>, addresses: readonly string[]): Promise<Map<string, string>> {
  await sql`select pg_advisory_xact_lock(hashtextextended('addresses of productions', 0))`.execute(trx)
  if (addresses.length === 0) return new Map()
  const owners = await trx
    .selectFrom('production_slug')
    .selectAll()
    .where('slug', 'in', [...addresses])
    .orderBy('slug')
    .execute()
  return new Map(owners.map(({ slug, production_id }) => [slug, production_id]))
}

/** The problem of a production with images that were not uploaded. */
async function uploadProblem(trx: Transaction<Database>, production: ProductionPlan): Promise<Problem | undefined> {
  const ids = imagesOfProduction(production).map(({ image }) => image.id)
  const uploads = await findImages(trx, ids)
  return imageProblem(production, (id) => uploads.get(id))
}

/** Changes a production, but not its state. Its id must be the one of the path. `id-taken` where another production has its address. */
export async function editProduction(
  { db, ...deps }: EditDeps,
  planner: Planner,
  id: string,
  { version, production, reason }: Reason & { readonly version: number; readonly production: ProductionPlan },
): Edit {
  if (production.id !== id) return fail(problem('invalid-input', { fields: ['production.id'] }))
  const change = (current: unknown): StoredProduction => editedProduction(current as StoredProduction, production)
  return orUnavailable(
    await transact(db, async (trx) => {
      const refusal = await uploadProblem(trx, production)
      if (refusal) return fail(refusal)
      const intent = { kind: 'edit-production' as const, reason }
      return applyChanges(trx, deps, planner, intent, [{ subject: 'production', id, version, change }], {
        check: () => addressesProblem(trx, [addressOfProduction(production)], id),
      })
    }),
  )
}

/** Publishes a production and all its performances. `production-incomplete` with the kinds of what is missing. */
export const publishProduction = (deps: EditDeps, planner: Planner, id: string, edit: Reason & { readonly version: number }): Edit =>
  setState(deps, planner, id, edit, {
    kind: 'publish-production',
    state: 'published',
    check: async (trx, production, performances) => {
      const missing = missingOf(production, performances, await readFacts({ ...deps, db: trx }, performances))
      const kinds = missing.filter(({ isBlocking }) => isBlocking).map(({ kind }) => kind)
      return kinds.length > 0 ? problem('production-incomplete', { missing: [...new Set(kinds)] }) : undefined
    },
  })

/** Makes a production and its performances drafts again. `change-has-dependents` where seats are sold or held. */
export const withdrawProduction = (deps: EditDeps, planner: Planner, id: string, edit: Reason & { readonly version: number }): Edit =>
  setState(deps, planner, id, edit, {
    kind: 'withdraw-production',
    state: 'draft',
    check: async (trx, _production, performances) => {
      const dependents: ChangeDependent[] = await readSales(
        trx,
        performances.map((performance) => performance.id),
        { withLocks: false },
      )
      return dependents.length > 0 ? problem('change-has-dependents', { dependents }) : undefined
    },
  })

/** Archives a production whose performances are over or cancelled: the web shop lists it no more. `change-has-dependents` names the others. */
export const archiveProduction = (deps: EditDeps, planner: Planner, id: string, edit: Reason & { readonly version: number }): Edit =>
  setState(deps, planner, id, edit, {
    kind: 'archive-production',
    state: 'archived',
    check: async (trx, _production, performances) => {
      const { now } = await readFacts({ ...deps, db: trx }, [])
      const ahead = performances.filter(
        ({ web, startsAt, timeZone }) => web.sale !== 'cancelled' && instantOf(startsAt, timeZone).epochMilliseconds > now,
      )
      const dependents = ahead.map((performance): ChangeDependent => ({ kind: 'performance', id: performance.id, count: 1 }))
      return dependents.length > 0 ? problem('change-has-dependents', { dependents }) : undefined
    },
  })

type StateChange = {
  readonly kind: ChangeIntent['kind']
  readonly state: ProductionState
  readonly check: (
    trx: Transaction<Database>,
    production: StoredProduction,
    performances: readonly StoredPerformance[],
  ) => Promise<Problem | undefined>
}

/** Sets the state of a production and of its performances, cancelled ones apart. */
async function setState(
  { db, ...deps }: EditDeps,
  planner: Planner,
  id: string,
  { version, reason }: Reason & { readonly version: number },
  { kind, state, check }: StateChange,
): Edit {
  const applied = await transact(db, async (trx): Edit => {
    const performances = (await trx.selectFrom('performance').selectAll().where('production_id', '=', id).orderBy('id').execute()).map(
      (row) => performanceOfRow(row),
    )
    const wanted: WantedChange[] = [
      { subject: 'production', id, version, change: (current) => ({ ...(current as StoredProduction), state }) },
      ...performances.map((performance): WantedChange => ({
        ...{ subject: 'performance', id: performance.id, version: 'any' },
        change: (current) => ({
          ...(current as StoredPerformance),
          state: performance.web.sale === 'cancelled' || state === 'archived' ? performance.state : state,
        }),
      })),
    ]
    return applyChanges(trx, deps, planner, { kind, reason }, wanted, {
      check: async (rows) => {
        const row = rows.find(({ subject }) => subject === 'production')
        const production = (row?.before ?? (await readProduction(trx, id))) as StoredProduction
        return check(trx, production, performances)
      },
    })
  })
  return orUnavailable(applied)
}

async function readProduction(trx: Transaction<Database>, id: string): Promise<StoredProduction> {
  return storedProductionOf(await trx.selectFrom('production').select(productionColumns).where('id', '=', id).executeTakeFirstOrThrow())
}

/** Creates a type of performances (`version` null), or changes it. `invalid-input` for a price list that does not exist. */
export async function setPerformanceType(
  { db, ...deps }: EditDeps,
  planner: Planner,
  type: PerformanceType,
  { version, reason }: Reason & { readonly version: number | null },
): Promise<Result<PerformanceType & { readonly version: number }, Problem>> {
  const applied = await transact(db, async (trx) => {
    const priceList = await trx.selectFrom('price_list').select('id').where('id', '=', type.priceList).executeTakeFirst()
    if (!priceList) return fail(problem('invalid-input', { fields: ['type.priceList'] }))
    return applyChanges(trx, deps, planner, { kind: 'set-performance-type', reason }, [
      { subject: 'performance-type', id: type.id, version: version ?? 'new', change: () => type },
    ])
  })
  if (!applied.ok) return applied
  const row = await db.selectFrom('performance_type').selectAll().where('id', '=', type.id).executeTakeFirstOrThrow()
  return ok({ ...row.data, version: row.version })
}

/** The types of performances by their names. */
export async function listPerformanceTypes(db: Kysely<Database>): Promise<(PerformanceType & { readonly version: number })[]> {
  const rows = await db.selectFrom('performance_type').selectAll().orderBy('id').execute()
  return rows.map(({ data, version }) => ({ ...data, version }))
}

const orUnavailable = (applied: Result<AppliedChanges, Problem>): Result<AppliedChanges, Problem> =>
  !applied.ok && applied.error.code === 'page-not-found' ? fail(problem('event-unavailable')) : applied
