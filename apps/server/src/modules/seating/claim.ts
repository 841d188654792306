import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '#db'

/** Seats of one performance, by plan index. */
export type SeatSet = { readonly performance: string; readonly seats: readonly number[] }

/** The new owner of seats and the end of the claim: a basket, a reserved order, or a lock, which has no end. */
export type Claimant =
  | { readonly as: 'held'; readonly basket: string; readonly until: Date }
  | { readonly as: 'reserved'; readonly order: string; readonly until: Date }
  | { readonly as: 'blocked'; readonly lock: string }

/** If some seats are taken: claim none, or claim the rest. */
export type IfTaken = 'refuse' | 'keep'

/** A request to claim seats of one performance. */
export type ClaimRequest = SeatSet & { readonly claimant: Claimant; readonly ifTaken: IfTaken }

/**
 * The result of a claim. `takenSeats`: seats of others; a refusing claim gets none then. `hasConflict`: a concurrent claim won, and
 * it is not known yet which seats it took; the seats in `heldSeats` must be released.
 */
export type ClaimResult = { readonly heldSeats: readonly number[]; readonly takenSeats: readonly number[]; readonly hasConflict: boolean }

/**
 * Claims seats for several claimants in one conditional statement in seat order. The database function `claim_seats` is the only
 * way to claim a seat. No two claims of a batch may name the same seat. A seat is taken unless it is free, its hold has lapsed,
 * or the claimant's basket holds it. May fail with 40P01 or 40001, on which `transact` retries.
 */
export async function claimSeatsBatch(trx: Transaction<Database>, claims: readonly ClaimRequest[]): Promise<ClaimResult[]> {
  const requestedSeats = claims.flatMap(({ seats }, nth) => sortSeats(seats).map((seat) => ({ claim: nth + 1, seat })))
  if (requestedSeats.length === 0) return claims.map(() => ({ heldSeats: [], takenSeats: [], hasConflict: false }))
  const claimants = claims.map(({ claimant }) => claimant)
  const { rows } = await sql<{ performance_id: string; seat: number; is_taken: boolean }>`
    select performance_id, seat, is_taken from claim_seats(
      ${claims.map(({ performance }) => performance)}::text[], ${toArrayLiteral(claimants.map((claimant) => claimant.as))}::text[],
      ${toArrayLiteral(claimants.map((claimant) => (claimant.as === 'held' ? claimant.basket : null)))}::uuid[],
      ${toArrayLiteral(claimants.map(ownerOf))}::uuid[],
      ${toArrayLiteral(claimants.map((claimant) => (claimant.as === 'blocked' ? null : claimant.until.toISOString())))}::timestamptz[],
      ${toArrayLiteral(claims.map(({ ifTaken }) => String(ifTaken === 'refuse')))}::boolean[],
      ${toArrayLiteral(requestedSeats.map(({ claim }) => claim))}::int[], ${toArrayLiteral(requestedSeats.map(({ seat }) => seat))}::int[], '{}')`.execute(
    trx,
  )
  const takenBySeat = new Map(rows.map((row) => [`${row.performance_id} ${row.seat}`, row.is_taken]))
  return claims.map(({ performance, seats, ifTaken }) => {
    const requestedSeats = sortSeats(seats)
    const [heldSeats, takenSeats] = [false, true].map((isTaken) =>
      requestedSeats.filter((seat) => takenBySeat.get(`${performance} ${seat}`) === isTaken),
    )
    if (ifTaken === 'keep')
      return { heldSeats: heldSeats!, takenSeats: requestedSeats.filter((seat) => !heldSeats!.includes(seat)), hasConflict: false }
    return {
      heldSeats: heldSeats!,
      takenSeats: takenSeats!,
      hasConflict: takenSeats!.length === 0 && heldSeats!.length < requestedSeats.length,
    }
  })
}

/** What is stored as the order of a claim: the order that is reserved, or the lock. */
function ownerOf(claimant: Claimant): string | null {
  switch (claimant.as) {
    case 'held':
      return null
    case 'reserved':
      return claimant.order
    case 'blocked':
      return claimant.lock
  }
}

/** A PostgreSQL array literal, for values that need no quotes: numbers, ids and timestamps. */
const toArrayLiteral = (values: readonly (string | number | null)[]): string => `{${values.map((value) => value ?? 'null').join()}}`

/**
 * Claims seats for one claimant, see {@link claimSeatsBatch}.
 * @throws ClaimConflict if a concurrent claim won: roll back and retry.
 */
export async function claimSeats(
  trx: Transaction<Database>,
  seatSet: SeatSet,
  claimant: Claimant,
  ifTaken: IfTaken = 'refuse',
): Promise<ClaimResult> {
  const [claimResult] = await claimSeatsBatch(trx, [{ ...seatSet, claimant, ifTaken }])
  if (claimResult!.hasConflict) throw new ClaimConflict()
  return claimResult!
}

/** Holds seats for a basket until a time, all or none, see {@link claimSeats}. Returns whether they are held. */
export async function holdSeats(trx: Transaction<Database>, seatSet: SeatSet, basket: string, until: Date): Promise<boolean> {
  return (await claimSeats(trx, seatSet, { as: 'held', basket, until })).takenSeats.length === 0
}

/** Rolls back the transaction of an incomplete claim. */
export class ClaimConflict extends Error {
  override name = 'SeatsSlipped'
}

const maxTries = 5
/**
 * Runs a transaction that claims seats again where a concurrent claim won: it then sees the seats of that claim as taken.
 * @throws ClaimConflict where that happens five times
 */
export async function retryClaims<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ClaimConflict) || tries === maxTries) throw error
    }
}

/** Claimed seats of a performance between two plan indices, both included. */
export async function claimedBetween(db: Kysely<Database>, performance: string, from: number, to: number): Promise<number[]> {
  const claimedRows = await sql<{ seat: number }>`
    select seat from seat_claim where performance_id = ${performance} and seat between ${from} and ${to}
      and not (state = 'held' and until <= now()) order by seat`.execute(db)
  return claimedRows.rows.map((row) => row.seat)
}

/** Extends a basket's holds. Skips seats whose hold another basket has taken over. */
export async function extendHolds(
  trx: Transaction<Database>,
  basket: string,
  performances: readonly string[],
  until: Date,
): Promise<number> {
  const movedClaims = await sql`
    update seat_claim set until = greatest(until, ${until}) where performance_id = any(${performances}::text[]) and basket_id = ${basket}::uuid and state = 'held'`.execute(
    trx,
  )
  return Number(movedClaims.numAffectedRows ?? 0)
}

/** Releases held seats, never `paying` or `sold` ones. */
export async function releaseHolds(trx: Transaction<Database>, basket: string, seatSet: SeatSet): Promise<void> {
  await deleteClaims(trx, seatSet, sql`basket_id = ${basket}::uuid and state = 'held'`)
}

/** Releases held and `paying` seats of a basket that is over and can't be paid for any more. */
export async function releaseUnsold(trx: Transaction<Database>, basket: string, seatSet: SeatSet): Promise<void> {
  await deleteClaims(trx, seatSet, sql`basket_id = ${basket}::uuid and state in ('held', 'paying')`)
}

/** Keeps a basket's seats for the time of a payment. False if one of them is no longer the basket's. */
export async function keepForPayment(
  trx: Transaction<Database>,
  basket: string,
  { performance, seats }: SeatSet,
  until: Date,
): Promise<boolean> {
  const keptClaims = await sql`
    update seat_claim set state = 'paying', until = ${until}
    where performance_id = ${performance} and seat = any(${sortSeats(seats)}::int[]) and basket_id = ${basket}::uuid and state = 'held'`.execute(
    trx,
  )
  return Number(keptClaims.numAffectedRows ?? 0) === seats.length
}

/** Returns `paying` seats to held ones until a time, after a payment that failed. */
export async function resumeHolds(trx: Transaction<Database>, basket: string, { performance, seats }: SeatSet, until: Date): Promise<void> {
  await sql`
    update seat_claim set state = 'held', until = ${until}
    where performance_id = ${performance} and seat = any(${sortSeats(seats)}::int[]) and basket_id = ${basket}::uuid and state = 'paying'`.execute(
    trx,
  )
}

/**
 * Sells a basket's seats to an order. The basket's own claim counts even if it has lapsed, and so does a free seat. False if
 * another claim has one of them: roll back.
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

/** A seat of an order that a theatre brings from its former system. `until`: the end of a reservation; null for a seat that is paid. */
export type MovedSeatClaim = { readonly performance: string; readonly seat: number; readonly order: string; readonly until: Date | null }

/**
 * Sells or reserves the seats of many orders of a former system, in seat order. A seat is taken where it is held, blocked, reserved or sold
 * here; a hold that has lapsed does not count.
 * @returns the seats that are taken
 */
export async function claimMovedSeats(trx: Transaction<Database>, claims: readonly MovedSeatClaim[]): Promise<MovedSeatClaim[]> {
  const { rows } = await sql<{ performance: string; seat: number }>`
    insert into seat_claim as claim (performance_id, seat, state, order_id, until)
    select performance, seat, case when until is null then 'sold' else 'reserved' end, "order", until
    from unnest(${claims.map(({ performance }) => performance)}::text[], ${claims.map(({ seat }) => seat)}::int[],
      ${claims.map(({ order }) => order)}::uuid[], ${claims.map(({ until }) => until?.toISOString() ?? null)}::timestamptz[]) as moved (performance, seat, "order", until)
    order by performance, seat
    on conflict (performance_id, seat) do update
      set state = excluded.state, order_id = excluded.order_id, basket_id = null, until = excluded.until
    where claim.state = 'held' and claim.until <= now()
    returning claim.performance_id as performance, claim.seat`.execute(trx)
  const claimed = new Set(rows.map(({ performance, seat }) => JSON.stringify([performance, seat])))
  return claims.filter(({ performance, seat }) => !claimed.has(JSON.stringify([performance, seat])))
}

/** Frees the seats of a returned order. */
export async function returnSeats(trx: Transaction<Database>, order: string, seatSet: SeatSet): Promise<void> {
  await deleteClaims(trx, seatSet, sql`order_id = ${order}::uuid and state = 'sold'`)
}

/** Seats without duplicates in the order in which all claims lock them, so that they can't deadlock. */
const sortSeats = (seats: readonly number[]): number[] => [...new Set(seats)].sort((a, b) => a - b)

/** Deletes the claims on seats that meet a condition, locking them in seat order. */
async function deleteClaims(trx: Transaction<Database>, { performance, seats }: SeatSet, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    delete from seat_claim where (performance_id, seat) in (
      select performance_id, seat from seat_claim
      where performance_id = ${performance} and seat = any(${sortSeats(seats)}::int[]) and ${condition}
      order by seat for update)`.execute(trx)
}
