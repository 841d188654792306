import { type Transaction, sql } from 'kysely'
import type { Database } from '#db'

/** Seats of one performance, by plan index. */
export type SeatSet = { readonly performance: string; readonly seats: readonly number[] }

/**
 * Holds seats for a basket until an instant, all or none: one conditional statement in seat order, the only way in
 * for every path that takes seats. A seat is taken unless it is free, its hold has lapsed, or the basket has it already.
 * Returns false having changed nothing; {@link whichAreTaken} says which. Fails with 40P01 or 40001 only for `transact`.
 */
export async function holdSeats(
  trx: Transaction<Database>,
  { performance, seats }: SeatSet,
  basket: string,
  until: Date,
): Promise<boolean> {
  const held = await sql<{ seat: number }>`
    with wanted as (select unnest(${inOrder(seats)}::int[]) as seat),
    taken as (
      select 1 from seat_claim c join wanted w on w.seat = c.seat
      where c.performance_id = ${performance} and not (c.state = 'held' and (c.until <= now() or c.basket_id = ${basket}::uuid)) limit 1)
    insert into seat_claim as claim (performance_id, seat, state, basket_id, until)
    select ${performance}, seat, 'held', ${basket}::uuid, ${until} from wanted where not exists (select 1 from taken) order by seat
    on conflict (performance_id, seat) do update set state = 'held', basket_id = excluded.basket_id, until = excluded.until, order_id = null
    where claim.state = 'held' and (claim.until <= now() or claim.basket_id = excluded.basket_id)
    returning claim.seat`.execute(trx)
  if (held.rows.length === seats.length) return true
  // Another claim slipped in between look and insert: what this one got must not stay.
  if (held.rows.length > 0) throw new SeatsSlipped()
  return false
}

/** Thrown to roll a half-done claim back; the caller answers with the seats that are gone. */
export class SeatsSlipped extends Error {
  override name = 'SeatsSlipped'
}

/** Which of these seats somebody else has, now. */
export async function whichAreTaken(trx: Transaction<Database>, { performance, seats }: SeatSet, basket: string): Promise<number[]> {
  const taken = await sql<{ seat: number }>`
    select seat from seat_claim where performance_id = ${performance} and seat = any(${inOrder(seats)}::int[])
      and not (state = 'held' and (until <= now() or basket_id = ${basket}::uuid)) order by seat`.execute(trx)
  return taken.rows.map((row) => row.seat)
}

/** Seats of a performance that somebody has now, from one seat of the plan to another. */
export async function claimedBetween(trx: Transaction<Database>, performance: string, from: number, to: number): Promise<number[]> {
  const claimed = await sql<{ seat: number }>`
    select seat from seat_claim where performance_id = ${performance} and seat between ${from} and ${to}
      and not (state = 'held' and until <= now()) order by seat`.execute(trx)
  return claimed.rows.map((row) => row.seat)
}

/** Moves the end of a basket's holds. Seats whose hold somebody took over meanwhile are not its own any more. */
export async function extendHolds(
  trx: Transaction<Database>,
  basket: string,
  performances: readonly string[],
  until: Date,
): Promise<number> {
  const moved = await sql`
    update seat_claim set until = ${until} where performance_id = any(${performances}::text[]) and basket_id = ${basket}::uuid and state = 'held'`.execute(
    trx,
  )
  return Number(moved.numAffectedRows ?? 0)
}

/** Gives held seats back, never `paying` or `sold` ones. */
export async function releaseHolds(trx: Transaction<Database>, basket: string, { performance, seats }: SeatSet): Promise<void> {
  await sql`
    delete from seat_claim where (performance_id, seat) in (
      select performance_id, seat from seat_claim
      where performance_id = ${performance} and seat = any(${inOrder(seats)}::int[]) and basket_id = ${basket}::uuid and state = 'held'
      order by seat for update)`.execute(trx)
}

/** Keeps a basket's seats for as long as its payment can be paid. False when one of them is no longer its own. */
export async function keepForPayment(
  trx: Transaction<Database>,
  basket: string,
  { performance, seats }: SeatSet,
  until: Date,
): Promise<boolean> {
  const kept = await sql`
    update seat_claim set state = 'paying', until = ${until}
    where performance_id = ${performance} and seat = any(${inOrder(seats)}::int[]) and basket_id = ${basket}::uuid and state = 'held'`.execute(
    trx,
  )
  return Number(kept.numAffectedRows ?? 0) === seats.length
}

/** After a payment that came to nothing: the seats are held again until an instant. */
export async function holdAgain(trx: Transaction<Database>, basket: string, { performance, seats }: SeatSet, until: Date): Promise<void> {
  await sql`
    update seat_claim set state = 'held', until = ${until}
    where performance_id = ${performance} and seat = any(${inOrder(seats)}::int[]) and basket_id = ${basket}::uuid and state = 'paying'`.execute(
    trx,
  )
}

/**
 * Sells a basket's seats into an order. Its own claim counts even when it has lapsed, and so does a seat that is free
 * again; a seat that anybody else has makes it return false, and the caller rolls back.
 */
export async function sellSeats(
  trx: Transaction<Database>,
  basket: string,
  { performance, seats }: SeatSet,
  order: string,
): Promise<boolean> {
  const sold = await sql<{ seat: number }>`
    insert into seat_claim as claim (performance_id, seat, state, order_id)
    select ${performance}, seat, 'sold', ${order}::uuid from unnest(${inOrder(seats)}::int[]) as seat order by seat
    on conflict (performance_id, seat) do update set state = 'sold', order_id = excluded.order_id, basket_id = null, until = null
    where (claim.basket_id = ${basket}::uuid and claim.state in ('held', 'paying')) or (claim.state = 'held' and claim.until <= now())
    returning claim.seat`.execute(trx)
  return sold.rows.length === seats.length
}

/** The one order in which seats are locked, whoever asks: no two claims can wait for each other in a ring. */
const inOrder = (seats: readonly number[]): number[] => [...seats].sort((a, b) => a - b)
