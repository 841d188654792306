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

/** Clears away claims that lapsed a while ago and belong to no open basket, 500 at a time. */
export async function sweepClaims(db: Kysely<Database>): Promise<void> {
  await sql`
    delete from seat_claim where (performance_id, seat) in (
      select c.performance_id, c.seat from seat_claim c
      where c.state = 'held' and c.until < now() - interval '30 seconds'
        and not exists (select 1 from basket b where b.id = c.basket_id and b.state in ('open', 'paying'))
      order by c.performance_id, c.seat limit 500 for update skip locked)`.execute(db)
}
