import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
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
export type Showing = {
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
/** A price list with the band of each seat, by plan index. */
export type Tariff = { readonly list: PriceList; readonly bandOf: Uint8Array }

export interface Catalogue {
  productions(): Promise<readonly Production[]>
  showings(): Promise<readonly Showing[]>
  showing(id: string): Promise<Showing | undefined>
  hall(hall: string, version: string): Promise<Hall | undefined>
  /** @throws RangeError for an id that no performance can name. */
  tariff(id: string): Promise<Tariff>
  /** The database's clock in epoch milliseconds: the only one that decides what is on sale or over. */
  now(): Promise<number>
  /** `isLetIn`: this visitor may book before general sale. */
  labelOf(showing: Showing, seatsLeft: number, isLetIn?: boolean): Promise<AvailabilityLabel>
}

type Programme = {
  readonly productions: Production[]
  readonly showings: Showing[]
  readonly byId: Map<string, Showing>
  readonly clockOffset: number
}

/** Milliseconds for which a process may go on with the programme it read: a cache, never the truth about a seat. */
const freshFor = 5_000
/** Milliseconds beyond those after which whoever comes waits a little for a newer one: it was quiet, and much may be new. */
const oldAfter = 10_000
/** Milliseconds of that wait. */
const patience = 250

export function createCatalogue(db: Kysely<Database>): Catalogue {
  let programme: Promise<Programme> | undefined
  let staleAt = 0
  const refresh = (): Promise<Programme> => {
    staleAt = performance.now() + freshFor
    return readProgramme(db)
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
      if (age > oldAfter) programme = Promise.race([fresh, wait(patience, before, { ref: false })])
    }
    return programme!
  }
  const halls = new Map<string, Promise<Hall | undefined>>()
  const tariffs = new Map<string, Promise<Tariff>>()

  const catalogue: Catalogue = {
    productions: async () => (await current()).productions,
    showings: async () => (await current()).showings,
    showing: async (id) => (await current()).byId.get(id),
    hall: (hall, version) => remember(halls, `${hall}/${version}`, () => readHall(db, hall, version)),
    tariff: (id) => remember(tariffs, id, () => readTariff(db, catalogue, id)),
    now: async () => Date.now() + (await current()).clockOffset,
    labelOf: async (showing, seatsLeft, isLetIn) => availabilityOf({ ...showing, seatsLeft }, await catalogue.now(), isLetIn),
  }
  return catalogue
}

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

async function readProgramme(db: Kysely<Database>): Promise<Programme> {
  const [productionRows, performanceRows, clock] = await Promise.all([
    db.selectFrom('production').select(['id', 'data']).orderBy('position').execute(),
    db.selectFrom('performance').selectAll().orderBy('starts_at').orderBy('id').execute(),
    db.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow(),
  ])
  const productions = productionRows.map((row) => row.data)
  const productionById = new Map(productions.map((production) => [production.id, production]))
  const showings = performanceRows.map((row): Showing => ({
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
    showings,
    byId: new Map(showings.map((showing) => [showing.id, showing])),
    clockOffset: clock.now.getTime() - Date.now(),
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

async function readTariff(db: Kysely<Database>, catalogue: Catalogue, id: string): Promise<Tariff> {
  const row = await db.selectFrom('price_list').select('data').where('id', '=', id).executeTakeFirst()
  const showing = (await catalogue.showings()).find((candidate) => candidate.priceList === id)
  if (!row || !showing) throw new RangeError(`no price list ${id}`)
  return { list: row.data, bandOf: expandRuns(row.data.seatBands, new Uint8Array(showing.seats)) }
}
