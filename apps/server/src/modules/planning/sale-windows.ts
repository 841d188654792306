import { type Kysely, sql } from 'kysely'
import type { PlannedSaleWindows } from '@playhouse/api-client/contract'
import { type Database, transact } from '#db'
import { type SaleWindow, salePeriodsOf, saleWindowsProblem, type StoredSaleWindows } from '@playhouse/domain/sale-window'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, type Result } from '@playhouse/domain/result'
import { type AppliedChanges, applyChanges, lastChanger, type Planner } from './apply-changes.ts'
import type { EditDeps } from './edit-production.ts'

/** Windows that staff want. `version`: the one that was read; null where there were none. */
export type SaleWindowsEdit = {
  readonly version: number | null
  readonly windows: readonly SaleWindow[]
  readonly reason?: string | undefined
}
type Deps = EditDeps & { readonly timeZone: string; readonly memberships: readonly string[] }

/** Reads the windows of a production with the periods of its performances that are not over. Undefined for an unknown production. */
export async function readSaleWindows(db: Kysely<Database>, production: string): Promise<PlannedSaleWindows | undefined> {
  const row = await db
    .selectFrom('production as e')
    .leftJoin('sale_windows as w', 'w.production_id', 'e.id')
    .select([sql<string>`e.data ->> 'title'`.as('title'), 'w.windows', 'w.version'])
    .where('e.id', '=', production)
    .executeTakeFirst()
  if (!row) return undefined
  const windows = row.windows ?? []
  return {
    ...{ event: production, title: row.title, version: row.version, windows: [...windows] },
    performances: await readPeriods(db, production, windows),
  }
}

/** The periods of the performances of a production that are not over, as these windows would make them. */
export async function readPeriods(
  db: Kysely<Database>,
  production: string,
  windows: readonly SaleWindow[],
): Promise<PlannedSaleWindows['performances']> {
  return (await readAhead(db, production)).map(({ id, startsAt, timeZone, state }) => ({
    ...{ id, startsAt, state },
    periods: salePeriodsOf(windows, { startsAt, timeZone }).map(({ from, until }) => ({
      from: new Date(from).toISOString(),
      until: new Date(until).toISOString(),
    })),
  }))
}

const readAhead = (db: Kysely<Database>, production: string) =>
  db
    .selectFrom('performance')
    .select(['id', 'starts_local as startsAt', 'time_zone as timeZone', 'state'])
    .where('production_id', '=', production)
    .where('sale', '<>', 'cancelled')
    .where('starts_at', '>', sql<Date>`now()`)
    .orderBy('starts_at')
    .orderBy('id')
    .execute()

/**
 * Replaces the windows of a production; without any, the dates of each performance decide again. Tickets that are held or sold stay so.
 * `event-unavailable` for an unknown production.
 */
export async function changeSaleWindows(
  { db, timeZone, memberships, ...deps }: Deps,
  planner: Planner,
  production: string,
  { version, windows, reason }: SaleWindowsEdit,
  isPreview = false,
): Promise<Result<AppliedChanges, Problem>> {
  return transact(db, async (trx): Promise<Result<AppliedChanges, Problem>> => {
    const owner = await trx.selectFrom('production').select('id').where('id', '=', production).forKeyShare().executeTakeFirst()
    if (!owner) return fail(problem('event-unavailable'))
    const unknown = windows.flatMap((window, nth) =>
      window.memberships?.every((level) => memberships.includes(level)) === false ? [`windows.${nth}.memberships`] : [],
    )
    if (unknown.length > 0) return fail(problem('invalid-input', { fields: unknown }))
    const rejection = saleWindowsProblem(windows, await readAhead(trx, production), timeZone)
    if (rejection) return fail(rejection)
    const change = (current: unknown): StoredSaleWindows | null => (current === undefined && windows.length === 0 ? null : { windows })
    const wanted = { subject: 'sale-windows' as const, id: production, version: version ?? ('new' as const), change }
    const applied = await applyChanges(trx, deps, planner, { kind: 'edit-sale-windows', reason }, [wanted], { isPreview })
    if (applied.ok || (applied.error.code !== 'page-not-found' && applied.error.code !== 'id-taken')) return applied
    // Another staff user has created the first ones meanwhile, or has undone that.
    const row = await trx.selectFrom('sale_windows').select('version').where('production_id', '=', production).executeTakeFirst()
    return fail(problem('changed-meanwhile', { version: row?.version ?? 0, by: await lastChanger(trx, 'sale-windows', production) }))
  })
}
