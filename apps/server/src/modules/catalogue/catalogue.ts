import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Database, outsideTransaction, withBudget } from '#db'
import { type Plan, type PlanData, expandRuns, readPlan, writePlanBytes } from '@playhouse/domain/plan'
import type { PriceList } from '@playhouse/domain/pricing'
import {
  type AvailabilityLabel,
  availabilityOf,
  type KeptSeats,
  type Performance,
  type Production,
  type Sale,
} from '@playhouse/domain/season'

/** A performance as it stands in the programme. Instants in epoch milliseconds. */
export type PerformanceDetails = {
  readonly id: string
  readonly production: Production
  readonly hall: string
  readonly planVersion: string
  readonly priceList: string
  readonly startsAt: number
  readonly startsLocal: string
  readonly timeZone: string
  readonly sale: Performance['sale']
  readonly generalSaleAt: number
  readonly priority: Sale['priority']
  readonly kept: readonly KeptSeats[]
  readonly perCustomer: number | undefined
  readonly accessTags: Performance['accessTags']
  readonly seats: number
}

/** A plan as it is served, in both forms, and as it is reckoned with. */
export type Hall = { readonly json: string; readonly packed: Uint8Array; readonly plan: Plan }
/** One version of a price list, with the band of each seat, by plan index. */
export type PriceTable = { readonly id: string; readonly version: number; readonly list: PriceList; readonly bandOf: Uint8Array }

export interface Catalogue {
  productions(): Promise<readonly Production[]>
  performances(): Promise<readonly PerformanceDetails[]>
  performanceDetails(id: string): Promise<PerformanceDetails | undefined>
  hall(hall: string, version: string): Promise<Hall | undefined>
  /**
   * The price list as this process last read it. A hold checks in the database that its version is the current one.
   * @throws RangeError for an id that no performance can name.
   */
  priceTable(id: string): Promise<PriceTable>
  /** Reads the programme and its prices anew, as when a hold found that a price list has changed. */
  refresh(): Promise<void>
  /** The database's clock in epoch milliseconds: the only one that decides what is on sale or over. */
  now(): Promise<number>
  /** `isLetIn`: this visitor may book before general sale. */
  labelOf(performanceDetails: PerformanceDetails, seatsLeft: number, isLetIn?: boolean): Promise<AvailabilityLabel>
}

type Programme = {
  readonly productions: Production[]
  readonly performances: PerformanceDetails[]
  readonly byId: Map<string, PerformanceDetails>
  readonly priceTables: Map<string, PriceTable>
  readonly clockOffset: number
}

/** Milliseconds for which a process may go on with the programme it read: a cache, never the truth about a seat. */
const maxAgeMs = 5_000
/** Milliseconds beyond those after which whoever comes waits a little for a newer one: it was quiet, and much may be new. */
const maxStaleMs = 10_000
/** Milliseconds of that wait. */
const refreshTimeoutMs = 250

/**
 * @param db should be a pool that lends no connection to transactions: the catalogue is asked in the middle of those, and what
 *   it reads must not wait for them
 */
export function createCatalogue(db: Kysely<Database>): Catalogue {
  const halls = new Map<string, Promise<Hall | undefined>>()
  const hallOf = (hall: string, version: string): Promise<Hall | undefined> =>
    remember(halls, `${hall}/${version}`, () => outsideRequest(() => readHall(db, hall, version)))
  let programme: Promise<Programme> | undefined
  let staleAt = 0
  let reading: Promise<Programme> | undefined
  const read = async (before: Promise<Programme> | undefined): Promise<Programme> => {
    const known = await before?.catch(() => undefined)
    const fresh = await readProgramme(db, known?.priceTables)
    // Plans that are on sale are read before anybody asks for them, in a transaction perhaps.
    const ahead = fresh.performances.filter(({ startsAt }) => startsAt > Date.now() - dayMs)
    await Promise.allSettled(ahead.map(({ hall, planVersion }) => hallOf(hall, planVersion)))
    return fresh
  }
  /** One read for all who want a newer programme at the same time. */
  const refresh = (): Promise<Programme> => {
    staleAt = performance.now() + maxAgeMs
    const before = programme
    reading ??= outsideRequest(() => read(before)).finally(() => (reading = undefined))
    return reading
  }
  /**
   * Who finds the programme old goes on with it while it is read anew: in the middle of a transaction nobody may wait for
   * another connection, which may be had only when transactions such as this one end.
   */
  const current = (): Promise<Programme> => {
    const before = programme
    const age = performance.now() - staleAt
    if (!before) {
      programme = refresh()
      programme.catch(() => (programme = undefined))
    } else if (age > 0) {
      const fresh = refresh().then(
        (read) => (programme = Promise.resolve(read)),
        () => before,
      )
      if (age > maxStaleMs) programme = Promise.race([fresh, wait(refreshTimeoutMs, before, { ref: false })])
    }
    return programme!
  }

  const catalogue: Catalogue = {
    productions: async () => (await current()).productions,
    performances: async () => (await current()).performances,
    performanceDetails: async (id) => (await current()).byId.get(id),
    hall: hallOf,
    priceTable: async (id) => {
      const priceTable = (await current()).priceTables.get(id)
      if (!priceTable) throw new RangeError(`no price list ${id}`)
      return priceTable
    },
    refresh: async () => {
      const fresh = await refresh()
      programme = Promise.resolve(fresh)
    },
    now: async () => Date.now() + (await current()).clockOffset,
    labelOf: async (performanceDetails, seatsLeft, isLetIn) =>
      availabilityOf({ ...performanceDetails, seatsLeft }, await catalogue.now(), isLetIn),
  }
  return catalogue
}

const dayMs = 86_400_000

/** Reads for everybody, whoever's request or transaction asked first. */
const outsideRequest = <Value>(read: () => Value): Value => outsideTransaction(() => withBudget(undefined, read))

/** Keeps what can't change; a failure or a miss is asked again. */
function remember<Value>(kept: Map<string, Promise<Value>>, key: string, read: () => Promise<Value>): Promise<Value> {
  let value = kept.get(key)
  if (!value) {
    value = read()
    kept.set(key, value)
    value.then(
      (found) => found === undefined && kept.delete(key),
      () => kept.delete(key),
    )
  }
  return value
}

/** @param known price lists that were read before: only new versions are read anew */
async function readProgramme(db: Kysely<Database>, known: ReadonlyMap<string, PriceTable> = new Map()): Promise<Programme> {
  const [versions, productionRows, performanceRows, clock] = await Promise.all([
    db.selectFrom('price_list').select(['id', 'version']).execute(),
    db.selectFrom('production').select(['id', 'data']).orderBy('position').execute(),
    db.selectFrom('performance').selectAll().orderBy('starts_at').orderBy('id').execute(),
    db.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow(),
  ])
  const clockOffset = clock.now.getTime() - Date.now()
  const productions = productionRows.map((row) => row.data)
  const productionById = new Map(productions.map((production) => [production.id, production]))
  const performances = performanceRows.map((row): PerformanceDetails => ({
    id: row.id,
    production: productionById.get(row.production_id)!,
    hall: row.hall,
    planVersion: row.plan_version,
    priceList: row.price_list_id,
    startsAt: row.starts_at.getTime(),
    startsLocal: row.starts_local,
    timeZone: row.time_zone,
    sale: row.sale,
    generalSaleAt: row.general_sale_at.getTime(),
    priority: row.priority.map(({ from, memberships }) => ({ from: Date.parse(from), memberships })),
    kept: row.kept,
    perCustomer: row.per_customer ?? undefined,
    accessTags: row.access_tags,
    seats: row.seats,
  }))
  return {
    productions,
    performances,
    byId: new Map(performances.map((performanceDetails) => [performanceDetails.id, performanceDetails])),
    priceTables: await readPriceTables(db, performances, versions, known),
    clockOffset,
  }
}

async function readHall(db: Kysely<Database>, hall: string, version: string): Promise<Hall | undefined> {
  const row = await db.selectFrom('hall_plan').select('data').where('hall', '=', hall).where('version', '=', version).executeTakeFirst()
  if (!row) return undefined
  try {
    const data = JSON.parse(row.data) as PlanData
    return { json: row.data, packed: writePlanBytes(data), plan: readPlan(data) }
  } catch (error) {
    // Whoever reads the log must know which plan to mend.
    throw new RangeError(`the stored plan ${hall}/${version} can't be read`, { cause: error })
  }
}

async function readPriceTables(
  db: Kysely<Database>,
  performances: readonly PerformanceDetails[],
  versions: readonly { readonly id: string; readonly version: number }[],
  known: ReadonlyMap<string, PriceTable>,
): Promise<Map<string, PriceTable>> {
  const seatsOf = new Map(performances.map(({ priceList, seats }) => [priceList, seats]))
  const changed = versions.filter(({ id, version }) => seatsOf.has(id) && known.get(id)?.version !== version).map(({ id }) => id)
  const rows =
    changed.length > 0 ? await db.selectFrom('price_list').select(['id', 'version', 'data']).where('id', 'in', changed).execute() : []
  const read = rows.map(({ id, version, data: list }): [string, PriceTable] => [
    id,
    { id, list, version, bandOf: expandRuns(list.seatBands, new Uint8Array(seatsOf.get(id)!)) },
  ])
  return new Map([...[...known].filter(([id]) => seatsOf.has(id)), ...read])
}
