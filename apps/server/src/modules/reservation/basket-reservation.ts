import { sql, type Transaction } from 'kysely'
import type { Actor, Database } from '#db'
import { holdAtLeast, holdReserved, releaseHolds, reserveAgain, type SeatSet } from '#modules/seating'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { isOver, lockReservation, moveReservation, type ReservedTicket, reservedTickets, returnToLocks, setsOf } from './reservation-row.ts'

/**
 * Moves a customer's reserved order into a basket, which the caller has locked and found empty. Its tickets keep their reserved
 * prices.
 * @throws Error where a seat of the reservation is lost, which is a bug
 */
export async function moveReservationToBasket(
  trx: Transaction<Database>,
  { number, customer, basket }: { readonly number: string; readonly customer: string; readonly basket: string },
  actor: Actor,
): Promise<
  Result<{ readonly id: string; readonly tickets: readonly ReservedTicket[] }, Problem<'order-not-found' | 'reserved-order-locked'>>
> {
  const reservation = await trx
    .selectFrom('reservation')
    .selectAll()
    .select(isOver)
    .where('number', '=', number)
    .where('customer_id', '=', customer)
    .forUpdate()
    .executeTakeFirst()
  if (!reservation) return fail(problem('order-not-found'))
  if (reservation.is_locked || reservation.isOver || reservation.state !== 'reserved') return fail(problem('reserved-order-locked'))
  const tickets = await reservedTickets(trx, reservation.id)
  for (const seatSet of setsOf(tickets))
    if (!(await holdReserved(trx, reservation.id, basket, seatSet, reservation.held_until)))
      throw new Error(`reservation ${number} has lost a seat of ${seatSet.performance}`)
  await moveReservation(trx, reservation, 'addToBasket', actor, { basket_id: basket })
  return ok({ id: reservation.id, tickets })
}

/**
 * Restores the reserved order of a basket that ended unpaid. Past its time it lapses, and seats from locks return to them.
 * @returns the tickets reserved again
 */
export async function restoreReservation(
  trx: Transaction<Database>,
  id: string,
  basket: string,
  actor: Actor,
): Promise<readonly ReservedTicket[]> {
  const reservation = await lockReservation(trx, id)
  if (reservation.state !== 'in-basket' || reservation.basket_id !== basket) return []
  const tickets = await reservedTickets(trx, id)
  if (reservation.isOver) {
    for (const seatSet of setsOf(tickets)) await releaseHolds(trx, basket, seatSet)
    await returnToLocks(trx, tickets)
    await moveReservation(trx, reservation, 'lapse', actor)
    return []
  }
  for (const seatSet of setsOf(tickets))
    if (!(await reserveAgain(trx, id, basket, seatSet, reservation.held_until)))
      throw new Error(`reservation ${reservation.number} has lost a seat of ${seatSet.performance}`)
  await moveReservation(trx, reservation, 'putBack', actor, { basket_id: null })
  return tickets
}

/** After a failed payment, extends the holds of reserved seats to the end of the reservation, beyond the basket's deadline. */
export async function extendReservedHolds(trx: Transaction<Database>, id: string, basket: string): Promise<void> {
  const reservation = await lockReservation(trx, id)
  for (const seatSet of setsOf(await reservedTickets(trx, id))) await holdAtLeast(trx, basket, seatSet, reservation.held_until)
}

/** Removes seats that left the basket from its reserved order, and returns them to their locks; without seats the reservation ends. */
export async function removeReservedSeats(trx: Transaction<Database>, basket: string, { performance, seats }: SeatSet): Promise<void> {
  const reservation = await trx
    .selectFrom('reservation')
    .selectAll()
    .select(isOver)
    .where('basket_id', '=', basket)
    .where('state', '=', 'in-basket')
    .forUpdate()
    .executeTakeFirst()
  if (!reservation || seats.length === 0) return
  const tickets = await reservedTickets(trx, reservation.id)
  await returnToLocks(
    trx,
    tickets.filter((ticket) => ticket.performance_id === performance && seats.includes(ticket.seat)),
  )
  await trx
    .deleteFrom('reservation_ticket')
    .where('reservation_id', '=', reservation.id)
    .where('performance_id', '=', performance)
    .where('seat', 'in', [...seats])
    .execute()
  if ((await reservedTickets(trx, reservation.id)).length === 0)
    await moveReservation(trx, reservation, 'lapse', { name: `basket ${basket}` })
}

/** Confirms the reservation of a paid basket, after the tickets of its order are stored. */
export async function confirmReservation(trx: Transaction<Database>, id: string, order: string, actor: Actor): Promise<void> {
  const reservation = await lockReservation(trx, id)
  if (reservation.state !== 'in-basket') return
  await moveReservation(trx, reservation, 'confirm', actor, { order_id: order })
  // The names that the contact of a group gave move to its tickets, by seat: a seat of a plan has one ticket in an order.
  await sql`
    with named as (select id, performance_id, seat, holder from reservation_ticket where reservation_id = ${id}::uuid and holder is not null),
      cleared as (update reservation_ticket r set holder = null from named where r.id = named.id)
    update ticket t set holder = named.holder from named
    where t.order_id = ${order}::uuid and t.performance_id = named.performance_id and t.seat = named.seat`.execute(trx)
}
