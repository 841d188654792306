import { auditBy, newId } from '#db'
import { type Actor, type BasketDeps, type CannotEdit, readClock, editBasket, ticketsOf } from '#modules/basket'
import { type ReservedOrder, writeReservation } from '#modules/reservation'
import { reserveAgain } from '#modules/seating'
import { newOrderNumber } from '#modules/ticket'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { isReservableUntil } from '@playhouse/domain/order'
import { dropTickets } from './block-seats.ts'

type ReserveOptions = { readonly until: Date; readonly note: string }

/** Reserves the basket's seats of one performance for its customer until a time, at the prices they were held at. */
export async function reserveAtCounter(
  deps: BasketDeps,
  basketId: string,
  performance: string,
  actor: Actor,
  { until, note }: ReserveOptions,
): Promise<Result<ReservedOrder, Problem | CannotEdit>> {
  return editBasket(deps, basketId, actor, 'reserve', async (trx, basket): Promise<Result<ReservedOrder, Problem>> => {
    if (basket.customer_id === null) return fail(problem('no-customer'))
    if (basket.reservation_id !== null) return fail(problem('reserved-order-locked'))
    const { now } = await readClock(trx, 0)
    const performanceDetails = await deps.catalogue.performanceDetails(performance)
    if (!performanceDetails) return fail(problem('instance-unavailable'))
    // After the performance has started the seats could not be sold.
    if (!isReservableUntil(until.getTime(), { now: now.getTime(), startsAt: performanceDetails.startsAt }))
      return fail(problem('invalid-input', { fields: ['heldUntil'] }))
    const tickets = (await ticketsOf(trx, basketId)).filter((ticket) => ticket.performance_id === performance)
    if (tickets.length === 0) return fail(problem('basket-empty'))
    const reservation = { id: newId(), number: newOrderNumber() }
    const seatSet = { performance, seats: tickets.map(({ seat }) => seat) }
    if (!(await reserveAgain(trx, reservation.id, basketId, seatSet, until))) return fail(problem('tickets-not-added'))
    const seats = tickets.map(({ seat, band, price_type: priceType, price, fee }) => ({ performance, seat, band, priceType, price, fee }))
    await writeReservation(trx, reservation, { customer: basket.customer_id, seats, until, note }, actor)
    await dropTickets(trx, basketId, tickets)
    await auditBy(trx, actor, {
      subject: 'reservation',
      subjectId: reservation.id,
      verb: 'reserve-at-counter',
      detail: { ...seatSet, order: reservation.number, until },
    })
    return ok(reservation)
  })
}
