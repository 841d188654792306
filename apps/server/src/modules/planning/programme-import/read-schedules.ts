import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { StoredPriceSchedule } from '@playhouse/domain/price-schedule'

/** Scheduled prices whose moment is ahead. */
const ahead = (db: Kysely<Database>) =>
  db
    .selectFrom('price_schedule')
    .select(['id', 'data'])
    .where('applied_at', 'is', null)
    .where('starts_at', '>', sql<Date>`now()`)
    .orderBy('starts_at')
    .orderBy('id')

/** Reads the scheduled prices that do not hold yet, in the order in which they begin to hold. */
export const readSchedules = async (db: Kysely<Database>): Promise<StoredPriceSchedule[]> =>
  (await ahead(db).execute()).map(({ data }) => data)

/**
 * Locks the scheduled prices of price lists that do not hold yet, and reads them with the time of the database. Called before the lists are
 * locked, because prices that begin to hold are locked before their list.
 */
export async function lockSchedules(
  trx: Transaction<Database>,
  lists: readonly string[],
): Promise<{ readonly current: { readonly id: string; readonly value: StoredPriceSchedule }[]; readonly now: number }> {
  const rows = lists.length === 0 ? [] : await ahead(trx).where('price_list_id', 'in', lists).forUpdate().execute()
  const { now } = await trx.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()
  return { current: rows.map(({ id, data }) => ({ id, value: data })), now: now.getTime() }
}
