import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, ProductionTable } from '#db'
import { expandRuns } from '@playhouse/domain/plan'
import type { PriceList } from '@playhouse/domain/pricing'
import { addressOfProduction } from '@playhouse/domain/production-address'
import { type SalePeriod, salePeriodsOf, saleTimesOf, type SaleWindow } from '@playhouse/domain/sale-window'
import type { KeptSeats, Performance, Production, Sale } from '@playhouse/domain/season'
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

/** One version of a price list, with the band of each seat, by plan index. */
export type PriceTable = { readonly id: string; readonly version: number; readonly list: PriceList; readonly bandOf: Uint8Array }

/** A production with its current address on the site. */
export type AddressedProduction = { readonly production: Production; readonly address: string }

/** Everything that this process knows of productions, performances and prices. */
export type Programme = {
  readonly productions: Production[]
  readonly byAddress: ReadonlyMap<string, AddressedProduction>
  readonly performances: PerformanceDetails[]
  readonly byId: Map<string, PerformanceDetails>
  readonly priceTables: Map<string, PriceTable>
  readonly periods: ReadonlyMap<string, readonly SalePeriod[]>
  readonly hasAutomaticOffers: boolean
  readonly clockOffset: number
}

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

type ReadOptions = {
  readonly withDrafts: boolean
  readonly clockOffset: number
  /** The programme that was read before: only new versions of price lists are read, and only new windows of sales computed. */
  readonly previous?: Pick<Programme, 'priceTables' | 'periods'> | undefined
}

/** Performances per statement: a process that reads a large programme serves visitors between the pages. */
const perPage = 250

/** Reads the programme and its prices. */
export async function readProgramme(db: Kysely<Database>, { withDrafts, clockOffset, previous }: ReadOptions): Promise<Programme> {
  const [productionRows, slugs, windows, forms, renewals, automatic] = await Promise.all([
    db.selectFrom('production').select(['id', 'data', 'slug', 'translations', 'image', 'state']).orderBy('position').execute(),
    db.selectFrom('production_slug').selectAll().execute(),
    db.selectFrom('sale_windows').select(['production_id', 'windows']).execute(),
    readFormTitles(db),
    readRenewedSeats(db),
    hasAutomaticOffers(db),
  ])
  const listed = productionRows.filter(({ state }) => state === 'published' || (withDrafts && state === 'draft'))
  const productions = listed.map(productionOfRow)
  const addressed = new Map(listed.map((row, nth) => [row.id, { production: productions[nth]!, address: addressOfProduction(row) }]))
  // Orders still name performances of archived productions, and baskets those of a production that was withdrawn meanwhile.
  const productionById = new Map(productionRows.map((row) => [row.id, productionOfRow(row)]))
  const addressById = new Map(productionRows.map((row) => [row.id, addressOfProduction(row)]))
  const periodsOf = createPeriods(windows, previous?.periods)
  const detailsOf = (row: PerformanceRow): PerformanceDetails | undefined => {
    const production = productionById.get(row.production_id)
    // Created since the productions were read. The programme has another version by now, and is read again.
    if (!production) return undefined
    return {
      id: row.id,
      production,
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
    }
  }
  const performances = await readPerformances(db, withDrafts, detailsOf)
  return {
    productions,
    byAddress: new Map(
      slugs.flatMap(({ slug, production_id }) => (addressed.has(production_id) ? [[slug, addressed.get(production_id)!]] : [])),
    ),
    performances,
    byId: new Map(performances.map((performanceDetails) => [performanceDetails.id, performanceDetails])),
    priceTables: await readPriceTables(db, performances, previous?.priceTables),
    periods: periodsOf.computed,
    hasAutomaticOffers: automatic,
    clockOffset,
  }
}

type WindowsRow = { readonly production_id: string; readonly windows: readonly SaleWindow[] }

/** Returns a function that computes the periods in which a performance is sold. Those that were computed before are used again. */
function createPeriods(rows: readonly WindowsRow[], known: ReadonlyMap<string, readonly SalePeriod[]> = new Map()) {
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
 * Performances that are live, in the order of their starts: neither they nor their productions are drafts. A draft with seats that were taken
 * while it was withdrawn is among them, so that its baskets can be read, but it is neither visible nor on sale. With drafts, all performances
 * are live.
 */
async function readPerformances(
  db: Kysely<Database>,
  withDrafts: boolean,
  detailsOf: (row: PerformanceRow) => PerformanceDetails | undefined,
): Promise<PerformanceDetails[]> {
  const performances: PerformanceDetails[] = []
  // In the order of their ids, which do not change: no performance is left out while others are written.
  for (let last: string | undefined = ''; last !== undefined;) {
    const page: PerformanceRow[] = await readPage(db, withDrafts, last)
    performances.push(...page.flatMap((row) => detailsOf(row) ?? []))
    last = page.length < perPage ? undefined : page.at(-1)!.id
  }
  return performances.toSorted((one, other) => one.startsAt - other.startsAt || (one.id < other.id ? -1 : 1))
}

const readPage = (db: Kysely<Database>, withDrafts: boolean, after: string) => {
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
      .where('performance.id', '>', after)
      .where(sql<boolean>`(${isLive}) or exists (select from seat_claim where performance_id = performance.id)`)
      .orderBy('performance.id')
      .limit(perPage)
      .execute()
  )
}

type PerformanceRow = Awaited<ReturnType<typeof readPage>>[number]

const channelsOf = (row: PerformanceRow): Pick<PerformanceDetails, 'sale' | 'isVisible' | 'counter'> => ({
  sale: row.is_live || row.sale === 'cancelled' ? row.sale : 'not-on-sale',
  isVisible: row.is_live && row.is_visible,
  counter: { isVisible: row.is_live && row.is_at_counter, isOnSale: row.is_live && row.sells_at_counter },
})

/**
 * Reads the price lists that have changed. Each has the version that its performances were read with: one that is changed meanwhile gets
 * the older version, with which nothing is sold, and is read again next time.
 */
async function readPriceTables(
  db: Kysely<Database>,
  performances: readonly PerformanceDetails[],
  knownPriceTables: ReadonlyMap<string, PriceTable> = new Map(),
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
