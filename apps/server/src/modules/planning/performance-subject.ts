import { type Selectable, sql, type Transaction } from 'kysely'
import type { Database, PerformanceTable } from '#db'
import { type ChangeDependent, type ChangeRow, isSameValue } from '@playhouse/domain/change'
import { changesSeats, movesCustomers, type StoredPerformance } from '@playhouse/domain/performance-plan'
import { countFoodUses, serveMenus } from '#modules/food'
import { countTableUses, serveTables } from '#modules/table'
import { instantOf, plainOf } from '@playhouse/domain/time'
import { moveDraws } from '#modules/day-seats'
import type { PlanningDeps, SubjectModule } from './subject.ts'
import { readReferences, readSales } from './references.ts'
import { moveReleases } from './seat-locks-subject.ts'

/** Performances with their states. Kept seats and waiting rooms do not change. */
export const performanceSubject: SubjectModule = {
  read: async (trx, ids) => {
    const rows = await trx
      .selectFrom('performance')
      .select(columnNames)
      .select('version')
      .where('id', 'in', [...ids])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const convert = createWallClock()
    return new Map(rows.map((row) => [row.id, { value: performanceOfRow(row, convert), version: row.version }]))
  },
  write: async (trx, deps, rows) => {
    await insertRows(
      trx,
      deps,
      rows.filter(({ before }) => before === null),
    )
    await updateRows(
      trx,
      deps,
      rows.filter(({ before }) => before !== null),
    )
    const moved = rows.filter(isMoved).map(({ after }) => after as StoredPerformance)
    // In the order in which a draw locks them.
    await moveDraws(trx, moved)
    await moveReleases(trx, moved)
    const performances = rows.filter(hasOtherOffers).map(({ id }) => id)
    await serveMenus(trx, { performances })
    await serveTables(trx, { performances })
  },
  remove: async (trx, ids) => {
    await trx
      .deleteFrom('performance')
      .where('id', 'in', [...ids])
      .execute()
  },
  dependents: async (trx, rows) => {
    const created = rows.filter(({ before }) => before === null).map(({ id }) => id)
    const idsOf = (moved: readonly ChangeRow[]): string[] => moved.map(({ id }) => id)
    const replanned = rows.filter(changesSeats)
    const moved = rows.filter((row) => movesCustomers(row) && !changesSeats(row))
    return [
      ...(await readReplans(trx, idsOf(replanned))),
      ...(await readSales(trx, idsOf(replanned), { withLocks: true })),
      ...(await readSales(trx, idsOf(moved), { withLocks: false })),
      // Menus and sittings are there for a performance without an action of staff.
      ...(await readReferences(trx, 'performance', created, ['menu_performance', 'sitting', 'sitting_table'])),
      ...(await countTableUses(trx, 'performance', created)),
      ...(await countFoodUses(trx, 'performance', created)),
    ]
  },
}

/** Performances that got another plan while they were live. It is not undone: the performance gets the former plan again. */
async function readReplans(trx: Transaction<Database>, ids: readonly string[]): Promise<ChangeDependent[]> {
  if (ids.length === 0) return []
  const rows = await trx
    .selectFrom('performance')
    .select('id')
    .where('id', 'in', [...ids])
    .where('replanned_at', 'is not', null)
    .execute()
  return rows.map(({ id }) => ({ kind: 'reference', id, count: 1 }))
}

/** Whether a performance is new, or may have other menus and sittings: those of its hall, its production and its hour. A time that is ahead again counts too. */
const hasOtherOffers = ({ before, after }: ChangeRow): boolean => {
  const [from, to] = [before as StoredPerformance | null, after as StoredPerformance]
  return from === null || from.hall !== to.hall || from.production !== to.production || from.startsAt !== to.startsAt
}

/** Whether an existing performance starts at another time. */
const isMoved = ({ before, after }: ChangeRow): boolean => {
  const [from, to] = [before as StoredPerformance | null, after as StoredPerformance]
  return from !== null && (from.startsAt !== to.startsAt || from.timeZone !== to.timeZone)
}

/** What a column of a performance is computed from besides the performance. */
type ColumnFacts = { readonly at: (plain: string, timeZone: string) => string; readonly seats: number }
type Column = {
  readonly type: 'text' | 'timestamptz' | 'jsonb' | 'int' | 'boolean'
  /** The fields that it is computed from: it is written only when one of them changes. */
  readonly from: readonly (keyof StoredPerformance)[]
  readonly of: (performance: StoredPerformance, facts: ColumnFacts) => unknown
}

/** The columns of a performance that staff change. */
const columns = {
  production_id: { type: 'text', from: ['production'], of: ({ production }) => production },
  hall: { type: 'text', from: ['hall'], of: ({ hall }) => hall },
  plan_version: { type: 'text', from: ['planVersion'], of: ({ planVersion }) => planVersion },
  price_list_id: { type: 'text', from: ['priceList'], of: ({ priceList }) => priceList },
  starts_at: { type: 'timestamptz', from: ['startsAt', 'timeZone'], of: ({ startsAt, timeZone }, { at }) => at(startsAt, timeZone) },
  starts_local: { type: 'text', from: ['startsAt'], of: ({ startsAt }) => startsAt },
  time_zone: { type: 'text', from: ['timeZone'], of: ({ timeZone }) => timeZone },
  sale: { type: 'text', from: ['web'], of: ({ web }) => web.sale },
  general_sale_at: {
    ...{ type: 'timestamptz', from: ['generalSaleAt', 'timeZone'] },
    of: ({ generalSaleAt, timeZone }, { at }) => at(generalSaleAt, timeZone),
  },
  priority: {
    ...{ type: 'jsonb', from: ['priority', 'timeZone'] },
    of: ({ priority, timeZone }, { at }) => priority.map(({ from, memberships }) => ({ from: at(from, timeZone), memberships })),
  },
  per_customer: { type: 'int', from: ['perCustomer'], of: ({ perCustomer }) => perCustomer },
  access_tags: { type: 'jsonb', from: ['accessTags'], of: ({ accessTags }) => accessTags },
  seats: { type: 'int', from: ['hall', 'planVersion'], of: (_performance, { seats }) => seats },
  programme_id: { type: 'text', from: ['programme'], of: ({ programme }) => programme },
  members: { type: 'jsonb', from: ['members'], of: ({ members }) => members },
  state: { type: 'text', from: ['state'], of: ({ state }) => state },
  type_id: { type: 'text', from: ['type'], of: ({ type }) => type },
  is_visible: { type: 'boolean', from: ['web'], of: ({ web }) => web.isVisible },
  is_at_counter: { type: 'boolean', from: ['counter'], of: ({ counter }) => counter.isVisible },
  sells_at_counter: { type: 'boolean', from: ['counter'], of: ({ counter }) => counter.isOnSale },
} as const satisfies Partial<Record<keyof PerformanceTable, Column>>
type ColumnName = keyof typeof columns
const columnOf: Readonly<Record<ColumnName, Column>> = columns
const writtenNames = Object.keys(columns) as ColumnName[]
const columnNames = ['id', ...writtenNames] as const

async function insertRows(trx: Transaction<Database>, deps: PlanningDeps, rows: readonly ChangeRow[]): Promise<void> {
  if (rows.length === 0) return
  const names = sql.join(columnNames.map((name) => sql.ref(name)))
  await sql`
    insert into performance (${names}, kept) select ${names}, '[]' from ${await recordsOf(deps, rows, writtenNames)}`.execute(trx)
}

/** Updates the columns of the fields that change in any of the rows. */
async function updateRows(trx: Transaction<Database>, deps: PlanningDeps, rows: readonly ChangeRow[]): Promise<void> {
  const changed = writtenNames.filter((name) =>
    columnOf[name].from.some((field) =>
      rows.some(({ before, after }) => !isSameValue((before as StoredPerformance)[field], (after as StoredPerformance)[field])),
    ),
  )
  if (changed.length === 0) return
  const values = sql.join(changed.map((name) => sql`${sql.ref(name)} = r.${sql.ref(name)}`))
  await sql`update performance as p set ${values} from ${await recordsOf(deps, rows, changed)} where p.id = r.id`.execute(trx)
}

/** The values of some columns as a table `r` with the id of each performance. */
async function recordsOf({ catalogue }: PlanningDeps, rows: readonly ChangeRow[], names: readonly ColumnName[]) {
  const at = createInstants()
  const records: unknown[] = []
  for (const { id, after } of rows) {
    const performance = after as StoredPerformance
    const seats = names.includes('seats') ? (await catalogue.hall(performance.hall, performance.planVersion))?.plan.seatCount : 0
    if (seats === undefined)
      throw new RangeError(`performance ${id} names the plan ${performance.hall}/${performance.planVersion}, which is unknown`)
    records.push({ id, ...Object.fromEntries(names.map((name) => [name, columnOf[name].of(performance, { at, seats })])) })
  }
  const types = sql.join(names.map((name) => sql`${sql.ref(name)} ${sql.raw(columnOf[name].type)}`))
  return sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (id text, ${types})`
}

/** Remembers a conversion: performances of a run have most times in common. */
function remember<Value>(convert: (time: string, timeZone: string) => Value): (time: string, timeZone: string) => Value {
  const known = new Map<string, Value>()
  return (time, timeZone) => {
    const key = `${time} ${timeZone}`
    const value = known.get(key) ?? convert(time, timeZone)
    known.set(key, value)
    return value
  }
}
const createInstants = () => remember((plain, timeZone) => instantOf(plain, timeZone).toString())
const createWallClock = () => remember((instant, timeZone) => plainOf(Temporal.Instant.from(instant), timeZone))

/** The plan of a performance from its row. @param plainAt the wall clock at an instant */
export function performanceOfRow(
  row: Pick<Selectable<PerformanceTable>, (typeof columnNames)[number]>,
  plainAt = createWallClock(),
): StoredPerformance {
  const plain = (at: Date | string): string => plainAt(typeof at === 'string' ? at : at.toISOString(), row.time_zone)
  return {
    id: row.id,
    production: row.production_id,
    hall: row.hall,
    planVersion: row.plan_version,
    priceList: row.price_list_id,
    type: row.type_id,
    startsAt: row.starts_local,
    timeZone: row.time_zone,
    web: { isVisible: row.is_visible, sale: row.sale },
    counter: { isVisible: row.is_at_counter, isOnSale: row.sells_at_counter },
    generalSaleAt: plain(row.general_sale_at),
    priority: row.priority.map(({ from, memberships }) => ({ from: plain(from), memberships })),
    programme: row.programme_id,
    members: row.members,
    perCustomer: row.per_customer,
    accessTags: row.access_tags,
    state: row.state,
  }
}
