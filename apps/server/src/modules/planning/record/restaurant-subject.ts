import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import {
  countLostTables,
  countTableUses,
  insertSittings,
  lockSittings,
  readSittingRules,
  serveTables,
  sittingsJson,
  translationColumns,
  translationsJson,
} from '#modules/table'
import { type ChangeDependent, type ChangeRow, undoneRow } from '@playhouse/domain/change'
import type { StoredRecord } from '@playhouse/domain/record'
import type { SubjectModule } from '../subject.ts'

type StoredRestaurant = StoredRecord<'restaurant'>

/** Reads restaurants as records, all or some, in the order of the theatre. */
export async function readRestaurantRecords(
  db: Kysely<Database>,
  ids?: readonly string[],
): Promise<{ readonly id: string; readonly record: StoredRestaurant; readonly version: number }[]> {
  const only = ids ? [...ids] : null
  const { rows } = await sql<{ id: string; record: StoredRestaurant; hall: string | null; version: number }>`
    select r.id, r.version, r.hall, jsonb_build_object('isWithdrawn', r.withdrawn_at is not null, 'position', r.position, 'name', r.name,
        'summary', r.summary, 'access', r.access, 'translations', ${translationsJson}, 'sittings', ${sittingsJson}) as record
    from restaurant r where ${only}::text[] is null or r.id = any(${only}::text[]) order by r.position, r.id`.execute(db)
  return rows.map(({ id, record, hall, version }) => ({ id, version, record: { ...record, ...(hall !== null && { hall }) } }))
}

/** Restaurants with their sittings. What was booked keeps its table, its time and its price. */
export const restaurantSubject: SubjectModule = {
  read: async (trx, ids) => {
    await sql`select from restaurant where id = any(${[...ids]}) order by id for no key update`.execute(trx)
    await lockSittings(trx, ids)
    const records = await readRestaurantRecords(trx, ids)
    return new Map(records.map(({ id, record, version }) => [id, { value: record, version }]))
  },
  write: async (trx, _deps, rows) => {
    for (const { id, after } of rows) await writeRestaurant(trx, id, after as StoredRestaurant)
    await serveTables(trx, { restaurants: rows.map(({ id }) => id) })
  },
  remove: async (trx, ids) => {
    await trx
      .deleteFrom('restaurant')
      .where('id', 'in', [...ids])
      .execute()
  },
  dependents: async (trx, rows) => {
    const created = rows.filter(({ before }) => before === null).map(({ id }) => id)
    const undone = rows.filter(({ before }) => before !== null).map(undoneRow)
    return [...(await countTableUses(trx, 'restaurant', created)), ...(await lostRestaurantTables(trx, undone))]
  },
}

/** People in orders and baskets whose tables rows take away, move or shrink. Rows may have the fields that change alone. */
export async function lostRestaurantTables(trx: Transaction<Database>, rows: readonly ChangeRow[]): Promise<ChangeDependent[]> {
  const changes = new Map(rows.map(({ id, before, after }) => [id, { before: fieldsOf(before), after: fieldsOf(after) }]))
  if (changes.size === 0) return []
  const rules = await readSittingRules(trx)
  return countLostTables(
    trx,
    rules.map(({ hall, ...rule }) => {
      const { before = {}, after = {} } = changes.get(rule.restaurant) ?? {}
      // A stored row names the hall only where it changes, on the side that has one.
      const isHallChanged = 'hall' in before || 'hall' in after
      const nextHall = isHallChanged ? after.hall : hall
      return { ...rule, sittings: after.sittings ?? rule.sittings, ...(nextHall !== undefined && { hall: nextHall }) }
    }),
  )
}

const fieldsOf = (value: unknown): Partial<StoredRestaurant> => (value ?? {}) as Partial<StoredRestaurant>

async function writeRestaurant(trx: Transaction<Database>, id: string, record: StoredRestaurant): Promise<void> {
  const { position, name, summary, access, hall, translations, sittings, isWithdrawn } = record
  const row = { position, name, summary, access, hall: hall ?? null, ...translationColumns(translations) }
  await trx
    .insertInto('restaurant')
    .values({ ...row, id, withdrawn_at: isWithdrawn ? sql<Date>`now()` : null })
    // Sittings are in another table: the version counts their changes too.
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        ...{ ...row, version: sql<number>`restaurant.version + 1` },
        withdrawn_at: isWithdrawn ? sql<Date>`coalesce(restaurant.withdrawn_at, now())` : null,
      }),
    )
    .execute()
  await trx.deleteFrom('restaurant_sitting').where('restaurant_id', '=', id).execute()
  await insertSittings(trx, id, sittings)
}
