import { type Kysely, sql } from 'kysely'
import { type Database, transact } from '#db'
import { lockBasket } from '#modules/basket'
import { reopenBasket } from './reopen-basket.ts'

/** Baskets per run. */
const batchSize = 100

/** A basket in state `paying` without an attempt that can be paid. */
const isStuck = sql<boolean>`state = 'paying' and not exists (
  select from payment_attempt a where a.basket_id = basket.id and a.state in ('created', 'redirected'))`

/**
 * Reopens baskets that wait for a payment which has ended. Such a basket is the result of a bug; this keeps its seats from
 * being held forever.
 * @returns the ids of the reopened baskets
 */
export async function reopenStuckBaskets(db: Kysely<Database>): Promise<string[]> {
  const stuckBaskets = await db.selectFrom('basket').select('id').where(isStuck).limit(batchSize).execute()
  const reopenedIds: string[] = []
  for (const { id } of stuckBaskets)
    await transact(db, async (trx) => {
      const basket = await lockBasket(trx, id)
      const stillStuck = await trx.selectFrom('basket').select('id').where('id', '=', id).where(isStuck).executeTakeFirst()
      if (stillStuck) await reopenBasket(trx, basket, { payment: null, last: 'timed-out' }, { name: 'sweeper' })
      return stillStuck !== undefined
    }).then((isReopened) => isReopened && reopenedIds.push(id))
  return reopenedIds
}
