import type { Transaction } from 'kysely'
import type { Database } from '#db'
import { removeReservedSeats } from '#modules/reservation'
import { releaseHolds } from '#modules/seating'
import type { TicketRow } from './basket-row.ts'

/** Releases held seats, except `keptSeats`, and removes the tickets from the basket. */
export async function removeTickets(
  trx: Transaction<Database>,
  basket: string,
  performance: string,
  tickets: readonly TicketRow[],
  keptSeats: readonly number[] = [],
): Promise<void> {
  const seats = tickets.map((ticket) => ticket.seat).filter((seat) => !keptSeats.includes(seat))
  if (seats.length > 0) await releaseHolds(trx, basket, { performance, seats })
  await removeReservedSeats(trx, basket, { performance, seats })
  await trx
    .deleteFrom('basket_ticket')
    .where(
      'id',
      'in',
      tickets.map((ticket) => ticket.id),
    )
    .execute()
}
