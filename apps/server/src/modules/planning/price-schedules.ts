import { type Kysely, sql, type Transaction } from 'kysely'
import type { PlannedPriceList } from '@playhouse/api-client/contract'
import { type Database, newId, transact } from '#db'
import { priceListEditProblem, type StoredPriceList, storedPriceListOf } from '@playhouse/domain/price-list-plan'
import {
  applyPriceSchedule,
  type PriceScheduleEdit,
  priceScheduleOf,
  priceScheduleProblem,
  scheduledFields,
  type StoredPriceSchedule,
} from '@playhouse/domain/price-schedule'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, type Result } from '@playhouse/domain/result'
import { type AppliedChanges, applyChanges, lastChanger, type Planner } from './apply-changes.ts'
import type { EditDeps } from './edit-production.ts'
import { countOnSale } from './price-list-subject.ts'

type Edit = { readonly version: number; readonly schedule: PriceScheduleEdit; readonly reason?: string | undefined }

/** Reads the scheduled prices of a list that do not hold yet, in the order of their moments, beside its current prices. */
export async function readPriceSchedules(
  db: Kysely<Database>,
  id: string,
  current: StoredPriceList,
): Promise<PlannedPriceList['scheduled']> {
  const rows = await db
    .selectFrom('price_schedule')
    .select(['id', 'data', 'refused_at'])
    .where('price_list_id', '=', id)
    .where('applied_at', 'is', null)
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...{ id: row.id, from: row.data.from, isRefused: row.refused_at !== null },
    fields: scheduledFields(current, row.data),
  }))
}

/** Schedules prices of a list. They are a change of the list from their moment on. `page-not-found` for an unknown list. */
export const schedulePrices = (
  { db, ...deps }: EditDeps,
  planner: Planner,
  id: string,
  { version, schedule, reason }: Edit,
): Promise<Result<AppliedChanges, Problem>> =>
  transact(db, async (trx): Promise<Result<AppliedChanges, Problem>> => {
    const row = await trx
      .selectFrom('price_list')
      .select(['data', 'version', sql<Date>`now()`.as('now')])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) return fail(problem('page-not-found'))
    if (row.version !== version)
      return fail(problem('changed-meanwhile', { version: row.version, by: await lastChanger(trx, 'price-list', id) }))
    const current = storedPriceListOf(row.data)
    const isLive = (await countOnSale(trx, id)) > 0
    const refusal = priceScheduleProblem(current, schedule, { timeZone: deps.brand.timeZone, now: row.now.getTime(), isLive })
    if (refusal) return fail(refusal)
    const change = (): StoredPriceSchedule => priceScheduleOf(id, current, schedule)
    return applyChanges(trx, deps, planner, { kind: 'schedule-prices', reason }, [
      { subject: 'price-schedule', id: newId(), version: 'new', change },
    ])
  })

/** Withdraws scheduled prices that do not hold yet. `page-not-found` for others. */
export const withdrawPrices = (
  { db, ...deps }: EditDeps,
  planner: Planner,
  list: string,
  id: string,
): Promise<Result<AppliedChanges, Problem>> =>
  transact(db, (trx) => {
    const wanted = { subject: 'price-schedule' as const, id, version: 'any' as const, change: () => null }
    return applyChanges(trx, deps, planner, { kind: 'withdraw-prices' }, [wanted], {
      check: async ([row]) =>
        (row?.before as StoredPriceSchedule | undefined)?.priceList === list ? undefined : problem('page-not-found'),
    })
  })

/** Scheduled prices that one run of the job applies. */
const mostApplied = 50

/**
 * Changes price lists whose scheduled prices begin to hold, by the clock of the database, in the order of their moments. Each is a change
 * set of its list. Any number of processes may run it.
 * @returns the number of changes
 */
export async function applyDuePrices(deps: EditDeps): Promise<number> {
  let changes = 0
  for (let nth = 0; nth < mostApplied; nth++) {
    const isChanged = await transact(deps.db, (trx) => applyNext(trx, deps))
    if (isChanged === undefined) break
    if (isChanged) changes += 1
  }
  return changes
}

/** Applies the next scheduled prices. Returns whether their list changed; undefined where none are due. */
async function applyNext(trx: Transaction<Database>, { db: _db, ...deps }: EditDeps): Promise<boolean | undefined> {
  const due = await trx
    .selectFrom('price_schedule')
    .select(['id', 'price_list_id', 'data'])
    .where('applied_at', 'is', null)
    .where('refused_at', 'is', null)
    .where('starts_at', '<=', sql<Date>`now()`)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!due) return undefined
  const { id, data, price_list_id: list } = due
  const change = (current: unknown): StoredPriceList => applyPriceSchedule(current as StoredPriceList, data)
  const wanted = { subject: 'price-list' as const, id: list, version: 'any' as const, change }
  const applied = await applyChanges(trx, deps, await plannerOf(trx, id), { kind: 'edit-price-list' }, [wanted], {
    check: async ([row]) =>
      row && priceListEditProblem(row.before as StoredPriceList, row.after as StoredPriceList, (await countOnSale(trx, list)) > 0),
  })
  const end = applied.ok ? { applied_at: sql<Date>`now()` } : { refused_at: sql<Date>`now()` }
  await trx.updateTable('price_schedule').set(end).where('id', '=', id).execute()
  return applied.ok && applied.value.changeSet !== null
}

/** The staff user who scheduled prices, in whose name they change the list. */
async function plannerOf(trx: Transaction<Database>, schedule: string): Promise<Planner> {
  const row = await trx
    .selectFrom('change_row as r')
    .innerJoin('change_set as c', 'c.id', 'r.change_set_id')
    .select('c.staff_id')
    .where('r.subject', '=', 'price-schedule')
    .where('r.subject_id', '=', schedule)
    .orderBy('c.seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { staff: row?.staff_id ?? null, actor: { name: 'price schedule' } }
}
