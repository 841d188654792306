import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { SeatSet } from './claim.ts'

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
