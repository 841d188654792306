import { type Kysely, sql } from 'kysely'
import { type Database, transact } from '#db'
import { expireBasket, lockBasket } from './basket-row.ts'

const atMost = 100

/**
 * Ends baskets past their deadline, one short transaction each; several processes may sweep at once (`skip locked`).
 * A lapsed hold was free before: this only tidies up.
 * @returns how many were ended.
 */
export async function sweepBaskets(db: Kysely<Database>): Promise<number> {
  for (let swept = 0; swept < atMost; swept++) {
    const found = await transact(db, async (trx) => {
      const lapsed = await trx
        .selectFrom('basket')
        .select('id')
        .where('state', '=', 'open')
        .where('deadline', '<=', sql<Date>`now()`)
        .orderBy('deadline')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!lapsed) return false
      await expireBasket(trx, await lockBasket(trx, lapsed.id), { name: 'sweeper' })
      return true
    })
    if (!found) return swept
  }
  return atMost
}
