import { type Kysely, sql } from 'kysely'
import { type Database, transact } from '#db'
import { basketMoves } from '@playhouse/domain/basket'
import { next } from '@playhouse/domain/machine'
import { expireBasket, lockBasket } from './basket-row.ts'

const maxBasketsPerRun = 100
/** Plain baskets that one statement ends, and such statements of a round at most: all of a big on-sale lapse in one minute. */
const batchSize = 500
const maxBatches = 40

/**
 * Ends baskets past their deadline; several processes may sweep at once (`skip locked`). A lapsed hold was free before: this
 * only tidies up. Those that have more to give back than seats are ended one by one, in one short transaction each, and one
 * that can't be ended holds up none of the others.
 * @returns how many were ended.
 */
export async function expireBaskets(db: Kysely<Database>): Promise<number> {
  let ended = 0
  for (let round = 0; round < maxBatches; round++) {
    const some = await expirePlainBaskets(db)
    ended += some
    if (some < batchSize) break
  }
  return ended + (await expireOtherBaskets(db))
}

/** Whether a basket has nothing but seats to give back: no code with a use of it, no reserved order. */
const isPlain = sql<boolean>`reservation_id is null and promo is null`

/** Does for many at once what `expireBasket` does for one. */
async function expirePlainBaskets(db: Kysely<Database>): Promise<number> {
  return transact(db, async (trx) => {
    const { rows } = await sql<{ ended: number }>`
      with over as (
        select id, state from basket where state = 'open' and deadline <= now() and ${isPlain}
        order by deadline limit ${batchSize} for update skip locked),
      seats as (
        select t.basket_id, t.performance_id, array_agg(t.seat order by t.added_at, t.seat) as seats
        from basket_ticket t join over on over.id = t.basket_id group by t.basket_id, t.performance_id),
      theirs as (
        select c.performance_id, c.seat from seat_claim c join basket_ticket t
          on t.performance_id = c.performance_id and t.seat = c.seat and t.basket_id = c.basket_id
        where c.state = 'held' and c.basket_id in (select id from over)
        order by c.performance_id, c.seat for update of c),
      freed as (delete from seat_claim where (performance_id, seat) in (select performance_id, seat from theirs)),
      ended as (
        update basket b set state = ${next(basketMoves, 'open', 'expire')}, version = b.version + 1, lapsed = coalesce((
          select jsonb_agg(jsonb_build_object('performance', s.performance_id, 'seats', s.seats) order by s.performance_id)
          from seats s where s.basket_id = b.id), '[]')
        from over where b.id = over.id returning b.id, b.lapsed, over.state as before, b.state),
      noted as (
        insert into audit (id, actor, subject, subject_id, verb, from_state, to_state, detail)
        select gen_random_uuid(), 'sweeper', 'basket', id::text, 'expire', before, state, jsonb_build_object('tickets', (
          select coalesce(sum(jsonb_array_length(one -> 'seats')), 0) from jsonb_array_elements(lapsed) one)) from ended)
      select count(*)::int as ended from ended`.execute(trx)
    return rows[0]!.ended
  })
}

async function expireOtherBaskets(db: Kysely<Database>): Promise<number> {
  const lapsed = await db
    .selectFrom('basket')
    .select('id')
    .where('state', '=', 'open')
    .where('deadline', '<=', sql<Date>`now()`)
    .where(sql<boolean>`not (${isPlain})`)
    .orderBy('deadline')
    .limit(maxBasketsPerRun)
    .execute()
  const failures: unknown[] = []
  let swept = 0
  for (const { id } of lapsed)
    try {
      if (await expireOne(db, id)) swept += 1
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${lapsed.length} lapsed baskets could not be ended`)
  return swept
}

/** False for one that somebody else has in hand, or that has not lapsed any more. */
async function expireOne(db: Kysely<Database>, id: string): Promise<boolean> {
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
export async function releaseLapsedClaims(db: Kysely<Database>): Promise<void> {
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
export async function releaseStrayClaims(db: Kysely<Database>): Promise<{ readonly performance: string; readonly seat: number }[]> {
  const { rows } = await sql<{ performance: string; seat: number }>`
    delete from seat_claim where (performance_id, seat) in (
      select c.performance_id, c.seat from seat_claim c
      where c.state = 'paying' and not exists (select 1 from basket b where b.id = c.basket_id and b.state = 'paying')
      order by c.performance_id, c.seat limit 500 for update skip locked)
    returning performance_id as performance, seat`.execute(db)
  return rows
}
