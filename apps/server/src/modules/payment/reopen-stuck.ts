import { type Kysely, sql } from 'kysely'
import { type Database, transact } from '#db'
import { lockBasket } from '#modules/basket'
import { reopenBasket } from './reopen-basket.ts'

/** Baskets of one round. */
const batchSize = 100

/** A basket that is being paid for, with nothing that could pay for it. */
const isStuck = sql<boolean>`state = 'paying' and not exists (
  select from payment_attempt a where a.basket_id = basket.id and a.state in ('created', 'redirected'))`

/**
 * Gives baskets back that wait for a payment which is over. Nothing is meant to bring one there, and so whoever finds one
 * has found a mistake: until it is mended, nobody's seats are kept for ever.
 * @returns the baskets that were given back.
 */
export async function reopenStuckBaskets(db: Kysely<Database>): Promise<string[]> {
  const stuck = await db.selectFrom('basket').select('id').where(isStuck).limit(batchSize).execute()
  const freed: string[] = []
  for (const { id } of stuck)
    await transact(db, async (trx) => {
      const basket = await lockBasket(trx, id)
      const still = await trx.selectFrom('basket').select('id').where('id', '=', id).where(isStuck).executeTakeFirst()
      if (still) await reopenBasket(trx, basket, { payment: null, last: 'timed-out' }, { name: 'sweeper' })
      return still !== undefined
    }).then((isFreed) => isFreed && freed.push(id))
  return freed
}
