import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import type { PriceTable } from '#modules/catalogue'
import { priceSeat } from '#modules/pricing'
import type { SeatToReserve } from '#modules/reservation'
import { findBest, seatStatus } from '@playhouse/domain/plan/best'
import type { DaySeatDeps } from './deps.ts'

/** The seats that locks keep for a draw, with their prices. */
export type LockedSeats = {
  readonly priceTable: PriceTable
  readonly seats: ReadonlyMap<number, SeatToReserve & { readonly lock: string }>
}

/** Selects the seats of open locks for day seats, as `seat` and `lock`. Their release is not over. */
const selectLocked = (performance: string) => sql<{ seat: number; lock: string }>`
  select c.seat, h.id as lock from seat_hold h
    join seat_claim c on c.performance_id = h.performance_id and c.order_id = h.id and c.state = 'blocked'
  where h.performance_id = ${performance} and h.kind = 'day-seats' and h.lifted_at is null and (h.release_at is null or h.release_at > now())
  order by c.seat`

/** Reads the seats that a draw can give: those of the locks of a performance that have a price of the price type. */
export async function readLockedSeats({ db, catalogue }: DaySeatDeps, performance: string, priceType: string): Promise<LockedSeats> {
  const details = (await catalogue.performanceDetails(performance))!
  const priceTable = await catalogue.priceTable(details.priceList, details.priceVersion)
  const { rows } = await selectLocked(performance).execute(db)
  const seats = new Map<number, SeatToReserve & { readonly lock: string }>()
  for (const { seat, lock } of rows) {
    const priced = priceSeat(priceTable, seat, priceType, ({ id }) => id === priceType)
    if (priced.ok) seats.set(seat, { performance, seat, lock, priceType, ...priced.value })
  }
  return { priceTable, seats }
}

/** Counts the seats that locks keep for the draws of performances. Performances without such seats are left out. */
export async function countLockedSeats(db: Kysely<Database>, performances: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ performance: string; seats: number }>`
    select h.performance_id as performance, count(*)::int as seats from seat_hold h
      join seat_claim c on c.performance_id = h.performance_id and c.order_id = h.id and c.state = 'blocked'
    where h.performance_id = any(${[...performances]}::text[]) and h.kind = 'day-seats' and h.lifted_at is null
    group by h.performance_id`.execute(db)
  return new Map(rows.map(({ performance, seats }) => [performance, seats]))
}

/**
 * Allots the best of the locked seats to parties, in the order of their turns, adjacent where possible.
 * @param parties numbers of seats, together not more than there are
 * @returns the seats of each party
 */
export async function allotSeats(
  { catalogue }: DaySeatDeps,
  performance: string,
  { priceTable, seats }: LockedSeats,
  parties: readonly number[],
): Promise<number[][]> {
  const details = (await catalogue.performanceDetails(performance))!
  const { plan } = (await catalogue.hall(details.hall, details.planVersion))!
  const statuses = new Uint8Array(plan.seatCount).fill(seatStatus.closed)
  for (const seat of seats.keys()) statuses[seat] = seatStatus.free
  return parties.map((size) => {
    const best =
      findBest({ plan, bandOf: priceTable.bandOf, seats: statuses, orphans: 'off' }, { size, together: false })[0]?.seats ??
      [...statuses.keys()].filter((seat) => statuses[seat] === seatStatus.free).slice(0, size)
    for (const seat of best) statuses[seat] = seatStatus.taken
    return [...best]
  })
}
