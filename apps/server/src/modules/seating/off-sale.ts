import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { claimSeats, type SeatSet } from './claim.ts'

/** Blocks seats that a basket holds, until they are unblocked. False if one of them is no longer held. */
export async function blockHeld(
  trx: Transaction<Database>,
  hold: string,
  basket: string,
  { performance, seats }: SeatSet,
): Promise<boolean> {
  const blockedClaims = await sql`
    update seat_claim set state = 'blocked', basket_id = null, order_id = ${hold}::uuid, until = null
    where performance_id = ${performance} and seat = any(${[...seats]}::int[]) and state = 'held' and basket_id = ${basket}::uuid`.execute(
    trx,
  )
  return Number(blockedClaims.numAffectedRows ?? 0) === seats.length
}

/**
 * Unblocks the given seats of a seat hold, or all of them.
 * @returns the unblocked seats
 */
export async function unblock(trx: Transaction<Database>, hold: string, performance: string, seats?: readonly number[]): Promise<number[]> {
  const freedClaims = await sql<{ seat: number }>`
    delete from seat_claim
    where performance_id = ${performance} and state = 'blocked' and order_id = ${hold}::uuid
      and (${seats === undefined} or seat = any(${[...(seats ?? [])]}::int[])) returning seat`.execute(trx)
  return freedClaims.rows.map(({ seat }) => seat).toSorted((a, b) => a - b)
}

/** Moves blocked seats from other seat holds of a performance to this one. */
export async function moveBlocked(trx: Transaction<Database>, hold: string, { performance, seats }: SeatSet): Promise<void> {
  await sql`
    update seat_claim set order_id = ${hold}::uuid
    where performance_id = ${performance} and seat = any(${[...seats]}::int[]) and state = 'blocked'`.execute(trx)
}

/** Blocked seats of a performance, by the seat hold that blocks them. */
export async function blockedSeats(trx: Transaction<Database>, performance: string): Promise<ReadonlyMap<string, readonly number[]>> {
  const { rows } = await sql<{ hold: string; seats: number[] }>`
    select order_id as hold, array_agg(seat order by seat) as seats from seat_claim
    where performance_id = ${performance} and state = 'blocked' group by order_id`.execute(trx)
  return new Map(rows.map(({ hold, seats }) => [hold, seats]))
}

/** A locked seat of a performance that a reserved order gets. */
export type AllottedSeat = { readonly seat: number; readonly lock: string; readonly order: string }

/** Reserves blocked seats for orders until a time, all or none, in seat order. False if one of them has left its lock. */
export async function reserveBlocked(
  trx: Transaction<Database>,
  performance: string,
  allotted: readonly AllottedSeat[],
  until: Date,
): Promise<boolean> {
  const { rows } = await sql<{ seat: number }>`
    with allotted as (
      select seat, "lock", "order" from unnest(${allotted.map(({ seat }) => seat)}::int[], ${allotted.map(({ lock }) => lock)}::uuid[],
        ${allotted.map(({ order }) => order)}::uuid[]) as a (seat, "lock", "order")),
    blocked as (
      select c.seat from seat_claim c join allotted a on a.seat = c.seat and a.lock = c.order_id
      where c.performance_id = ${performance} and c.state = 'blocked' order by c.seat for update of c)
    update seat_claim c set state = 'reserved', order_id = a.order, until = ${until} from allotted a join blocked using (seat)
    where c.performance_id = ${performance} and c.seat = a.seat returning c.seat`.execute(trx)
  return rows.length === allotted.length
}

/**
 * Blocks seats again that were reserved from a lock and are released in this transaction. They go on sale where the lock has ended, or its
 * release is over by the clock of the database.
 */
export async function returnToLock(trx: Transaction<Database>, lock: string, seatSet: SeatSet): Promise<void> {
  const { rows } = await sql`
    select id from seat_hold where id = ${lock} and lifted_at is null and (release_at is null or release_at > now()) for share`.execute(trx)
  if (rows.length > 0) await claimSeats(trx, seatSet, { as: 'blocked', lock }, 'keep')
}
