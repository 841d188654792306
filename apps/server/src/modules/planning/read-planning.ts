import type { TranslatedText } from '@playhouse/domain/translated-text'
import { type Kysely, sql } from 'kysely'
import type { PlannedProduction } from '@playhouse/api-client/contract'
import type { Database } from '#db'
import { type HallUse, HallUses } from '@playhouse/domain/hall-clash'
import { missingOf, type PlanningFacts } from '@playhouse/domain/missing'
import type { StoredPerformance } from '@playhouse/domain/performance-plan'
import type { ProductionState } from '@playhouse/domain/production-plan'
import type { SaleWindow } from '@playhouse/domain/sale-window'
import { performanceOfRow } from './performance-subject.ts'
import { productionColumns, storedProductionOf } from './production-subject.ts'
import { readClaims } from './references.ts'
import type { PlanningDeps } from './subject.ts'

/** A production of the list of staff. */
export type ListedProduction = {
  readonly id: string
  readonly title: string
  readonly state: ProductionState
  readonly version: number
  readonly performances: number
  readonly drafts: number
  readonly first: string | null
  readonly last: string | null
}

/** Lists all productions, drafts included. */
export async function listProductions(db: Kysely<Database>): Promise<ListedProduction[]> {
  const { rows } = await sql<ListedProduction>`
    select e.id, e.data ->> 'title' as title, e.state, e.version, count(p.id)::int as performances,
      (count(p.id) filter (where p.state = 'draft'))::int as drafts, min(p.starts_local) as first, max(p.starts_local) as last
    from production e left join performance p on p.production_id = e.id group by e.id order by e.position, e.id`.execute(db)
  return rows
}

/** Reads a production with its performances, their taken seats, and what it lacks. Undefined for an unknown id. */
export async function readPlannedProduction(
  { db, ...deps }: PlanningDeps & { readonly db: Kysely<Database> },
  id: string,
): Promise<PlannedProduction | undefined> {
  const row = await db
    .selectFrom('production')
    .select([...productionColumns, 'version'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const production = storedProductionOf(row)
  const rows = await db.selectFrom('performance').selectAll().where('production_id', '=', id).orderBy('starts_at').orderBy('id').execute()
  const performances = rows.map((row) => performanceOfRow(row))
  const claims = await readClaims(
    db,
    performances.map((performance) => performance.id),
  )
  return {
    production,
    version: row.version,
    performances: performances.map((performance, nth) => ({
      ...performance,
      version: rows[nth]!.version,
      ...(claims.get(performance.id) ?? { tickets: 0, inBaskets: 0 }),
    })),
    missing: missingOf(production, performances, await readFacts({ db, ...deps }, performances)),
  }
}

/** Reads what the check of a production needs besides it. @param performances all of one production */
export async function readFacts(
  { db, catalogue, brand }: PlanningDeps & { readonly db: Kysely<Database> },
  performances: readonly StoredPerformance[],
): Promise<PlanningFacts> {
  const seats = new Map<string, number | undefined>()
  for (const { hall, planVersion } of performances) {
    const key = `${hall}/${planVersion}`
    if (!seats.has(key)) seats.set(key, (await catalogue.hall(hall, planVersion))?.plan.seatCount)
  }
  const ids = [...new Set(performances.map(({ priceList }) => priceList))]
  const lists = ids.length === 0 ? [] : await db.selectFrom('price_list').select(['id', 'data']).where('id', 'in', ids).execute()
  const listById = new Map(lists.map(({ id, data }) => [id, data]))
  const { now } = await db.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()
  return {
    locales: brand.locales,
    seatsOf: (hall, planVersion) => seats.get(`${hall}/${planVersion}`),
    priceList: (list) => listById.get(list),
    saleWindows: await readWindowsOf(db, [...new Set(performances.map(({ production }) => production))]),
    hallUses: new HallUses(await readHallUses(db, [...new Set(performances.map(({ hall }) => hall))])),
    now: now.getTime(),
  }
}

/** The windows of the sale of productions. */
async function readWindowsOf(db: Kysely<Database>, productions: readonly string[]): Promise<SaleWindow[]> {
  if (productions.length === 0) return []
  const rows = await db
    .selectFrom('sale_windows')
    .select('windows')
    .where('production_id', 'in', [...productions])
    .execute()
  return rows.flatMap(({ windows }) => windows)
}

/** Reads when halls are in use by performances that are neither cancelled nor over, drafts included. */
export async function readHallUses(db: Kysely<Database>, halls: readonly string[]): Promise<HallUse[]> {
  if (halls.length === 0) return []
  const rows = await db
    .selectFrom('performance as p')
    .innerJoin('production as e', 'e.id', 'p.production_id')
    .select(['p.id', 'p.hall', 'p.starts_at'])
    .select([sql<number>`(e.data ->> 'runningTime')::int`.as('running_time'), sql<string>`e.data ->> 'title'`.as('title')])
    .where('p.hall', 'in', [...halls])
    .where('p.sale', '<>', 'cancelled')
    .where('p.starts_at', '>', sql<Date>`now() - interval '1 day'`)
    .execute()
  return rows.map(({ id, hall, title, ...row }) => ({
    ...{ id, hall, title },
    startsAt: row.starts_at.getTime(),
    runningTime: row.running_time,
  }))
}

/** The halls with their plans, the newest first, and the price lists. */
export async function readPlanningOptions({ db, catalogue }: Pick<PlanningDeps, 'catalogue'> & { readonly db: Kysely<Database> }) {
  const plans = await db
    .selectFrom('hall_plan')
    .select(['hall', 'version', 'name'])
    .where('removed_at', 'is', null)
    .orderBy('hall')
    .orderBy('added_at', 'desc')
    .orderBy('version', 'desc')
    .execute()
  const halls = await Promise.all(
    plans.map(async ({ hall, version, name }) => ({
      ...{ hall, planVersion: version, name },
      seats: (await catalogue.hall(hall, version).catch(() => undefined))?.plan.seatCount ?? 0,
    })),
  )
  const lists = await db
    .selectFrom('price_list')
    .select([
      'id',
      'hall',
      sql<string>`coalesce(data ->> 'name', id)`.as('name'),
      sql<string | null>`data ->> 'planVersion'`.as('planVersion'),
    ])
    .orderBy('name')
    .orderBy('id')
    .execute()
  const programmes = await db
    .selectFrom('programme')
    .select(['id', sql<TranslatedText>`data -> 'name'`.as('name')])
    .orderBy('id')
    .execute()
  return { halls, priceLists: lists, programmes }
}
