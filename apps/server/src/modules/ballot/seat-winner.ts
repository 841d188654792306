import { type Kysely, sql, type Transaction } from 'kysely'
import { type Database, publish } from '#db'
import { type Catalogue, requireCurrentPrices, type PriceTable, withCurrentPrices } from '#modules/catalogue'
import { bandsFor, priceSeat, priceTypesFor } from '#modules/pricing'
import { reserveSeats, type SeatToReserve } from '#modules/reservation'
import type { Brand } from '@playhouse/domain/brand'
import { findBest, seatStatus } from '@playhouse/domain/plan/best'
import { isPublicPriceType, type PriceType } from '@playhouse/domain/pricing'
import { ok } from '@playhouse/domain/result'

export type BallotDeps = { readonly db: Kysely<Database>; readonly brand: Brand; readonly catalogue: Catalogue }

const actor = { name: 'ballot' }
/** Tries after claim conflicts, before the job is retried later. */
const maxTries = 5

/** Thrown to roll back the reservation of an entry that another process has seated. */
export class AlreadySeated extends Error {
  override name = 'AlreadySeated'
}

/** An entry to seat, and the end of its reservation. */
export type SeatingRequest = {
  readonly entry: string
  readonly customer: string
  readonly performance: string
  readonly quantity: number
  readonly until: Date
  /** The price type of the seats; null for the first one that everyone may buy. */
  readonly priceType: string | null
}

/**
 * Reserves the best available seats for a winner, adjacent where possible. Idempotent.
 * @throws Error where not enough seats are available: the job is retried
 */
export async function seatWinner(deps: BallotDeps, entry: string): Promise<void> {
  const winner = await deps.db
    .selectFrom('ballot_entry')
    .innerJoin('ballot', 'ballot.id', 'ballot_entry.ballot_id')
    .select(['ballot_entry.quantity', 'ballot_entry.customer_id', 'ballot_entry.performance_id', 'ballot_entry.reservation_id'])
    .select(['ballot.price_type', heldUntil.as('until')])
    .where('ballot_entry.id', '=', entry)
    .executeTakeFirst()
  if (!winner?.performance_id || winner.reservation_id) return
  const { performance_id: performance, customer_id: customer, quantity, until, price_type: priceType } = winner
  const isSeated = await seatEntry(deps, { entry, customer, performance, quantity, until, priceType })
  if (!isSeated) throw new Error(`no seats for ballot entry ${entry}`)
}

/** For a `select` of ballots: the end of a reservation that starts now. */
export const heldUntil = sql<Date>`now() + make_interval(hours => ballot.hold_hours)`

/**
 * Reserves the best available seats for an entry, marks it as won and queues the mail, once.
 * @param also runs in the same transaction; an {@link AlreadySeated} thrown there rolls it back without an error
 * @returns false where not enough seats are available
 */
export async function seatEntry(
  deps: BallotDeps,
  { entry, customer, performance, quantity, until, priceType }: SeatingRequest,
  also: (trx: Transaction<Database>) => Promise<unknown> = async () => {},
): Promise<boolean> {
  const seatOnce = async (): Promise<'seated' | 'again' | 'full'> => {
    const best = await findBestSeats(deps, performance, { size: quantity, priceType })
    if (!best) return 'full'
    const { seats, priceTable } = best
    const reservation = await reserveSeats(deps.db, { customer, seats, until, note: `ballot ${entry}` }, actor, async (trx, { id }) => {
      const entryUpdate = await trx
        .updateTable('ballot_entry')
        .set({ outcome: 'won', performance_id: performance, reservation_id: id })
        .where('id', '=', entry)
        .where('reservation_id', 'is', null)
        .executeTakeFirst()
      if (entryUpdate.numUpdatedRows === 0n) throw new AlreadySeated()
      await requireCurrentPrices(trx, priceTable)
      await also(trx)
      await publish(trx, 'mail.ballot-won', entry, { entry })
    }).catch((error: unknown) => {
      if (error instanceof AlreadySeated) return ok(undefined)
      throw error
    })
    return reservation.ok ? 'seated' : 'again'
  }
  for (let tries = 0; tries < maxTries; tries++) {
    const outcome = await withCurrentPrices(deps.catalogue, seatOnce)
    if (outcome !== 'again') return outcome === 'seated'
  }
  return false
}

type BestSeats = { readonly seats: readonly SeatToReserve[]; readonly priceTable: PriceTable }

type Wanted = { readonly size: number; readonly priceType: string | null }

async function findBestSeats(
  { db, brand, catalogue }: BallotDeps,
  performance: string,
  { size, priceType }: Wanted,
): Promise<BestSeats | undefined> {
  const performanceDetails = (await catalogue.performanceDetails(performance))!
  const [hall, priceTable] = await Promise.all([
    catalogue.hall(performanceDetails.hall, performanceDetails.planVersion),
    catalogue.priceTable(performanceDetails.priceList, performanceDetails.priceVersion),
  ])
  const isWon = (type: PriceType): boolean => (priceType === null ? isPublicPriceType(type) : type.id === priceType)
  const sold = bandsFor(priceTable, isWon)
  const seats = Uint8Array.from(priceTable.bandOf, (band) => (sold.has(band) ? seatStatus.free : seatStatus.closed))
  for (const { seats: keptSeats } of performanceDetails.kept)
    for (const [first, seatCount] of keptSeats) seats.fill(seatStatus.closed, first, first + seatCount)
  const takenRows = await sql<{ seat: number }>`
    select seat from seat_claim where performance_id = ${performance} and not (state = 'held' and until <= now())`.execute(db)
  for (const { seat } of takenRows.rows) seats[seat] = seatStatus.taken
  const { seatBlocks } = priceTable.list
  const open = {
    plan: hall!.plan,
    bandOf: priceTable.bandOf,
    seats,
    orphans: brand.seating.orphans,
    ...(seatBlocks && { blocks: seatBlocks }),
  }
  const best = findBest(open, { size, together: false })[0]?.seats ?? findAnySeats(seats, size)
  if (!best) return undefined
  const pricedSeats = best.map((seat) => {
    const price = priceTypesFor(priceTable, isWon)
      .map((type) => ({ type, priced: priceSeat(priceTable, seat, type.id, isWon) }))
      .find(({ priced }) => priced.ok)!
    if (!price.priced.ok) throw new RangeError(`seat ${seat} of ${performance} has no price`)
    return { performance, seat, priceType: price.type.id, ...price.priced.value }
  })
  return { seats: pricedSeats, priceTable }
}

/** The first free seats, for a winner for whom no suitable seats were found. */
function findAnySeats(seats: Uint8Array, size: number): number[] | undefined {
  const free = [...seats.keys()].filter((seat) => seats[seat] === seatStatus.free).slice(0, size)
  return free.length === size ? free : undefined
}
