import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#db'

/** Seats of one performance, by plan index. */
export type SeatSet = { readonly performance: string; readonly seats: readonly number[] }

/** Whose the seats become, and until when: a basket's, or an order's that is paid later. */
export type Claimant =
  | { readonly as: 'held'; readonly basket: string; readonly until: Date }
  | { readonly as: 'reserved'; readonly order: string; readonly until: Date }

/** What to do where some of the seats are somebody's: claim none, or keep those that can be had. */
export type IfTaken = 'refuse' | 'keep'

/** Seats that somebody wants, all or none or those that can be had. */
export type ClaimRequest = SeatSet & { readonly claimant: Claimant; readonly ifTaken: IfTaken }

/**
 * What came of a claim. `taken`: somebody has them, and a claim that refuses got none for it. A refusing claim that came a
 * hair too late has neither all seats nor any that are known to be taken: what is `held` of it must not stay.
 */
export type ClaimResult = { readonly held: readonly number[]; readonly taken: readonly number[]; readonly hasConflict: boolean }

/**
 * Claims seats for many in one conditional statement in seat order: the database's `claim_seats`, the only way in for every
 * path that takes seats. No two of the claims may want the same seat. A seat is taken unless it is free, its hold has
 * lapsed, or the claimant's basket holds it already. Fails with 40P01 or 40001 only for `transact`.
 */
export async function claimSeatsBatch(trx: Transaction<Database>, claims: readonly ClaimRequest[]): Promise<ClaimResult[]> {
  const wanted = claims.flatMap(({ seats }, nth) => sortSeats(seats).map((seat) => ({ claim: nth + 1, seat })))
  if (wanted.length === 0) return claims.map(() => ({ held: [], taken: [], hasConflict: false }))
  const claimants = claims.map(({ claimant }) => claimant)
  const { rows } = await sql<{ performance_id: string; seat: number; is_taken: boolean }>`
    select performance_id, seat, is_taken from claim_seats(
      ${claims.map(({ performance }) => performance)}::text[], ${toArrayLiteral(claimants.map((each) => each.as))}::text[],
      ${toArrayLiteral(claimants.map((each) => (each.as === 'held' ? each.basket : null)))}::uuid[],
      ${toArrayLiteral(claimants.map((each) => (each.as === 'reserved' ? each.order : null)))}::uuid[],
      ${toArrayLiteral(claimants.map(({ until }) => until.toISOString()))}::timestamptz[],
      ${toArrayLiteral(claims.map(({ ifTaken }) => String(ifTaken === 'refuse')))}::boolean[],
      ${toArrayLiteral(wanted.map(({ claim }) => claim))}::int[], ${toArrayLiteral(wanted.map(({ seat }) => seat))}::int[], '{}')`.execute(
    trx,
  )
  const takenBySeat = new Map(rows.map((row) => [`${row.performance_id} ${row.seat}`, row.is_taken]))
  return claims.map(({ performance, seats, ifTaken }) => {
    const requestedSeats = sortSeats(seats)
    const [held, taken] = [false, true].map((isTaken) =>
      requestedSeats.filter((seat) => takenBySeat.get(`${performance} ${seat}`) === isTaken),
    )
    if (ifTaken === 'keep') return { held: held!, taken: requestedSeats.filter((seat) => !held!.includes(seat)), hasConflict: false }
    return { held: held!, taken: taken!, hasConflict: taken!.length === 0 && held!.length < requestedSeats.length }
  })
}

/** An array of the database in its own words; for numbers, ids and instants, which need no quotes. */
const toArrayLiteral = (values: readonly (string | number | null)[]): string => `{${values.map((value) => value ?? 'null').join()}}`

/** {@link claimSeatsBatch} for one. @throws SeatsSlipped where a refusing claim came a hair too late: roll back and ask again. */
export async function claimSeats(
  trx: Transaction<Database>,
  set: SeatSet,
  claimant: Claimant,
  ifTaken: IfTaken = 'refuse',
): Promise<ClaimResult> {
  const [claimed] = await claimSeatsBatch(trx, [{ ...set, claimant, ifTaken }])
  if (claimed!.hasConflict) throw new ClaimConflict()
  return claimed!
}

/** Holds seats for a basket until an instant, all or none: {@link claimSeats} in short. */
export async function holdSeats(trx: Transaction<Database>, set: SeatSet, basket: string, until: Date): Promise<boolean> {
  return (await claimSeats(trx, set, { as: 'held', basket, until })).taken.length === 0
}

/** Thrown to roll a half-done claim back; the caller answers with the seats that are gone. */
export class ClaimConflict extends Error {
  override name = 'SeatsSlipped'
}

/** Seats of a performance that somebody has now, from one seat of the plan to another. */
export async function claimedBetween(db: Kysely<Database>, performance: string, from: number, to: number): Promise<number[]> {
  const claimed = await sql<{ seat: number }>`
    select seat from seat_claim where performance_id = ${performance} and seat between ${from} and ${to}
      and not (state = 'held' and until <= now()) order by seat`.execute(db)
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
    update seat_claim set until = greatest(until, ${until}) where performance_id = any(${performances}::text[]) and basket_id = ${basket}::uuid and state = 'held'`.execute(
    trx,
  )
  return Number(moved.numAffectedRows ?? 0)
}

/** Gives held seats back, never `paying` or `sold` ones. */
export async function releaseHolds(trx: Transaction<Database>, basket: string, { performance, seats }: SeatSet): Promise<void> {
  await sql`
    delete from seat_claim where (performance_id, seat) in (
      select performance_id, seat from seat_claim
      where performance_id = ${performance} and seat = any(${sortSeats(seats)}::int[]) and basket_id = ${basket}::uuid and state = 'held'
      order by seat for update)`.execute(trx)
}

/** Gives back whatever a basket still has of these seats, `paying` ones too: it is over, and nobody can pay for them any more. */
export async function releaseUnsold(trx: Transaction<Database>, basket: string, { performance, seats }: SeatSet): Promise<void> {
  await sql`
    delete from seat_claim where (performance_id, seat) in (
      select performance_id, seat from seat_claim
      where performance_id = ${performance} and seat = any(${sortSeats(seats)}::int[]) and basket_id = ${basket}::uuid
        and state in ('held', 'paying')
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
    where performance_id = ${performance} and seat = any(${sortSeats(seats)}::int[]) and basket_id = ${basket}::uuid and state = 'held'`.execute(
    trx,
  )
  return Number(kept.numAffectedRows ?? 0) === seats.length
}

/** After a payment that came to nothing: the seats are held again until an instant. */
export async function resumeHolds(trx: Transaction<Database>, basket: string, { performance, seats }: SeatSet, until: Date): Promise<void> {
  await sql`
    update seat_claim set state = 'held', until = ${until}
    where performance_id = ${performance} and seat = any(${sortSeats(seats)}::int[]) and basket_id = ${basket}::uuid and state = 'paying'`.execute(
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
    select ${performance}, seat, 'sold', ${order}::uuid from unnest(${sortSeats(seats)}::int[]) as seat order by seat
    on conflict (performance_id, seat) do update set state = 'sold', order_id = excluded.order_id, basket_id = null, until = null
    where (claim.basket_id = ${basket}::uuid and claim.state in ('held', 'paying')) or (claim.state = 'held' and claim.until <= now())
    returning claim.seat`.execute(trx)
  return sold.rows.length === seats.length
}

/** Seats of an order that was returned are free again. */
export async function returnSeats(trx: Transaction<Database>, order: string, { performance, seats }: SeatSet): Promise<void> {
  await sql`
    delete from seat_claim where (performance_id, seat) in (
      select performance_id, seat from seat_claim
      where performance_id = ${performance} and seat = any(${sortSeats(seats)}::int[]) and order_id = ${order}::uuid and state = 'sold'
      order by seat for update)`.execute(trx)
}

/** The one order in which seats are locked, whoever asks: no two claims can wait for each other in a ring. */
const sortSeats = (seats: readonly number[]): number[] => [...new Set(seats)].sort((a, b) => a - b)
