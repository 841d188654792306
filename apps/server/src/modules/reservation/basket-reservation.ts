import type { Transaction } from 'kysely'
import type { Actor, Database } from '#db'
import { holdAtLeast, holdReserved, reserveAgain, type SeatSet } from '#modules/seating'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { isOver, lockReservation, moveReservation, type ReservedTicket, reservedTickets, setsOf } from './reservation-row.ts'

/**
 * Puts a customer's reserved order into a basket, which the caller has locked and found empty. Its tickets keep the prices
 * they were reserved at.
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
  for (const set of setsOf(tickets))
    if (!(await holdReserved(trx, reservation.id, basket, set, reservation.held_until)))
      throw new Error(`reservation ${number} has lost a seat of ${set.performance}`)
  await moveReservation(trx, reservation, 'addToBasket', actor, { basket_id: basket })
  return ok({ id: reservation.id, tickets })
}

/** The basket ended unpaid: the order is reserved again, or over if its time has passed. Returns the seats it has back. */
export async function restoreReservation(
  trx: Transaction<Database>,
  id: string,
  basket: string,
  actor: Actor,
): Promise<readonly ReservedTicket[]> {
  const reservation = await lockReservation(trx, id)
  if (reservation.state !== 'in-basket' || reservation.basket_id !== basket) return []
  if (reservation.isOver) {
    await moveReservation(trx, reservation, 'lapse', actor)
    return []
  }
  const tickets = await reservedTickets(trx, id)
  for (const set of setsOf(tickets))
    if (!(await reserveAgain(trx, id, basket, set, reservation.held_until)))
      throw new Error(`reservation ${reservation.number} has lost a seat of ${set.performance}`)
  await moveReservation(trx, reservation, 'putBack', actor, { basket_id: null })
  return tickets
}

/** After a payment that came to nothing the seats are held as long as they are reserved, not as long as the basket lasts. */
export async function extendReservedHolds(trx: Transaction<Database>, id: string, basket: string): Promise<void> {
  const reservation = await lockReservation(trx, id)
  for (const set of setsOf(await reservedTickets(trx, id))) await holdAtLeast(trx, basket, set, reservation.held_until)
}

/** Seats leave a basket for good; those of a reserved order leave it too, and with its last one it ends. */
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
  await trx
    .deleteFrom('reservation_ticket')
    .where('reservation_id', '=', reservation.id)
    .where('performance_id', '=', performance)
    .where('seat', 'in', [...seats])
    .execute()
  if ((await reservedTickets(trx, reservation.id)).length === 0)
    await moveReservation(trx, reservation, 'lapse', { name: `basket ${basket}` })
}

/** What was reserved is paid for. */
export async function confirmReservation(trx: Transaction<Database>, id: string, order: string, actor: Actor): Promise<void> {
  const reservation = await lockReservation(trx, id)
  if (reservation.state === 'in-basket') await moveReservation(trx, reservation, 'confirm', actor, { order_id: order })
}
