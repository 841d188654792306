import type { Transaction } from 'kysely'
import type { Actor, Database } from '#db'
import { releaseReserved } from '#modules/seating'
import { lockReservation, moveReservation, reservedTickets, returnToLocks, setsOf } from './reservation-row.ts'

/** Ends a reserved order, which the caller has locked: its seats return to their locks, or go on sale. @throws RangeError where it is not open */
export async function endReservation(trx: Transaction<Database>, id: string, actor: Actor): Promise<void> {
  const tickets = await reservedTickets(trx, id)
  for (const seatSet of setsOf(tickets)) await releaseReserved(trx, id, seatSet)
  await returnToLocks(trx, tickets)
  await moveReservation(trx, await lockReservation(trx, id), 'lapse', actor)
}
