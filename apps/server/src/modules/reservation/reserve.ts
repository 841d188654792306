import type { Kysely, Transaction } from 'kysely'
import { type Actor, audit, type Database, newId, transact } from '#db'
import { lockHolder } from '#modules/membership'
import { claimSeats, type SeatSet, ClaimConflict } from '#modules/seating'
import { newOrderNumber } from '#modules/ticket'
import type { Band } from '@playhouse/domain/pricing'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'

/** A seat, by plan index, with its price in minor units. */
export type SeatToReserve = {
  readonly performance: string
  readonly seat: number
  readonly band: Band
  readonly priceType: string
  readonly price: number
  readonly fee: number
  /** The lock from which it comes, and to which it returns unpaid. */
  readonly lock?: string
}
export type ReserveRequest = {
  readonly customer: string
  readonly seats: readonly SeatToReserve[]
  readonly until: Date
  readonly note: string
}
export type ReservedOrder = { readonly id: string; readonly number: string }

/**
 * Reserves seats for a customer until a time, all or none, to be paid later. The caller has checked the permission.
 * @param also runs in the same transaction, for callers that must record the reservation exactly once
 * @returns `tickets-not-added` where a seat is taken
 */
export async function reserveSeats(
  db: Kysely<Database>,
  { customer, seats, until, note }: ReserveRequest,
  actor: Actor,
  also: (trx: Transaction<Database>, order: ReservedOrder) => Promise<unknown> = async () => {},
): Promise<Result<ReservedOrder, Problem<'tickets-not-added'>>> {
  const reservedOrder: ReservedOrder = { id: newId(), number: newOrderNumber() }
  try {
    return await transact(db, async (trx): Promise<Result<ReservedOrder, never>> => {
      // Serialises a reservation at a member's price and the return of the membership.
      await lockHolder(trx, customer)
      for (const seatSet of setsOf(seats)) {
        const { takenSeats } = await claimSeats(trx, seatSet, { as: 'reserved', order: reservedOrder.id, until })
        if (takenSeats.length > 0) throw new ClaimConflict()
      }
      await writeReservation(trx, reservedOrder, { customer, seats, until, note }, actor)
      await also(trx, reservedOrder)
      return ok(reservedOrder)
    })
  } catch (error) {
    if (error instanceof ClaimConflict) return fail(problem('tickets-not-added'))
    throw error
  }
}

const setsOf = (seats: readonly SeatToReserve[]): SeatSet[] =>
  [...Map.groupBy(seats, ({ performance }) => performance)]
    .map(([performance, ticketsOfPerformance]) => ({ performance, seats: ticketsOfPerformance.map(({ seat }) => seat) }))
    .sort((a, b) => (a.performance < b.performance ? -1 : 1))

/** Stores a reservation with its tickets. The caller claims the seats in the same transaction. */
export const writeReservation = (
  trx: Transaction<Database>,
  reservedOrder: ReservedOrder,
  request: ReserveRequest,
  actor: Actor,
): Promise<void> => writeReservations(trx, [{ ...request, ...reservedOrder }], actor)

/** Stores reservations with their tickets in a few statements. The caller claims the seats in the same transaction. */
export async function writeReservations(
  trx: Transaction<Database>,
  reservations: readonly (ReservedOrder & ReserveRequest)[],
  actor: Actor,
): Promise<void> {
  if (reservations.length === 0) return
  await trx
    .insertInto('reservation')
    .values(
      reservations.map(({ id, number, customer, until, note }) => ({
        ...{ id, number, note, customer_id: customer, state: 'reserved' as const, held_until: until },
        ...{ basket_id: null, order_id: null, reminded_at: null },
      })),
    )
    .execute()
  const tickets = reservations.flatMap(({ id: reservation, seats }) => seats.map((seat) => ({ ...seat, id: newId(), reservation })))
  await trx
    .insertInto('reservation_ticket')
    .values(
      tickets.map(({ id, reservation, performance, seat, band, priceType, price, fee }) => ({
        ...{ id, reservation_id: reservation, performance_id: performance, seat, band, price_type: priceType, price, fee },
      })),
    )
    .execute()
  const locked = tickets.flatMap(({ id, lock }) => (lock === undefined ? [] : { ticket_id: id, lock_id: lock }))
  if (locked.length > 0) await trx.insertInto('reservation_ticket_lock').values(locked).execute()
  await audit(
    trx,
    ...reservations.map(({ id, seats, until }) => ({
      ...{ actor: actor.name, requestId: actor.requestId, subject: 'reservation', subjectId: id, verb: 'reserve', to: 'reserved' },
      detail: { seats: setsOf(seats), until },
    })),
  )
}
