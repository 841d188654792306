import { titleOf } from '@playhouse/domain/production-texts'
import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, type Selectable, sql } from 'kysely'
import { type Database, outsideTransaction, type ProductionTable, withBudget } from '#db'
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
import { type SalePeriod, salePeriodsOf, saleTimesOf, type SaleWindow } from '@playhouse/domain/sale-window'
import { addressOfProduction } from '@playhouse/domain/production-address'
import type { TranslatedText } from '@playhouse/domain/translated-text'
import { hasAutomaticOffers } from './automatic-offers.ts'
import { readFormTitles } from './form-titles.ts'
import { readRenewedSeats } from './renewed-seats.ts'

/** A performance with all its details. Times in epoch milliseconds. */
export type PerformanceDetails = {
  readonly id: string
  readonly production: Production
  /** The address of its production on the site, as in `/events/hamlet`. */
  readonly address: string
  readonly hall: string
  readonly planVersion: string
  readonly priceList: string
  /** The version that the price list had when the plan was read: see {@link Catalogue.priceTable}. */
  readonly priceVersion: number
  readonly startsAt: number
  readonly startsLocal: string
  readonly timeZone: string
  readonly sale: Performance['sale']
  /** False where the web shop does not show it. */
  readonly isVisible: boolean
  /** Whether the counter lists it, and whether it sells it. */
  readonly counter: { readonly isVisible: boolean; readonly isOnSale: boolean }
  readonly generalSaleAt: number
  readonly priority: Sale['priority']
  readonly closesAt?: Sale['closesAt']
  readonly generalLimit?: Sale['generalLimit']
  readonly counterPeriods?: Sale['counterPeriods']
  readonly kept: readonly KeptSeats[]
  readonly perCustomer: number | undefined
  /** The programme that opens it; undefined where it is public. */
  readonly programme?: string | undefined
  /** The memberships that it is for; undefined for everyone. */
  readonly members?: readonly string[] | undefined
  readonly accessTags: Performance['accessTags']
  readonly seats: number
  /** Title of the form that visitors send about it. */
  readonly form?: TranslatedText | undefined
}

/** A hall's plan: serialised as JSON, packed as bytes, and parsed. */
export type Hall = { readonly json: string; readonly packed: Uint8Array; readonly plan: Plan }
/** One version of a price list, with the band of each seat, by plan index. */
export type PriceTable = { readonly id: string; readonly version: number; readonly list: PriceList; readonly bandOf: Uint8Array }

/** A production with its current address on the site. */
export type AddressedProduction = { readonly production: Production; readonly address: string }

export interface Catalogue {
  /** Published productions, with their ids: pages and replies have the address of each (`productionAt`). */
  productions(): Promise<readonly Production[]>
  /** The production that has or had an address, or has it as its id, drafts apart. */
  productionAt(address: string): Promise<AddressedProduction | undefined>
  performances(): Promise<readonly PerformanceDetails[]>
  performanceDetails(id: string): Promise<PerformanceDetails | undefined>
  hall(hall: string, version: string): Promise<Hall | undefined>
  /**
   * The price table as this process last read it. A hold checks in the database that its version is the current one.
   * @param atMost for a hold: the `priceVersion` of the performance whose plan it uses. Another plan of a performance makes new versions of
   * the price lists of its hall, so that the check refuses seats of the former plan, even if the prices were read later than the plan
   * @throws RangeError for an unknown id
   */
  priceTable(id: string, atMost?: number): Promise<PriceTable>
  /** Reads the programme and prices again, for example after a hold found a changed price list. */
  refresh(): Promise<void>
  /** Whether any automatic offer has not ended, as this process last read it: baskets then look for those that they have. */
  hasAutomaticOffers(): Promise<boolean>
  /** The database's clock in epoch milliseconds. Only this clock decides whether a performance is on sale or over. */
  now(): Promise<number>
  /** The availability label. `isLetIn`: the visitor may book before general sale. */
  availabilityLabelOf(performanceDetails: PerformanceDetails, seatsLeft: number, isLetIn?: boolean): Promise<AvailabilityLabel>
}

type Programme = {
  readonly productions: Production[]
  readonly byAddress: ReadonlyMap<string, AddressedProduction>
  readonly performances: PerformanceDetails[]
  readonly byId: Map<string, PerformanceDetails>
  readonly priceTables: Map<string, PriceTable>
  readonly periods: ReadonlyMap<string, readonly SalePeriod[]>
  readonly hasAutomaticOffers: boolean
  readonly clockOffset: number
}

/** Milliseconds for which a process uses the programme that it read. Seats are never decided by it. */
const maxAgeMs = 5_000
/** Milliseconds after which a caller waits briefly for a new programme: after a quiet time much may have changed. */
const maxStaleMs = 10_000
/** Milliseconds of that wait. */
const refreshTimeoutMs = 250

/**
 * @param db a pool that lends no connection to transactions: the catalogue is used inside transactions, and its reads must not
 * wait for them
 * @param options `withDrafts`: productions and performances that are drafts are read as if they were published
 */
export function createCatalogue(db: Kysely<Database>, { withDrafts = false } = {}): Catalogue {
  const halls = new Map<string, Promise<Hall | undefined>>()
  const hallOf = (hall: string, version: string): Promise<Hall | undefined> =>
    rememberFound(halls, `${hall}/${version}`, () => outsideRequest(() => readHall(db, hall, version)))
  let programme: Promise<Programme> | undefined
  let staleAt = 0
  let currentRead: Promise<Programme> | undefined
  const read = async (before: Promise<Programme> | undefined): Promise<Programme> => {
    const previousProgramme = await before?.catch(() => undefined)
    const fresh = await readProgramme(db, withDrafts, previousProgramme)
    // Plans on sale are loaded before a transaction needs them.
    const upcoming = fresh.performances.filter(({ startsAt }) => startsAt > Date.now() - dayMs)
    await Promise.allSettled(upcoming.map(({ hall, planVersion }) => hallOf(hall, planVersion)))
    return fresh
  }
  /** Concurrent refreshes share one read. */
  const refresh = (): Promise<Programme> => {
    staleAt = performance.now() + maxAgeMs
    const before = programme
    currentRead ??= outsideRequest(() => read(before)).finally(() => (currentRead = undefined))
    return currentRead
  }
  /**
   * Returns an outdated programme while it is read again: inside a transaction no caller may wait for another connection, which
   * may become free only when such transactions end.
   */
  const currentProgramme = (): Promise<Programme> => {
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
    productions: async () => (await currentProgramme()).productions,
    productionAt: async (address) => (await currentProgramme()).byAddress.get(address),
    performances: async () => (await currentProgramme()).performances,
    performanceDetails: async (id) => (await currentProgramme()).byId.get(id),
    hall: hallOf,
    priceTable: async (id, atMost = Infinity) => {
      const priceTable = (await currentProgramme()).priceTables.get(id)
      if (!priceTable) throw new RangeError(`no price list ${id}`)
      return priceTable.version > atMost ? { ...priceTable, version: atMost } : priceTable
    },
    refresh: async () => {
      const fresh = await refresh()
      programme = Promise.resolve(fresh)
    },
    hasAutomaticOffers: async () => (await currentProgramme()).hasAutomaticOffers,
    now: async () => Date.now() + (await currentProgramme()).clockOffset,
    availabilityLabelOf: async (performanceDetails, seatsLeft, isLetIn) =>
      availabilityOf({ ...performanceDetails, seatsLeft }, await catalogue.now(), isLetIn),
  }
  return catalogue
}

const dayMs = 86_400_000

/** A production from its row. */
const productionOfRow = ({
  data,
  translations,
  image,
}: Pick<Selectable<ProductionTable>, 'data' | 'translations' | 'image'>): Production => ({
  ...data,
  ...(Object.keys(translations).length > 0 && { translations }),
  ...(image && { image }),
})

/** Reads outside the transaction and time budget of the caller, because all callers share the result. */
const outsideRequest = <Value>(read: () => Value): Value => outsideTransaction(() => withBudget(undefined, read))

/** Caches what can't change. A failure or a missing value is read again next time. */
function rememberFound<Value>(cache: Map<string, Promise<Value>>, key: string, read: () => Promise<Value>): Promise<Value> {
  let value = cache.get(key)
  if (!value) {
    value = read()
    cache.set(key, value)
    value.then(
      (value) => value === undefined && cache.delete(key),
      () => cache.delete(key),
    )
  }
  return value
}

/** @param previous the programme that was read before: only new versions of price lists are read, and only new windows of sales computed */
async function readProgramme(
  db: Kysely<Database>,
  withDrafts: boolean,
  previous: Pick<Programme, 'priceTables' | 'periods'> = { priceTables: new Map(), periods: new Map() },
): Promise<Programme> {
  const [productionRows, slugs, performanceRows, windows, forms, renewals, automatic, clock] = await Promise.all([
    db.selectFrom('production').select(['id', 'data', 'slug', 'translations', 'image', 'state']).orderBy('position').execute(),
    db.selectFrom('production_slug').selectAll().execute(),
    readPerformances(db, withDrafts),
    db.selectFrom('sale_windows').select(['production_id', 'windows']).execute(),
    readFormTitles(db),
    readRenewedSeats(db),
    hasAutomaticOffers(db),
    db.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow(),
  ])
  const clockOffset = clock.now.getTime() - Date.now()
  const listed = productionRows.filter(({ state }) => state === 'published' || (withDrafts && state === 'draft'))
  const productions = listed.map(productionOfRow)
  const addressed = new Map(listed.map((row, nth) => [row.id, { production: productions[nth]!, address: addressOfProduction(row) }]))
  // Orders still name performances of archived productions, and baskets those of a production that was withdrawn meanwhile.
  const productionById = new Map(productionRows.map((row) => [row.id, productionOfRow(row)]))
  const addressById = new Map(productionRows.map((row) => [row.id, addressOfProduction(row)]))
  const periodsOf = createPeriods(windows, previous.periods)
  const performances = performanceRows.map((row): PerformanceDetails => ({
    id: row.id,
    production: productionById.get(row.production_id)!,
    address: addressById.get(row.production_id)!,
    hall: row.hall,
    planVersion: row.plan_version,
    priceList: row.price_list_id,
    priceVersion: row.price_version,
    startsAt: row.starts_at.getTime(),
    startsLocal: row.starts_local,
    timeZone: row.time_zone,
    ...channelsOf(row),
    ...saleTimesOf(periodsOf(row), {
      generalSaleAt: row.general_sale_at.getTime(),
      priority: row.priority.map(({ from, memberships }) => ({ from: Date.parse(from), memberships })),
    }),
    kept: [...row.kept, ...(renewals.get(row.id) ?? [])],
    perCustomer: row.per_customer ?? undefined,
    programme: row.programme_id ?? undefined,
    members: row.members ?? undefined,
    accessTags: row.access_tags,
    seats: row.seats,
    form: forms.get(row.id) ?? forms.get(row.production_id),
  }))
  return {
    productions,
    byAddress: new Map(
      slugs.flatMap(({ slug, production_id }) => (addressed.has(production_id) ? [[slug, addressed.get(production_id)!]] : [])),
    ),
    performances,
    byId: new Map(performances.map((performanceDetails) => [performanceDetails.id, performanceDetails])),
    priceTables: await readPriceTables(db, performances, previous.priceTables),
    periods: periodsOf.computed,
    hasAutomaticOffers: automatic,
    clockOffset,
  }
}

type WindowsRow = { readonly production_id: string; readonly windows: readonly SaleWindow[] }

/** Returns a function that computes the periods in which a performance is sold. Those that were computed before are used again. */
function createPeriods(rows: readonly WindowsRow[], known: ReadonlyMap<string, readonly SalePeriod[]>) {
  const byProduction = new Map(rows.map(({ production_id, windows }) => [production_id, { windows, key: JSON.stringify(windows) }]))
  const computed = new Map<string, readonly SalePeriod[]>()
  const periodsOf = (row: Pick<PerformanceRow, 'production_id' | 'starts_local' | 'time_zone'>): readonly SalePeriod[] => {
    const sale = byProduction.get(row.production_id)
    if (!sale) return []
    const key = `${row.starts_local} ${row.time_zone} ${sale.key}`
    const periods = known.get(key) ?? salePeriodsOf(sale.windows, { startsAt: row.starts_local, timeZone: row.time_zone })
    computed.set(key, periods)
    return periods
  }
  return Object.assign(periodsOf, { computed })
}

/**
 * Performances that are live: neither they nor their productions are drafts. A draft with seats that were taken while it was withdrawn is
 * among them, so that its baskets can be read, but it is neither visible nor on sale. With drafts, all performances are live.
 */
const readPerformances = (db: Kysely<Database>, withDrafts: boolean) => {
  const isLive = withDrafts ? sql<boolean>`true` : sql<boolean>`performance.state = 'published' and production.state <> 'draft'`
  return (
    db
      .selectFrom('performance')
      .selectAll('performance')
      .innerJoin('production', 'production.id', 'performance.production_id')
      .innerJoin('price_list', 'price_list.id', 'performance.price_list_id')
      // In one statement with the plan: a version that is current means that the plan is.
      .select('price_list.version as price_version')
      .select(isLive.as('is_live'))
      .where(sql<boolean>`(${isLive}) or exists (select from seat_claim where performance_id = performance.id)`)
      .orderBy('starts_at')
      .orderBy('performance.id')
      .execute()
  )
}

type PerformanceRow = Awaited<ReturnType<typeof readPerformances>>[number]

const channelsOf = (row: PerformanceRow): Pick<PerformanceDetails, 'sale' | 'isVisible' | 'counter'> => ({
  sale: row.is_live || row.sale === 'cancelled' ? row.sale : 'not-on-sale',
  isVisible: row.is_live && row.is_visible,
  counter: { isVisible: row.is_live && row.is_at_counter, isOnSale: row.is_live && row.sells_at_counter },
})

/** The plan of a hall from its JSON. @throws for an invalid plan */
export function hallOfPlan(json: string): Hall {
  const data = JSON.parse(json) as PlanData
  return { json, packed: writePlanBytes(data), plan: readPlan(data) }
}

async function readHall(db: Kysely<Database>, hall: string, version: string): Promise<Hall | undefined> {
  const row = await db.selectFrom('hall_plan').select('data').where('hall', '=', hall).where('version', '=', version).executeTakeFirst()
  if (!row) return undefined
  try {
    return hallOfPlan(row.data)
  } catch (error) {
    // Names the plan, so that the operator knows which one to fix.
    throw new RangeError(`the stored plan ${hall}/${version} can't be read`, { cause: error })
  }
}

/**
 * Reads the price lists that have changed. Each has the version that its performances were read with: one that is changed meanwhile gets
 * the older version, with which nothing is sold, and is read again next time.
 */
async function readPriceTables(
  db: Kysely<Database>,
  performances: readonly PerformanceDetails[],
  knownPriceTables: ReadonlyMap<string, PriceTable>,
): Promise<Map<string, PriceTable>> {
  const used = new Map(performances.map(({ priceList, seats, priceVersion }) => [priceList, { seats, version: priceVersion }]))
  const changedIds = [...used].filter(([id, { version }]) => knownPriceTables.get(id)?.version !== version).map(([id]) => id)
  const rows = changedIds.length > 0 ? await db.selectFrom('price_list').select(['id', 'data']).where('id', 'in', changedIds).execute() : []
  const read = rows.map(({ id, data: list }): [string, PriceTable] => {
    const { seats, version } = used.get(id)!
    return [id, { id, list, version, bandOf: expandRuns(list.seatBands, new Uint8Array(seats)) }]
  })
  return new Map([...[...knownPriceTables].filter(([id]) => used.has(id)), ...read])
}

/** The performance of a ticket, as the API describes it. */
export const performanceOfTicket = ({ id, production, address, startsAt, timeZone }: PerformanceDetails, plan: Pick<Plan, 'name'>) => ({
  instance: id,
  event: address,
  ...titleOf(production),
  startsAt: new Date(startsAt).toISOString(),
  timeZone,
  hallName: plan.name,
})
