import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { SeatSet } from './claim.ts'

/**
 * Moves the seats of a reserved order into a basket. Their hold lasts until the reservation ends, even if the basket's deadline
 * is earlier. False if one of them is no longer reserved.
 */
export async function holdReserved(
  trx: Transaction<Database>,
  order: string,
  basket: string,
  seatSet: SeatSet,
  until: Date,
): Promise<boolean> {
  const movedClaims = await sql`
    update seat_claim set state = 'held', basket_id = ${basket}::uuid, order_id = null, until = ${until}
    where performance_id = ${seatSet.performance} and seat = any(${seatSet.seats}::int[]) and state = 'reserved' and order_id = ${order}::uuid`.execute(
    trx,
  )
  return Number(movedClaims.numAffectedRows ?? 0) === seatSet.seats.length
}

/** Returns seats of a basket to their reserved order. */
export async function reserveAgain(
  trx: Transaction<Database>,
  order: string,
  basket: string,
  seatSet: SeatSet,
  until: Date,
): Promise<boolean> {
  const movedClaims = await sql`
    update seat_claim set state = 'reserved', basket_id = null, order_id = ${order}::uuid, until = ${until}
    where performance_id = ${seatSet.performance} and seat = any(${seatSet.seats}::int[]) and state = 'held' and basket_id = ${basket}::uuid`.execute(
    trx,
  )
  return Number(movedClaims.numAffectedRows ?? 0) === seatSet.seats.length
}

/** Extends a basket's holds on these seats, and never shortens them. */
export async function holdAtLeast(trx: Transaction<Database>, basket: string, seatSet: SeatSet, until: Date): Promise<void> {
  await sql`
    update seat_claim set until = greatest(until, ${until})
    where performance_id = ${seatSet.performance} and seat = any(${seatSet.seats}::int[]) and state = 'held' and basket_id = ${basket}::uuid`.execute(
    trx,
  )
}

/** Sets until when the seats of a reserved order are kept. */
export async function keepReservedUntil(trx: Transaction<Database>, order: string, until: Date): Promise<void> {
  await sql`
    update seat_claim set until = ${until} where state = 'reserved' and order_id = ${order}::uuid
      and (performance_id, seat) in (select performance_id, seat from reservation_ticket where reservation_id = ${order}::uuid)`.execute(
    trx,
  )
}

/** Releases the seats of a reserved order. */
export async function releaseReserved(trx: Transaction<Database>, order: string, seatSet: SeatSet): Promise<void> {
  await sql`
    delete from seat_claim
    where performance_id = ${seatSet.performance} and seat = any(${seatSet.seats}::int[]) and state = 'reserved' and order_id = ${order}::uuid`.execute(
    trx,
  )
}
