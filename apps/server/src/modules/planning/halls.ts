import { type Kysely, sql, type Transaction } from 'kysely'
import type { PlannedHall } from '@playhouse/api-client/contract'
import { type Database, transact } from '#db'
import {
  type HallPlanReport,
  hallPlanId,
  isSamePlan,
  nextPlanVersion,
  type PlanPriceList,
  type StoredHallPlan,
} from '@playhouse/domain/hall-plan'
import { expandRuns, type Plan, type PlanData, readPlan } from '@playhouse/domain/plan'
import { nameOfPriceList, type StoredPriceList, storedPriceListOf } from '@playhouse/domain/price-list-plan'
import type { PriceList } from '@playhouse/domain/pricing'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { bandsOfNewPlan, type EarlierBands, priceListOfPlan, reportOfPlan, type UploadedPlan } from '@playhouse/domain/uploaded-plan'
import { applyChanges, lockCreation, type Planner, type WantedChange } from './apply-changes.ts'
import type { EditDeps } from './edit-production.ts'
import { readPlanFile } from './read-plan-file.ts'

/** A file with a plan for a hall, and the price list that it gets. */
export type PlanUpload = {
  readonly hall: string
  /** True for a hall that must not exist; false for one that must. */
  readonly isNewHall: boolean
  readonly name: string
  readonly bytes: Uint8Array
  readonly priceList: PlanPriceList
  readonly isPreview: boolean
  readonly reason?: string | undefined
}
type AddedPlan = { readonly report: HallPlanReport; readonly planVersion: string | null; readonly changeSet: string | null }
type ListedHall = Pick<PlannedHall, 'hall' | 'name'> & {
  readonly planVersion: string
  readonly seats: number
  readonly plans: number
  readonly priceLists: number
  readonly performances: number
}

const isAhead = sql<boolean>`p.starts_at > now() - interval '1 day'`

/** Lists all halls by name, with their newest plan. */
export async function listHalls({ db, catalogue }: Pick<EditDeps, 'db' | 'catalogue'>): Promise<ListedHall[]> {
  const { rows } = await sql<Omit<ListedHall, 'seats'>>`
    select distinct on (h.hall) h.hall, h.name, h.version as "planVersion",
      (select count(*) from hall_plan o where o.hall = h.hall and o.removed_at is null)::int as plans,
      (select count(*) from price_list l where l.hall = h.hall)::int as "priceLists",
      (select count(*) from performance p where p.hall = h.hall and p.sale <> 'cancelled' and ${isAhead})::int as performances
    from hall_plan h where h.removed_at is null order by h.hall, h.added_at desc, h.version desc`.execute(db)
  const halls = await Promise.all(rows.map(async (row) => ({ ...row, seats: await seatsOf(catalogue, row.hall, row.planVersion) })))
  return halls.toSorted((one, other) => one.name.localeCompare(other.name))
}

/** The seats of a plan; 0 for one that cannot be read. */
const seatsOf = async (catalogue: EditDeps['catalogue'], hall: string, version: string): Promise<number> =>
  (await catalogue.hall(hall, version).catch(() => undefined))?.plan.seatCount ?? 0

/** Reads a hall with its plans, the newest first. Undefined for an unknown hall. */
export async function readPlannedHall(
  { db, catalogue }: Pick<EditDeps, 'db' | 'catalogue'>,
  hall: string,
): Promise<PlannedHall | undefined> {
  const plans = await readPlans(db, hall)
  const [newest] = plans
  if (!newest) return undefined
  const { rows: uses } = await sql<{ version: string; count: number }>`
    select p.plan_version as version, count(*)::int as count from performance p
    where p.hall = ${hall} and p.sale <> 'cancelled' and ${isAhead} group by 1`.execute(db)
  const lists = await db.selectFrom('price_list').select(['id', 'data']).where('hall', '=', hall).orderBy('id').execute()
  return {
    ...{ hall, name: newest.name },
    plans: await Promise.all(
      plans.map(async ({ version, added_at }) => ({
        ...{ planVersion: version, seats: await seatsOf(catalogue, hall, version), addedAt: added_at.toISOString() },
        performances: uses.find((use) => use.version === version)?.count ?? 0,
      })),
    ),
    priceLists: lists.map(({ id, data }) => ({ id, name: nameOfPriceList(data), planVersion: data.planVersion ?? null })),
  }
}

const readPlans = (db: Kysely<Database>, hall: string) =>
  db
    .selectFrom('hall_plan')
    .select(['version', 'name', 'added_at'])
    .where('hall', '=', hall)
    .where('removed_at', 'is', null)
    .orderBy('added_at', 'desc')
    .orderBy('version', 'desc')
    .execute()

/**
 * Adds a plan to a hall, with a price list whose bands follow the file. Price lists of the hall that name no plan name the former one from
 * then on. Every process sells in the hall within two seconds, because each reads a plan when it first needs it.
 */
export async function addHallPlan({ db, ...deps }: EditDeps, planner: Planner, upload: PlanUpload): Promise<Result<AddedPlan, Problem>> {
  const { hall, name, bytes, isPreview } = upload
  const uploaded = await readPlanFile({ bytes, hall, name, languages: deps.brand.locales })
  if (!uploaded.ok) return uploaded
  return transact(db, async (trx): Promise<Result<AddedPlan, Problem>> => {
    await lockCreation(trx)
    const plans = await readPlans(trx, hall)
    const refusal = await uploadProblem(trx, upload, uploaded.value, plans)
    if (refusal) return fail(refusal)
    const basedOn = await findPriceList(trx, upload.priceList.basedOn)
    const former = plans.at(-1)?.version
    const bandOf = bandsOfNewPlan(
      readPlan(uploaded.value.data),
      uploaded.value,
      basedOn?.hall === hall ? await readEarlierBands(deps.catalogue, basedOn, basedOn.planVersion ?? former) : undefined,
    )
    const report = reportOfPlan(uploaded.value, bandOf)
    if (isPreview) return ok({ report, planVersion: null, changeSet: null })
    if (!report.isSellable) return fail(problem('plan-refused', { reason: 'has-errors' }))
    const version = nextPlanVersion(await countPlans(trx, hall), uploaded.value)
    const data: PlanData = { ...uploaded.value.data, version }
    const list = priceListOfPlan(readPlan(data), bandOf, upload.priceList, basedOn)
    const stored: StoredHallPlan = { hall, planVersion: version, name }
    const wanted: WantedChange[] = [
      { subject: 'hall-plan', id: hallPlanId(hall, version), version: 'new', change: () => stored },
      { subject: 'price-list', id: list.id, version: 'new', change: () => storedPriceListOf(list) },
      ...(former === undefined ? [] : await listsWithoutPlan(trx, hall, former)),
    ]
    const applied = await applyChanges(trx, deps, planner, { kind: 'add-plan', reason: upload.reason }, wanted, {
      check: async () => {
        // Hidden until the change set makes it visible.
        const row = { hall, version, name, data: JSON.stringify(data), removed_at: sql<Date>`now()` }
        await trx.insertInto('hall_plan').values(row).execute()
        return undefined
      },
    })
    return applied.ok ? ok({ report, planVersion: version, changeSet: applied.value.changeSet }) : applied
  })
}

async function uploadProblem(
  trx: Transaction<Database>,
  { hall, isNewHall, priceList }: PlanUpload,
  uploaded: UploadedPlan,
  plans: Awaited<ReturnType<typeof readPlans>>,
): Promise<Problem | undefined> {
  if (isNewHall && plans.length > 0) return problem('id-taken', { id: hall })
  if (!isNewHall && plans.length === 0) return problem('page-not-found')
  const same = plans.find(({ version }) => isSamePlan(version, uploaded))
  if (same) return problem('id-taken', { id: same.version })
  if (priceList.basedOn !== null && !(await findPriceList(trx, priceList.basedOn)))
    return problem('invalid-input', { fields: ['priceList.basedOn'] })
  return (await findPriceList(trx, priceList.id)) && problem('id-taken', { id: priceList.id })
}

async function findPriceList(trx: Transaction<Database>, id: string | null): Promise<PriceList | undefined> {
  if (id === null) return undefined
  return (await trx.selectFrom('price_list').select('data').where('id', '=', id).executeTakeFirst())?.data
}

/** The plans that a hall has or had. */
async function countPlans(trx: Transaction<Database>, hall: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from hall_plan where hall = ${hall}`.execute(trx)
  return rows[0]!.count
}

/** The bands of a price list with the plan that it is for; undefined where they do not fit together. */
async function readEarlierBands(
  catalogue: EditDeps['catalogue'],
  { hall, seatBands }: PriceList,
  version: string | undefined,
): Promise<EarlierBands | undefined> {
  const plan: Plan | undefined = version === undefined ? undefined : (await catalogue.hall(hall, version))?.plan
  const seats = seatBands.reduce((sum, [, count]) => sum + count, 0)
  return plan && plan.seatCount === seats ? { plan, bandOf: expandRuns(seatBands, new Uint8Array(seats)) } : undefined
}

/** Changes of a hall's price lists that name no plan: they are for the first one. */
export async function listsWithoutPlan(trx: Transaction<Database>, hall: string, planVersion: string): Promise<WantedChange[]> {
  const { rows } = await sql<{ id: string }>`
    select id from price_list where hall = ${hall} and not data ? 'planVersion' order by id`.execute(trx)
  return rows.map(({ id }) => ({
    ...{ subject: 'price-list', id, version: 'any' },
    change: (current): StoredPriceList => ({ ...(current as StoredPriceList), planVersion }),
  }))
}
