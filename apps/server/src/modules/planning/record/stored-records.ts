import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { Brand } from '@playhouse/domain/brand'
import type { ChangeDependent } from '@playhouse/domain/change'
import { recordSchemas, type StoredRecord } from '@playhouse/domain/record'
import type { RecordKind } from '@playhouse/domain/record-kind'
import type { SubjectModule } from '../subject.ts'
import { readBallotRecords } from './ballot-subject.ts'
import { readCollectionPointRecords } from './collection-point-subject.ts'
import { readFlexRecords } from './flex-subject.ts'
import { readFormRecords } from './form-subject.ts'
import { readMenuRecords } from './menu-subject.ts'
import { readRestaurantRecords } from './restaurant-subject.ts'
import { readPackageRecords } from './package-subject.ts'
import { readProgrammeRecords } from './programme-subject.ts'
import { readProductRecords } from './product-subject.ts'
import { readWaitingRoomRecords } from './waiting-room-subject.ts'

/** A record with its id and its version. */
export type ListedRecord<Kind extends RecordKind = RecordKind> = {
  readonly id: string
  readonly record: StoredRecord<Kind>
  readonly version: number
}

/** Lists the records of a kind in the order of the theatre, withdrawn ones too. */
export async function listRecords<Kind extends RecordKind>(
  { db, brand }: { readonly db: Kysely<Database>; readonly brand: Pick<Brand, 'timeZone'> },
  kind: Kind,
): Promise<ListedRecord<Kind>[]> {
  // Products, menus, collection points, restaurants, packages, forms, ballots, programmes, flexible subscriptions and waiting rooms have tables of their rows.
  if (kind === 'product') return (await readProductRecords(db)) as unknown as ListedRecord<Kind>[]
  if (kind === 'menu') return (await readMenuRecords(db)) as unknown as ListedRecord<Kind>[]
  if (kind === 'collection-point') return (await readCollectionPointRecords(db)) as unknown as ListedRecord<Kind>[]
  if (kind === 'restaurant') return (await readRestaurantRecords(db)) as unknown as ListedRecord<Kind>[]
  if (kind === 'package') return (await readPackageRecords(db)) as unknown as ListedRecord<Kind>[]
  if (kind === 'ballot') return (await readBallotRecords(db, brand)) as unknown as ListedRecord<Kind>[]
  if (kind === 'form') return (await readFormRecords(db)) as unknown as ListedRecord<Kind>[]
  if (kind === 'programme') return (await readProgrammeRecords(db, brand)) as unknown as ListedRecord<Kind>[]
  if (kind === 'flex-subscription') return (await readFlexRecords(db)) as unknown as ListedRecord<Kind>[]
  if (kind === 'waiting-room') return (await readWaitingRoomRecords(db)) as unknown as ListedRecord<Kind>[]
  const rows = await db.selectFrom('catalogue_record').selectAll().where('kind', '=', kind).orderBy('position').orderBy('id').execute()
  return rows.map(({ id, version, ...row }) => ({ id, version, record: recordOfRow(kind, row) as unknown as StoredRecord<Kind> }))
}

type Row = { readonly data: object; readonly position: number; readonly is_withdrawn: boolean }
const recordOfRow = (kind: RecordKind, { data, position, is_withdrawn }: Row) =>
  // One record of its kind, and a lottery of day seats, have no place in a list.
  ({ ...data, ...('position' in recordSchemas[kind].shape && { position }), isWithdrawn: is_withdrawn }) as StoredRecord<RowKind>

/** The columns of a record in the table `catalogue_record`. */
export const columnsOf = ({ isWithdrawn, ...record }: StoredRecord<RowKind>) => {
  const { position = 0, ...data } = record as typeof record & { readonly position?: number }
  return { position, is_withdrawn: isWithdrawn, data: JSON.stringify(data) }
}

/** Sales of records that were created since: they cannot be removed. */
type CountSales = (
  trx: Transaction<Database>,
  ids: readonly string[],
) => Promise<readonly { readonly id: string; readonly count: number }[]>

/** The kinds whose records are in the table `catalogue_record`. */
type RowKind = Exclude<
  RecordKind,
  | 'product'
  | 'menu'
  | 'collection-point'
  | 'restaurant'
  | 'waiting-room'
  | 'ballot'
  | 'package'
  | 'form'
  | 'programme'
  | 'flex-subscription'
>

/** A kind of record in the table `catalogue_record`. */
export const recordSubject = (kind: RowKind, countSales: CountSales): SubjectModule => ({
  read: async (trx, ids) => {
    const rows = await trx
      .selectFrom('catalogue_record')
      .selectAll()
      .where('kind', '=', kind)
      .where('id', 'in', [...ids])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    return new Map(rows.map((row) => [row.id, { value: recordOfRow(kind, row), version: row.version }]))
  },
  write: async (trx, _deps, rows) => {
    const values = rows.map(({ id, after }) => ({ kind, id, ...columnsOf(after as StoredRecord<RowKind>) }))
    await trx
      .insertInto('catalogue_record')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['kind', 'id']).doUpdateSet((eb) => ({
          position: eb.ref('excluded.position'),
          is_withdrawn: eb.ref('excluded.is_withdrawn'),
          data: eb.ref('excluded.data'),
        })),
      )
      .execute()
  },
  remove: async (trx, ids) => {
    await trx
      .deleteFrom('catalogue_record')
      .where('kind', '=', kind)
      .where('id', 'in', [...ids])
      .execute()
  },
  dependents: async (trx, rows) => {
    const created = rows.filter(({ before }) => before === null).map(({ id }) => id)
    const sales = created.length === 0 ? [] : await countSales(trx, created)
    return sales.map(({ id, count }): ChangeDependent => ({ kind: 'reference', id, count }))
  },
})

/** Counts what was sold or given of levels of membership, and what names them. The id is the table. */
const countLevelSales: CountSales = async (trx, ids) =>
  countRows(trx, [
    ['membership', sql`membership = any(${[...ids]})`],
    ['basket_item', sql`kind in ('membership', 'gift-membership') and ${mentions(ids)}`],
    ['order_item', sql`kind in ('membership', 'gift-membership') and ${mentions(ids)}`],
    [
      'price_list',
      sql`exists (select from jsonb_path_query(data, '$.priceTypes[*].memberships[*]') as m where m #>> '{}' = any(${[...ids]}))`,
    ],
    ['sale_windows', sql`exists (select from jsonb_path_query(windows, '$[*].memberships[*]') as m where m #>> '{}' = any(${[...ids]}))`],
  ])

/** Counts donations to funds, and those that are in baskets or monthly. */
const countFundSales: CountSales = async (trx, ids) =>
  countRows(trx, [
    ['donation', sql`fund = any(${[...ids]})`],
    ['monthly_gift', sql`fund = any(${[...ids]})`],
    ['basket_item', sql`kind = 'donation' and ${mentions(ids)}`],
    ['order_item', sql`kind = 'donation' and ${mentions(ids)}`],
  ])

/** Whether an item is of one of these records, by its product or by a value of its detail. */
const mentions = (ids: readonly string[]) =>
  sql`(product = any(${[...ids]}) or exists (select from jsonb_each_text(coalesce(to_jsonb(detail), '{}'::jsonb)) as d where d.value = any(${[...ids]})))`

async function countRows(
  trx: Transaction<Database>,
  parts: readonly (readonly [table: string, condition: ReturnType<typeof sql>])[],
): Promise<{ id: string; count: number }[]> {
  const counts = parts.map(
    ([table, condition]) => sql`select ${table}::text as id, count(*)::int as count from ${sql.table(table)} where ${condition}`,
  )
  const { rows } = await sql<{ id: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(trx)
  return rows.filter(({ count }) => count > 0)
}

export const membershipLevelSubject = recordSubject('membership-level', countLevelSales)
export const fundSubject = recordSubject('fund', countFundSales)
/** An agent for whom seats have ever been locked stays. Others who lock seats for them at this moment wait: see `requestProblem` of locks. */
export const agentSubject = recordSubject('agent', (trx, ids) => countRows(trx, [['seat_hold', sql`agent = any(${[...ids]})`]]))
/** Gift vouchers that were sold or are in baskets need the settings of their theatre. */
export const giftVoucherSubject = recordSubject('gift-voucher', (trx) =>
  countRows(trx, [
    ['basket_item', sql`kind in ('gift-voucher', 'voucher-top-up')`],
    ['order_item', sql`kind in ('gift-voucher', 'voucher-top-up')`],
  ]),
)
/** Nothing is built on a maintenance window. */
export const maintenanceWindowSubject = recordSubject('maintenance-window', async () => [])
