import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { auditBy, type Actor, type Database, publish, type ReservationTable, type ReservationTicketTable } from '#db'
import { returnToLock, type SeatSet } from '#modules/seating'
import { next, type VerbOf } from '@playhouse/domain/machine'
import { reservationMoves } from '@playhouse/domain/order'

export type Reservation = Selectable<ReservationTable> & {
  /** Whether its time has passed by the database clock, even if its row has not been updated yet. */
  readonly isOver: boolean
}
export type ReservedTicket = Selectable<ReservationTicketTable>

export const isOver = sql<boolean>`held_until <= now()`.as('isOver')

/** Reads a reserved order and locks its row. */
export async function lockReservation(trx: Transaction<Database>, id: string): Promise<Reservation> {
  return trx.selectFrom('reservation').selectAll().select(isOver).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** The tickets of a reserved order, by performance and seat. */
export async function reservedTickets(db: Kysely<Database>, id: string): Promise<ReservedTicket[]> {
  return db
    .selectFrom('reservation_ticket')
    .selectAll()
    .where('reservation_id', '=', id)
    .orderBy('performance_id')
    .orderBy('seat')
    .execute()
}

/** Groups the seats by performance. The order is fixed, so that locks cannot deadlock. */
export const setsOf = (tickets: readonly ReservedTicket[]): SeatSet[] =>
  [...Map.groupBy(tickets, (ticket) => ticket.performance_id)].map(([performance, ticketsOfPerformance]) => ({
    performance,
    seats: ticketsOfPerformance.map(({ seat }) => seat),
  }))

/** Returns the released seats of tickets that are still stored to the locks from which a draw took them. Seats without a lock stay on sale. */
export async function returnToLocks(trx: Transaction<Database>, tickets: readonly ReservedTicket[]): Promise<void> {
  if (tickets.length === 0) return
  const locked = await trx
    .selectFrom('reservation_ticket_lock')
    .selectAll()
    .where(
      'ticket_id',
      'in',
      tickets.map(({ id }) => id),
    )
    .orderBy('lock_id')
    .execute()
  for (const [lock, rows] of Map.groupBy(locked, ({ lock_id }) => lock_id)) {
    const ticketsOfLock = tickets.filter(({ id }) => rows.some(({ ticket_id }) => ticket_id === id))
    for (const seatSet of setsOf(ticketsOfLock)) await returnToLock(trx, lock, seatSet)
  }
}

/** Moves a reservation along its state machine, and audits the move. @throws RangeError where the machine has no such move */
export async function moveReservation(
  trx: Transaction<Database>,
  reservation: Reservation,
  verb: VerbOf<typeof reservationMoves>,
  actor: Actor,
  change: { readonly basket_id?: string | null; readonly order_id?: string } = {},
): Promise<void> {
  const to = next(reservationMoves, reservation.state, verb)
  if (!to) throw new RangeError(`reservation ${reservation.number} is ${reservation.state} and can't ${verb}`)
  await trx
    .updateTable('reservation')
    .set({ state: to, ...change })
    .where('id', '=', reservation.id)
    .execute()
  await auditBy(trx, actor, { subject: 'reservation', subjectId: reservation.id, verb, from: reservation.state, to, detail: change })
  // A ballot may reassign the unpaid seats.
  if (verb === 'lapse') await publish(trx, 'reservation.lapsed', reservation.id, { reservation: reservation.id })
}
