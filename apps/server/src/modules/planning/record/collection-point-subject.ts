import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { countFoodUses, countLostGuests, lockServings, readServingRules, serveMenus } from '#modules/food'
import { type ChangeDependent, type ChangeRow, undoneRow } from '@playhouse/domain/change'
import { namesOfTranslations, nameTranslations } from '@playhouse/domain/menu-record'
import type { StoredRecord } from '@playhouse/domain/record'
import type { SubjectModule } from '../subject.ts'

type StoredPoint = StoredRecord<'collection-point'>

/** Reads collection points as records, all or some, in the order of the theatre. */
export async function readCollectionPointRecords(
  db: Kysely<Database>,
  ids?: readonly string[],
): Promise<{ readonly id: string; readonly record: StoredPoint; readonly version: number }[]> {
  const rows = await db
    .selectFrom('collection_point')
    .selectAll()
    .$if(ids !== undefined, (query) => query.where('id', 'in', [...ids!]))
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ id, position, name, translations, hall, opens_before: opensBefore, withdrawn_at, version }) => {
    const names = namesOfTranslations(translations)
    return {
      ...{ id, version },
      record: {
        ...{ position, name, isWithdrawn: withdrawn_at !== null },
        ...(names && { names }),
        ...(hall !== null && { hall }),
        ...(opensBefore !== null && { opensBefore }),
      },
    }
  })
}

/** Collection points. What was ordered keeps the name of its collection point. */
export const collectionPointSubject: SubjectModule = {
  read: async (trx, ids) => {
    await sql`select from collection_point where id = any(${[...ids]}) order by id for no key update`.execute(trx)
    await lockServings(trx, { points: ids })
    const records = await readCollectionPointRecords(trx, ids)
    return new Map(records.map(({ id, record, version }) => [id, { value: record, version }]))
  },
  write: async (trx, _deps, rows) => {
    for (const { id, after } of rows) await writePoint(trx, id, after as StoredPoint)
    // A point may be for other performances.
    await serveMenus(trx)
  },
  remove: async (trx, ids) => {
    await trx
      .deleteFrom('collection_point')
      .where('id', 'in', [...ids])
      .execute()
  },
  dependents: async (trx, rows) => {
    const created = rows.filter(({ before }) => before === null).map(({ id }) => id)
    const undone = rows.filter(({ before }) => before !== null).map(undoneRow)
    return [
      ...(await countServings(trx, created)),
      ...(await countFoodUses(trx, 'point', created)),
      ...(await lostPointGuests(trx, undone)),
    ]
  },
}

/** Guests in orders and baskets at collection points that rows give to another hall. Rows may have the fields that change alone. */
export async function lostPointGuests(trx: Transaction<Database>, rows: readonly ChangeRow[]): Promise<ChangeDependent[]> {
  const halls = new Map(rows.map(({ id, before, after }) => [id, { from: hallOf(before), to: hallOf(after) }]))
  const moved = new Map([...halls].filter(([, { from, to }]) => to !== undefined && from !== to).map(([id, { to }]) => [id, to]))
  if (moved.size === 0) return []
  const { servings, points } = await readServingRules(trx)
  return countLostGuests(trx, { servings, points: points.map((each) => ({ ...each, hall: moved.get(each.point) ?? each.hall })) })
}

const hallOf = (value: unknown): string | undefined => (value as Partial<StoredPoint> | null)?.hall

/** Menus that are served at some collection points. */
async function countServings(trx: Transaction<Database>, ids: readonly string[]): Promise<ChangeDependent[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from menu_serving where point_id = any(${[...ids]}::text[])`.execute(trx)
  return rows.filter(({ count }) => count > 0).map(({ count }) => ({ kind: 'reference', id: 'menu_serving', count }))
}

async function writePoint(
  trx: Transaction<Database>,
  id: string,
  { position, name, names, hall, opensBefore, isWithdrawn }: StoredPoint,
): Promise<void> {
  const row = {
    ...{ position, name, translations: JSON.stringify(nameTranslations(names)) },
    ...{ hall: hall ?? null, opens_before: opensBefore ?? null },
  }
  await trx
    .insertInto('collection_point')
    .values({ ...row, id, withdrawn_at: isWithdrawn ? sql<Date>`now()` : null })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        ...{ ...row, version: sql<number>`collection_point.version + 1` },
        withdrawn_at: isWithdrawn ? sql<Date>`coalesce(collection_point.withdrawn_at, now())` : null,
      }),
    )
    .execute()
}
