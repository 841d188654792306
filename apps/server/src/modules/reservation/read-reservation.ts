import { type Titled, titleOf } from '@playhouse/domain/production-texts'
import { type Kysely, sql } from 'kysely'
import type { OrderSummary } from '@playhouse/api-client/contract'
import type { Database } from '#db'
import type { Catalogue } from '#modules/catalogue'
import { add, money, zero } from '@playhouse/domain/money'
import { placeName } from '@playhouse/domain/plan'
import { isOver, type Reservation, reservedTickets } from './reservation-row.ts'

export type ReservationDeps = { readonly db: Kysely<Database>; readonly catalogue: Catalogue }

/** Lists a customer's unpaid reserved orders, the next to end first. */
export async function listReservations(deps: ReservationDeps, customer: string): Promise<OrderSummary[]> {
  const rows = await deps.db
    .selectFrom('reservation')
    .selectAll()
    .select([isOver, sql<boolean>`exists (select from group_booking where reservation_id = reservation.id)`.as('isGroup')])
    .where('customer_id', '=', customer)
    .where('state', 'in', ['reserved', 'in-basket'])
    .orderBy('held_until')
    .execute()
  return Promise.all(
    rows
      .filter((row) => !row.isOver)
      .map(async (row) => ({ ...(await summariseReservation(deps, row)), ...(row.isGroup && { isGroup: true }) })),
  )
}

async function summariseReservation({ db, catalogue }: ReservationDeps, row: Reservation): Promise<OrderSummary & Titled> {
  const tickets = await reservedTickets(db, row.id)
  const performances = await Promise.all(tickets.map(async (ticket) => (await catalogue.performanceDetails(ticket.performance_id))!))
  const first = performances.reduce((a, b) => (a.startsAt <= b.startsAt ? a : b))
  return {
    number: row.number,
    state: row.state === 'in-basket' ? 'in-basket' : 'reserved',
    placedAt: row.created_at.toISOString(),
    ...titleOf(first.production),
    firstAt: new Date(first.startsAt).toISOString(),
    timeZone: first.timeZone,
    hall: first.hall,
    count: tickets.length,
    items: [],
    total: add(...tickets.map((ticket) => money(ticket.price))),
    credited: zero,
    heldUntil: row.held_until.toISOString(),
    isLocked: row.is_locked,
  }
}

/** Reads the data of the mail about a reserved order that ends soon. @returns undefined where it is paid, over or in a basket */
export async function readReservationReminder(deps: ReservationDeps, id: string) {
  const row = await deps.db.selectFrom('reservation').selectAll().select(isOver).where('id', '=', id).executeTakeFirst()
  if (!row || row.isOver || row.state !== 'reserved') return undefined
  const production = titleOf(await summariseReservation(deps, row))
  return { customer: row.customer_id, number: row.number, production, until: row.held_until.toISOString() }
}

/**
 * Reads the current places of reserved seats, for the mail about their move to another plan.
 * @param ids of the seats
 * @returns undefined where the order is paid or over, or the performance has begun or is cancelled
 */
export async function readReservedPlaces(
  { db, catalogue }: ReservationDeps,
  reservation: string,
  performance: string,
  ids: readonly string[],
) {
  const row = await db.selectFrom('reservation').selectAll().select(isOver).where('id', '=', reservation).executeTakeFirst()
  if (!row || row.isOver || (row.state !== 'reserved' && row.state !== 'in-basket')) return undefined
  const details = await catalogue.performanceDetails(performance)
  if (!details || details.sale === 'cancelled' || details.startsAt <= (await catalogue.now())) return undefined
  const { plan } = (await catalogue.hall(details.hall, details.planVersion))!
  const tickets = (await reservedTickets(db, reservation)).filter(({ id }) => ids.includes(id))
  return {
    ...{ customer: row.customer_id, number: row.number, production: titleOf(details.production) },
    performance: { startsAt: new Date(details.startsAt).toISOString(), timeZone: details.timeZone, hallName: plan.name },
    places: tickets.map(({ id, seat }) => ({ id, ...placeName(plan, seat) })),
  }
}
