import { type Kysely, sql } from 'kysely'
import type { BallotView } from '@playhouse/api-client/contract'
import type { Database } from '#db'
import { lowestPriceOf } from '@playhouse/domain/ballot'
import { titleOf } from '@playhouse/domain/production-texts'
import type { DaySeatDeps } from './deps.ts'
import { type DaySeatDraw, drawState, findDraw } from './draw-row.ts'
import { countLockedSeats } from './locked-seats.ts'

/**
 * Reads the draw of day seats for a performance as a ballot, with the customer's entry and the draws of the lottery that are still ahead.
 * @returns undefined for a performance without day seats, and for a draft
 */
export async function readDaySeats(deps: DaySeatDeps, performance: string, customer: string | undefined): Promise<BallotView | undefined> {
  const draw = await findDraw(deps.db, performance)
  if (!draw || !(await deps.catalogue.performanceDetails(performance))?.isVisible) return undefined
  const state = drawState(draw)
  const isClosed = state === 'closed' || state === 'drawn'
  const [draws, { count }, entry] = await Promise.all([
    deps.db
      .selectFrom('day_seat_draw as d')
      .innerJoin('performance as p', 'p.id', 'd.performance_id')
      .selectAll('d')
      .where('d.lottery', '=', draw.lottery)
      .where('d.is_withdrawn', '=', false)
      .where((eb) => eb.or([eb('p.starts_at', '>', sql<Date>`now()`), eb('p.id', '=', performance)]))
      .where('p.sale', '<>', 'cancelled')
      .orderBy('p.starts_at')
      .orderBy('p.id')
      .execute(),
    deps.db
      .selectFrom('day_seat_entry')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('performance_id', '=', performance)
      .executeTakeFirstOrThrow(),
    customer === undefined ? undefined : findEntry(deps.db, performance, customer),
  ])
  return {
    kind: 'day-seats',
    state,
    ...timesOf(draw),
    maxQuantity: draw.max_quantity,
    holdHours: null,
    performances: await listPerformances(deps, draws),
    seedHash: draw.seed_hash,
    // Secret until the entries are closed: with the seed a customer could retry entries until one wins.
    seed: isClosed ? draw.seed : null,
    entries: isClosed ? count : null,
    entry: entry
      ? {
          ...{ id: entry.id, quantity: entry.quantity, choices: [performance], outcome: entry.outcome, place: entry.place },
          instance: entry.outcome === 'won' ? performance : null,
          // An order that is paid or over has no time to pay.
          order: entry.isOpen ? entry.number : null,
          heldUntil: entry.isOpen ? entry.held_until!.toISOString() : null,
          ...(entry.outcome === 'won' && { isPaid: entry.state === 'confirmed' }),
        }
      : null,
  }
}

const timesOf = ({ opens_at, closes_at, draws_at, pay_until }: Pick<DaySeatDraw, 'opens_at' | 'closes_at' | 'draws_at' | 'pay_until'>) => ({
  ...{ opensAt: opens_at.toISOString(), closesAt: closes_at.toISOString() },
  ...{ drawsAt: draws_at.toISOString(), payUntil: pay_until.toISOString() },
})

const findEntry = (db: Kysely<Database>, performance: string, customer: string) =>
  db
    .selectFrom('day_seat_entry')
    .leftJoin('reservation', 'reservation.id', 'day_seat_entry.reservation_id')
    .select(['day_seat_entry.id', 'quantity', 'outcome', 'place', 'reservation.number', 'reservation.held_until', 'reservation.state'])
    .select(sql<boolean>`coalesce(reservation.state in ('reserved', 'in-basket') and reservation.held_until > now(), false)`.as('isOpen'))
    .where('performance_id', '=', performance)
    .where('day_seat_entry.customer_id', '=', customer)
    .executeTakeFirst()

async function listPerformances(
  { db, catalogue }: DaySeatDeps,
  draws: readonly Omit<DaySeatDraw, 'now'>[],
): Promise<BallotView['performances']> {
  const seats = await countLockedSeats(
    db,
    draws.map(({ performance_id }) => performance_id),
  )
  const performances = await Promise.all(
    draws.map(async (draw) => {
      const details = await catalogue.performanceDetails(draw.performance_id)
      // A draft is not in the catalogue.
      if (!details?.isVisible) return []
      const { list } = await catalogue.priceTable(details.priceList, details.priceVersion)
      const { address: event, production } = details
      const instance = {
        instance: draw.performance_id,
        event,
        ...titleOf(production),
        startsAt: new Date(details.startsAt).toISOString(),
        timeZone: details.timeZone,
      }
      const price = lowestPriceOf(list, draw.price_type) ?? null
      return [{ ...instance, seats: seats.get(draw.performance_id) ?? 0, price, times: timesOf(draw) }]
    }),
  )
  return performances.flat()
}

/** Reads the outcome of an entry for its mail. @returns undefined for a deleted entry, and for a draft */
export async function readDaySeatOutcome({ db, catalogue }: DaySeatDeps, id: string) {
  const entry = await db
    .selectFrom('day_seat_entry')
    .leftJoin('reservation', 'reservation.id', 'day_seat_entry.reservation_id')
    .select([
      'day_seat_entry.customer_id as customer',
      'quantity',
      'performance_id',
      'reservation.number',
      'reservation.held_until as until',
      'reservation_id as reservation',
    ])
    .where('day_seat_entry.id', '=', id)
    .executeTakeFirst()
  const details = entry && (await catalogue.performanceDetails(entry.performance_id))
  if (!entry || !details) return undefined
  return {
    ...{ customer: entry.customer, quantity: entry.quantity, number: entry.number, until: entry.until?.toISOString() },
    reservation: entry.reservation,
    ...{ production: titleOf(details.production), startsAt: new Date(details.startsAt).toISOString() },
  }
}
