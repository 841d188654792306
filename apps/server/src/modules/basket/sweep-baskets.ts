import { type Kysely, sql } from 'kysely'
import { type Database, transact } from '#db'
import { expireBasket, lockBasket } from './basket-row.ts'

const atMost = 100

/**
 * Ends baskets past their deadline, one short transaction each; several processes may sweep at once (`skip locked`).
 * A lapsed hold was free before: this only tidies up. A basket that can't be ended holds up none of the others.
 * @returns how many were ended.
 */
export async function sweepBaskets(db: Kysely<Database>): Promise<number> {
  const lapsed = await db
    .selectFrom('basket')
    .select('id')
    .where('state', '=', 'open')
    .where('deadline', '<=', sql<Date>`now()`)
    .orderBy('deadline')
    .limit(atMost)
    .execute()
  const failures: unknown[] = []
  let swept = 0
  for (const { id } of lapsed)
    try {
      if (await sweepOne(db, id)) swept += 1
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${lapsed.length} lapsed baskets could not be ended`)
  return swept
}

/** False for one that somebody else has in hand, or that has not lapsed any more. */
async function sweepOne(db: Kysely<Database>, id: string): Promise<boolean> {
  return transact(db, async (trx) => {
    const still = await trx
      .selectFrom('basket')
      .select('id')
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('deadline', '<=', sql<Date>`now()`)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (still) await expireBasket(trx, await lockBasket(trx, id), { name: 'sweeper' })
    return still !== undefined
  })
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

/**
 * Frees seats that are kept for a payment of a basket which nobody pays for. Nothing is meant to leave one behind, and so
 * whoever finds one has found a mistake: until it is mended, no seat is lost to the house for ever.
 */
export async function freeStrayClaims(db: Kysely<Database>): Promise<{ readonly performance: string; readonly seat: number }[]> {
  const { rows } = await sql<{ performance: string; seat: number }>`
    delete from seat_claim where (performance_id, seat) in (
      select c.performance_id, c.seat from seat_claim c
      where c.state = 'paying' and not exists (select 1 from basket b where b.id = c.basket_id and b.state = 'paying')
      order by c.performance_id, c.seat limit 500 for update skip locked)
    returning performance_id as performance, seat`.execute(db)
  return rows
}
