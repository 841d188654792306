import { type Kysely, sql } from 'kysely'
import type { PlannedPriceList } from '@playhouse/api-client/contract'
import { type Database, transact } from '#db'
import {
  type BandPainting,
  countRepainted,
  editPriceList,
  grossPotential,
  nameOfPriceList,
  paintBands as paint,
  paintingProblem,
  type NewPriceList,
  type PriceListEdit,
  priceListEditProblem,
  priceListOfStored,
  seatsByBand,
  type StoredPriceList,
  storedPriceListOf,
} from '@playhouse/domain/price-list-plan'
import { type ChangeKind, changedFields, type FieldChange } from '@playhouse/domain/change'
import type { Money } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type AppliedChanges, applyChanges, type Planner } from './apply-changes.ts'
import type { EditDeps } from './edit-production.ts'
import { countOnSale } from './price-list-subject.ts'
import { readPriceSchedules } from './price-schedules.ts'
import { readClaims } from './references.ts'

type Reason = { readonly reason?: string | undefined }
type Edit = Reason & { readonly version: number; readonly edit: PriceListEdit }
type Painting = Reason & { readonly version: number; readonly painting: BandPainting }
type ListedPriceList = Pick<PlannedPriceList, 'id' | 'name' | 'hallName' | 'version'> & { readonly performances: number }

/** The name of a hall as its newest plan has it. */
const hallName = sql<string>`coalesce((select name from hall_plan h where h.hall = l.hall and h.removed_at is null
  order by added_at desc, version desc limit 1), l.hall)`
const isAhead = sql<boolean>`p.starts_at > now() - interval '1 day'`

/** Lists all price lists by hall and name, with the numbers of their performances that are not over. */
export async function listPriceLists(db: Kysely<Database>): Promise<ListedPriceList[]> {
  const { rows } = await sql<ListedPriceList>`
    select l.id, coalesce(l.data ->> 'name', l.id) as name, ${hallName} as "hallName", l.version,
      (select count(*) from performance p where p.price_list_id = l.id and ${isAhead})::int as performances
    from price_list l order by 3, 2, 1`.execute(db)
  return rows
}

/** Reads a price list with its performances. Undefined for an unknown id. */
export async function readPlannedPriceList(db: Kysely<Database>, id: string): Promise<PlannedPriceList | undefined> {
  const row = await db
    .selectFrom('price_list as l')
    .select(['l.data', 'l.version'])
    .select(hallName.as('hall_name'))
    .where('l.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { data, version } = row
  return {
    ...{ id, name: nameOfPriceList(data), hall: data.hall, hallName: row.hall_name, version },
    ...{ priceTypes: data.priceTypes, prices: data.prices, seats: seatsByBand(data.seatBands) },
    scheduled: await readPriceSchedules(db, id, storedPriceListOf(data)),
    performances: await readPerformancesOf(db, id),
  }
}

async function readPerformancesOf(db: Kysely<Database>, list: string): Promise<PlannedPriceList['performances']> {
  const { rows } = await sql<Omit<PlannedPriceList['performances'][number], 'tickets' | 'inBaskets'>>`
    select p.id, p.production_id as event, e.data ->> 'title' as title, p.starts_local as "startsAt", p.state
    from performance p join production e on e.id = p.production_id
    where p.price_list_id = ${list} and p.sale <> 'cancelled' and ${isAhead} order by p.starts_at, p.id`.execute(db)
  const claims = await readClaims(
    db,
    rows.map((row) => row.id),
    { withLocks: false },
  )
  return rows.map((row) => ({ ...row, ...(claims.get(row.id) ?? { tickets: 0, inBaskets: 0 }) }))
}

/** Creates a price list as a copy of another one. `id-taken` where one has its id. */
export async function createPriceList(
  { db, ...deps }: EditDeps,
  planner: Planner,
  { id, name, copyOf }: NewPriceList,
  { reason }: Reason,
): Promise<Result<AppliedChanges, Problem>> {
  return transact(db, async (trx): Promise<Result<AppliedChanges, Problem>> => {
    const source = await trx.selectFrom('price_list').select('data').where('id', '=', copyOf).executeTakeFirst()
    if (!source) return fail(problem('invalid-input', { fields: ['priceList.copyOf'] }))
    const change = (): StoredPriceList => ({ ...storedPriceListOf(source.data), name })
    return applyChanges(trx, deps, planner, { kind: 'create-price-list', reason }, [{ subject: 'price-list', id, version: 'new', change }])
  })
}

/** A change of a stored price list, and the rule that it must keep. */
type ListChange = Reason & {
  readonly kind: Extract<ChangeKind, 'edit-price-list' | 'paint-bands'>
  readonly version: number
  readonly change: (stored: StoredPriceList) => StoredPriceList
  /** The problem of the change; `isOnSale`: whether a published performance has the list. */
  readonly problemOf: (before: StoredPriceList, after: StoredPriceList, isOnSale: boolean) => Problem | undefined
}

const priceEdit = ({ version, edit, reason }: Edit): ListChange => ({
  ...{ kind: 'edit-price-list', version, reason, problemOf: priceListEditProblem },
  change: (stored) => editPriceList(stored, edit),
})
const bandPainting = ({ version, painting, reason }: Painting): ListChange => ({
  ...{ kind: 'paint-bands', version, reason, problemOf: paintingProblem },
  change: (stored) => paint(stored, painting),
})

/** Changes a price list. Seats in baskets and in orders keep their price. `page-not-found` for an unknown id. */
export const changePrices = (deps: EditDeps, planner: Planner, id: string, edit: Edit): Promise<Result<AppliedChanges, Problem>> =>
  applyListChange(deps, planner, id, priceEdit(edit), false)

/** Gives seats of a price list other bands. Seats in baskets and in orders keep their price. `page-not-found` for an unknown id. */
export const paintSeats = (deps: EditDeps, planner: Planner, id: string, painting: Painting): Promise<Result<AppliedChanges, Problem>> =>
  applyListChange(deps, planner, id, bandPainting(painting), false)

/** What a change of a price list would do. Amounts in minor units. */
export type PricePreview = Pick<PlannedPriceList, 'performances'> & {
  readonly fields: FieldChange[]
  readonly grossBefore: Money
  readonly grossAfter: Money
}
/** What other bands would do. Amounts in minor units. */
export type PaintPreview = Pick<PricePreview, 'performances' | 'grossBefore' | 'grossAfter'> & {
  readonly changed: number
  readonly seats: PlannedPriceList['seats']
}

/** Checks a change of a price list as {@link changePrices} does, and writes nothing. */
export async function previewPrices(deps: EditDeps, planner: Planner, id: string, edit: Edit): Promise<Result<PricePreview, Problem>> {
  const previewed = await previewListChange(deps, planner, id, priceEdit(edit))
  if (!previewed.ok) return previewed
  const { before, after, ...preview } = previewed.value
  return ok({ ...preview, fields: changedFields(before, after) })
}

/** Checks other bands of the seats of a price list as {@link paintSeats} does, and writes nothing. */
export async function previewBands(
  deps: EditDeps,
  planner: Planner,
  id: string,
  painting: Painting,
): Promise<Result<PaintPreview, Problem>> {
  const previewed = await previewListChange(deps, planner, id, bandPainting(painting))
  if (!previewed.ok) return previewed
  const { before, after, ...preview } = previewed.value
  return ok({ ...preview, changed: countRepainted(before, after), seats: seatsByBand(after.seatBands) })
}

type ListPreview = Pick<PricePreview, 'performances' | 'grossBefore' | 'grossAfter'> & {
  readonly before: StoredPriceList
  readonly after: StoredPriceList
}

async function previewListChange(deps: EditDeps, planner: Planner, id: string, change: ListChange): Promise<Result<ListPreview, Problem>> {
  const applied = await applyListChange(deps, planner, id, change, true)
  if (!applied.ok) return applied
  const row = await deps.db.selectFrom('price_list').select('data').where('id', '=', id).executeTakeFirstOrThrow()
  const before = storedPriceListOf(row.data)
  const after = change.change(before)
  const grossOf = (stored: StoredPriceList): Money => grossPotential(priceListOfStored(id, stored), seatsByBand(stored.seatBands))
  const performances = await readPerformancesOf(deps.db, id)
  return ok({ before, after, performances, grossBefore: grossOf(before), grossAfter: grossOf(after) })
}

const applyListChange = (
  { db, ...deps }: EditDeps,
  planner: Planner,
  id: string,
  { kind, version, change, problemOf, reason }: ListChange,
  isPreview: boolean,
): Promise<Result<AppliedChanges, Problem>> =>
  transact(db, (trx) =>
    applyChanges(
      trx,
      deps,
      planner,
      { kind, reason },
      [{ subject: 'price-list', id, version, change: (current) => change(current as StoredPriceList) }],
      {
        isPreview,
        check: async ([row]) =>
          row && problemOf(row.before as StoredPriceList, row.after as StoredPriceList, (await countOnSale(trx, id)) > 0),
      },
    ),
  )

/** Reads the band of each seat of a price list, with the plan that the seats are of. Undefined for an unknown id. */
export async function readBands(
  { db, catalogue }: Pick<EditDeps, 'db' | 'catalogue'>,
  id: string,
): Promise<(BandPainting & { readonly planVersion: string; readonly version: number }) | undefined> {
  const row = await db.selectFrom('price_list').select(['data', 'version']).where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { hall, planVersion, seatBands } = row.data
  const seats = seatsByBand(seatBands).reduce((sum, each) => sum + each.seats, 0)
  const plans = await db.selectFrom('hall_plan').select('version').where('hall', '=', hall).orderBy('added_at').orderBy('version').execute()
  for (const { version } of plans) {
    const isOfList = planVersion === undefined ? (await catalogue.hall(hall, version))?.plan.seatCount === seats : version === planVersion
    if (isOfList) return { planVersion: version, seatBands, version: row.version }
  }
  return undefined
}
