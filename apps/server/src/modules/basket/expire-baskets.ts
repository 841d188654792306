import { type Kysely, sql } from 'kysely'
import { type Database, transact } from '#db'
import { basketMoves } from '@playhouse/domain/basket'
import { kindsWithoutTickets } from '@playhouse/domain/item-kind'
import { next } from '@playhouse/domain/machine'
import { expireBasket, lockBasket } from './basket-row.ts'

const maxBasketsPerRun = 100
/** Plain baskets per statement, and statements per run: enough if all baskets of a large on-sale lapse in the same minute. */
const batchSize = 500
const maxBatches = 40

/**
 * Expires baskets past their deadline. Several processes may run it at once (`skip locked`). Their seats are free already: this
 * only updates rows. Baskets with a promo code, a reserved order or other items are handled one by one in short transactions, so that one that
 * fails does not delay the others.
 * @returns the number of expired baskets
 */
export async function expireBaskets(db: Kysely<Database>): Promise<number> {
  let expiredCount = 0
  for (let batch = 0; batch < maxBatches; batch++) {
    const batchCount = await expirePlainBaskets(db)
    expiredCount += batchCount
    if (batchCount < batchSize) break
  }
  return expiredCount + (await expireOtherBaskets(db))
}

/** Whether a basket has only seats to release: no promo code, no reserved order and no items that stay without tickets. */
const isPlain = sql<boolean>`reservation_id is null and promo is null and not exists (
  select from basket_item i where i.basket_id = basket.id and i.kind = any(${[...kindsWithoutTickets]}::text[]) offset 0)`

/** Does the same as `expireBasket`, for many baskets in one statement. */
async function expirePlainBaskets(db: Kysely<Database>): Promise<number> {
  return transact(db, async (trx) => {
    const { rows } = await sql<{ expired: number }>`
      with lapsed_baskets as (
        select id, state from basket where state = 'open' and deadline <= now() and ${isPlain}
        order by deadline limit ${batchSize} for update skip locked),
      seats as (
        select t.basket_id, t.performance_id, array_agg(t.seat order by t.added_at, t.seat) as seats
        from basket_ticket t join lapsed_baskets l on l.id = t.basket_id group by t.basket_id, t.performance_id),
      held_claims as (
        select c.performance_id, c.seat from seat_claim c join basket_ticket t
          on t.performance_id = c.performance_id and t.seat = c.seat and t.basket_id = c.basket_id
        where c.state = 'held' and c.basket_id in (select id from lapsed_baskets)
        order by c.performance_id, c.seat for update of c),
      deleted_claims as (delete from seat_claim where (performance_id, seat) in (select performance_id, seat from held_claims)),
      expired_baskets as (
        update basket b set state = ${next(basketMoves, 'open', 'expire')}, version = b.version + 1, lapsed = coalesce((
          select jsonb_agg(jsonb_build_object('performance', s.performance_id, 'seats', s.seats) order by s.performance_id)
          from seats s where s.basket_id = b.id), '[]')
        from lapsed_baskets l where b.id = l.id returning b.id, b.lapsed, l.state as before, b.state),
      audit_entries as (
        insert into audit (id, actor, subject, subject_id, verb, from_state, to_state, detail)
        select gen_random_uuid(), 'sweeper', 'basket', id::text, 'expire', before, state, jsonb_build_object('tickets', (
          select coalesce(sum(jsonb_array_length(one -> 'seats')), 0) from jsonb_array_elements(lapsed) one)) from expired_baskets)
      select count(*)::int as expired from expired_baskets`.execute(trx)
    return rows[0]!.expired
  })
}

async function expireOtherBaskets(db: Kysely<Database>): Promise<number> {
  const lapsedBaskets = await db
    .selectFrom('basket')
    .select('id')
    .where('state', '=', 'open')
    .where('deadline', '<=', sql<Date>`now()`)
    .where(sql<boolean>`not (${isPlain})`)
    .orderBy('deadline')
    .limit(maxBasketsPerRun)
    .execute()
  const failures: unknown[] = []
  let expiredCount = 0
  for (const { id } of lapsedBaskets)
    try {
      if (await expireUnlockedBasket(db, id)) expiredCount += 1
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${lapsedBaskets.length} lapsed baskets could not be expired`)
  return expiredCount
}

/** @returns false if another process has locked the basket, or if it is no longer lapsed */
async function expireUnlockedBasket(db: Kysely<Database>, id: string): Promise<boolean> {
  return transact(db, async (trx) => {
    const lapsedBasket = await trx
      .selectFrom('basket')
      .select('id')
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('deadline', '<=', sql<Date>`now()`)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (lapsedBasket) await expireBasket(trx, await lockBasket(trx, id), { name: 'sweeper' })
    return lapsedBasket !== undefined
  })
}

/** Deletes at most 500 claims that lapsed more than 30 seconds ago and belong to no open or paying basket. */
export async function releaseLapsedClaims(db: Kysely<Database>): Promise<void> {
  await sql`
    delete from seat_claim where (performance_id, seat) in (
      select c.performance_id, c.seat from seat_claim c
      where c.state = 'held' and c.until < now() - interval '30 seconds'
        and not exists (select 1 from basket b where b.id = c.basket_id and b.state in ('open', 'paying'))
      order by c.performance_id, c.seat limit 500 for update skip locked)`.execute(db)
}

/**
 * Releases seats that are claimed for a payment whose basket is not being paid for. No known path leaves such a claim, so each
 * one indicates a bug. The release keeps the seat from staying unavailable until the bug is fixed.
 */
export async function releaseStrayClaims(db: Kysely<Database>): Promise<{ readonly performance: string; readonly seat: number }[]> {
  const { rows } = await sql<{ performance: string; seat: number }>`
    delete from seat_claim where (performance_id, seat) in (
      select c.performance_id, c.seat from seat_claim c
      where c.state = 'paying' and not exists (select 1 from basket b where b.id = c.basket_id and b.state = 'paying')
      order by c.performance_id, c.seat limit 500 for update skip locked)
    returning performance_id as performance, seat`.execute(db)
  return rows
}
