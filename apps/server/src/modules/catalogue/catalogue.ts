import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Database, outsideTransaction, withBudget } from '#db'
import { type Plan, type PlanData, readPlan, writePlanBytes } from '@playhouse/domain/plan'
import { titleOf } from '@playhouse/domain/production-texts'
import { type AvailabilityLabel, availabilityOf, type Production } from '@playhouse/domain/season'
import { type AddressedProduction, type PerformanceDetails, type PriceTable, type Programme, readProgramme } from './read-programme.ts'

/** A hall's plan: serialised as JSON, packed as bytes, and parsed. */
export type Hall = { readonly json: string; readonly packed: Uint8Array; readonly plan: Plan }

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

/** Milliseconds for which a process uses the programme that it read. Seats are never decided by it. */
const maxAgeMs = 5_000
/** Milliseconds after which the programme is read even if its version is the same: ends of offers and of kept seats have no version. */
const maxUnchangedMs = 30_000
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
  /** The programme that was read from the tables last, the version that it has at least, and the age at which it is read again. */
  let known: { readonly version: string; readonly programme: Programme; readonly expiresAt: number } | undefined
  const read = async (): Promise<Programme> => {
    const { version, clockOffset } = await readVersion(db)
    if (known?.version === version && performance.now() < known.expiresAt) return { ...known.programme, clockOffset }
    const fresh = await readProgramme(db, { withDrafts, clockOffset, previous: known?.programme })
    // Plans on sale are loaded before a transaction needs them.
    const upcoming = fresh.performances.filter(({ startsAt }) => startsAt > Date.now() - dayMs)
    const plans = new Map(upcoming.map(({ hall, planVersion }) => [`${hall}/${planVersion}`, [hall, planVersion] as const]))
    await Promise.allSettled([...plans.values()].map((plan) => hallOf(...plan)))
    known = { version, programme: fresh, expiresAt: performance.now() + maxUnchangedMs }
    return fresh
  }
  /** Concurrent refreshes share one read. */
  const refresh = (): Promise<Programme> => {
    staleAt = performance.now() + maxAgeMs
    currentRead ??= outsideRequest(read).finally(() => (currentRead = undefined))
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

/** Reads outside the transaction and time budget of the caller, because all callers share the result. */
const outsideRequest = <Value>(read: () => Value): Value => outsideTransaction(() => withBudget(undefined, read))

/** Reads the version of the programme (`page_version`), and by how many milliseconds the clock of the database is ahead of this process. */
async function readVersion(db: Kysely<Database>): Promise<{ readonly version: string; readonly clockOffset: number }> {
  const { rows } = await sql<{ version: string; now: Date }>`select version::text as version, now() as now from page_version`.execute(db)
  const { version, now } = rows[0]!
  return { version, clockOffset: now.getTime() - Date.now() }
}

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

/** The performance of a ticket, as the API describes it. */
export const performanceOfTicket = ({ id, production, address, startsAt, timeZone }: PerformanceDetails, plan: Pick<Plan, 'name'>) => ({
  instance: id,
  event: address,
  ...titleOf(production),
  startsAt: new Date(startsAt).toISOString(),
  timeZone,
  hallName: plan.name,
})
