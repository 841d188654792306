import type { Transaction } from 'kysely'
import { auditBy, type Database, newId } from '#db'
import { type Actor, type BasketDeps, type CannotEdit, readClock, editBasket, ticketsOf } from '#modules/basket'
import { type ReservedOrder, writeReservation } from '#modules/reservation'
import { reserveAgain } from '#modules/seating'
import { newOrderNumber } from '#modules/ticket'
import { add, type Money, money } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { isReservableUntil } from '@playhouse/domain/order'
import { dropTickets } from './block-seats.ts'

type ReservableSeats = { readonly now: number; readonly startsAt: number; readonly timeZone: string; readonly total: Money }
type ReserveOptions = {
  /** Until when the seats are kept, or the problem of that time. */
  readonly untilOf: (seats: ReservableSeats) => Result<Date, Problem>
  readonly note: string
  /** Runs in the same transaction, for what is stored with the reservation. */
  readonly also?: (trx: Transaction<Database>, order: ReservedOrder) => Promise<unknown>
}

/** The time that a clerk chose, which is not after the start: seats could not be sold then. */
export const reservedUntil =
  (until: Date) =>
  (seats: ReservableSeats): Result<Date, Problem> =>
    isReservableUntil(until.getTime(), seats) ? ok(until) : fail(problem('invalid-input', { fields: ['heldUntil'] }))

/** Reserves the basket's seats of one performance for its customer until a time, at the prices they were held at. */
export async function reserveAtCounter(
  deps: BasketDeps,
  basketId: string,
  performance: string,
  actor: Actor,
  { untilOf, note, also }: ReserveOptions,
): Promise<Result<ReservedOrder, Problem | CannotEdit>> {
  return editBasket(deps, basketId, actor, 'reserve', async (trx, basket): Promise<Result<ReservedOrder, Problem>> => {
    if (basket.customer_id === null) return fail(problem('no-customer'))
    if (basket.reservation_id !== null) return fail(problem('reserved-order-locked'))
    const { now } = await readClock(trx, 0)
    const performanceDetails = await deps.catalogue.performanceDetails(performance)
    if (!performanceDetails) return fail(problem('instance-unavailable'))
    const tickets = (await ticketsOf(trx, basketId)).filter((ticket) => ticket.performance_id === performance)
    if (tickets.length === 0) return fail(problem('basket-empty'))
    const { startsAt, timeZone } = performanceDetails
    const total = add(...tickets.map(({ price }) => money(price)))
    const time = untilOf({ now: now.getTime(), startsAt, timeZone, total })
    if (!time.ok) return time
    const until = time.value
    const reservation = { id: newId(), number: newOrderNumber() }
    const seatSet = { performance, seats: tickets.map(({ seat }) => seat) }
    if (!(await reserveAgain(trx, reservation.id, basketId, seatSet, until))) return fail(problem('tickets-not-added'))
    const seats = tickets.map(({ seat, band, price_type: priceType, price, fee }) => ({ performance, seat, band, priceType, price, fee }))
    await writeReservation(trx, reservation, { customer: basket.customer_id, seats, until, note }, actor)
    await also?.(trx, reservation)
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
