import type { Transaction } from 'kysely'
import type { Actor, Database } from '#db'
import { releaseReserved } from '#modules/seating'
import { lockReservation, moveReservation, reservedTickets, setsOf } from './reservation-row.ts'

/** Ends a reserved order, which the caller has locked, and puts its seats on sale. @throws RangeError where it is not open */
export async function endReservation(trx: Transaction<Database>, id: string, actor: Actor): Promise<void> {
  for (const seatSet of setsOf(await reservedTickets(trx, id))) await releaseReserved(trx, id, seatSet)
  await moveReservation(trx, await lockReservation(trx, id), 'lapse', actor)
}
