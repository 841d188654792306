import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql, type Transaction } from 'kysely'
import { audit, type Database, newId, publishMany, transact } from '#db'
import { lotNumber } from '#modules/ballot'
import { requireCurrentPrices, withCurrentPrices } from '#modules/catalogue'
import { type ReservedOrder, type SeatToReserve, writeReservations } from '#modules/reservation'
import { ClaimConflict, reserveBlocked } from '#modules/seating'
import { newOrderNumber } from '#modules/ticket'
import { type BallotOutcome, drawBallot } from '@playhouse/domain/ballot'
import type { DaySeatDeps } from './deps.ts'
import type { DaySeatDraw } from './draw-row.ts'
import { allotSeats, type LockedSeats, readLockedSeats } from './locked-seats.ts'

const actor = { name: 'day seats' }
/** Draws of one run of the job, and tries of a draw while staff change the locks. */
const [batchSize, maxTries] = [100, 5]

type Entry = { readonly id: string; readonly customer: string; readonly quantity: number }
/** A winner with the reserved order and its seats. */
type Winner = Entry & { readonly order: ReservedOrder; readonly seats: readonly (SeatToReserve & { readonly lock: string })[] }

/**
 * Makes the due draws, each once among all processes. The outcomes of all entries, and the seats of the winners, are stored in one transaction.
 * A crash leaves a performance undrawn, and the next draw has the same outcome.
 * @returns the number of draws
 * @throws AggregateError of the failures, after the other draws
 */
export async function drawDaySeats(deps: DaySeatDeps): Promise<number> {
  const due = await deps.db
    .selectFrom('day_seat_draw')
    .select('performance_id')
    .where('drawn_at', 'is', null)
    .where('is_withdrawn', '=', false)
    .where('draws_at', '<=', sql<Date>`now()`)
    .orderBy('draws_at')
    .limit(batchSize)
    .execute()
  const failures: unknown[] = []
  let drawnCount = 0
  for (const { performance_id: performance } of due)
    try {
      if (await drawPerformance(deps, performance)) drawnCount += 1
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${due.length} draws of day seats have failed`)
  return drawnCount
}

/** @returns false where another process has drawn */
async function drawPerformance(deps: DaySeatDeps, performance: string): Promise<boolean> {
  for (let tries = 1; ; tries++)
    try {
      return await withCurrentPrices(deps.catalogue, () => drawOnce(deps, performance))
    } catch (error) {
      // A seat has left its lock, or the last entry was stored, since they were read.
      if (!(error instanceof ClaimConflict) || tries === maxTries) throw error
    }
}

async function drawOnce(deps: DaySeatDeps, performance: string): Promise<boolean> {
  const draw = await selectDue(deps.db, performance).executeTakeFirst()
  if (!draw) return false
  const entries = await readEntries(deps.db, performance)
  const locked = await readLockedSeats(deps, performance, draw.price_type)
  const seats = (await canBePaid(deps, draw)) ? locked.seats.size : 0
  const outcomes = drawBallot(
    entries.map(({ id, quantity }) => ({ id, quantity, choices: [performance] })),
    new Map([[performance, seats]]),
    (entry) => lotNumber(draw.seed, entry),
  )
  const winners = await seatWinners(deps, performance, { locked, entries, outcomes })
  return transact(deps.db, async (trx) => {
    if (!(await selectDue(trx, performance).forUpdate().executeTakeFirst())) return false
    if (!isDeepStrictEqual(await readEntries(trx, performance), entries)) throw new ClaimConflict()
    // Staff who paint or end the locks wait.
    await sql`
      select id from seat_hold where performance_id = ${performance} and kind = 'day-seats' and lifted_at is null order by id for update`.execute(
      trx,
    )
    const allotted = winners.flatMap(({ order, seats }) => seats.map(({ seat, lock }) => ({ seat, lock, order: order.id })))
    if (!(await reserveBlocked(trx, performance, allotted, draw.pay_until))) throw new ClaimConflict()
    await writeReservations(
      trx,
      winners.map(({ customer, order, seats, id }) => ({ ...order, customer, seats, until: draw.pay_until, note: `day seats ${id}` })),
      actor,
    )
    await requireCurrentPrices(trx, locked.priceTable)
    await writeOutcomes(trx, outcomes, winners)
    await trx
      .updateTable('day_seat_draw')
      .set({ drawn_at: sql<Date>`now()` })
      .where('performance_id', '=', performance)
      .execute()
    const digest = createHash('sha256').update(JSON.stringify(outcomes)).digest('hex')
    await audit(trx, {
      ...{ actor: actor.name, subject: 'day-seat-draw', subjectId: performance, verb: 'draw' },
      detail: { seed: draw.seed, entries: entries.length, seats, digest },
    })
    return true
  })
}

const selectDue = (db: Kysely<Database>, performance: string) =>
  db
    .selectFrom('day_seat_draw')
    .selectAll()
    .select(sql<Date>`now()`.as('now'))
    .where('performance_id', '=', performance)
    .where('drawn_at', 'is', null)
    .where('is_withdrawn', '=', false)
    .where('draws_at', '<=', sql<Date>`now()`)

const readEntries = (db: Kysely<Database>, performance: string): Promise<Entry[]> =>
  db
    .selectFrom('day_seat_entry')
    .select(['id', 'customer_id as customer', 'quantity'])
    .where('performance_id', '=', performance)
    .orderBy('id')
    .execute()

/** Whether winners could pay: the performance takes place, and there is time left. */
async function canBePaid({ catalogue }: DaySeatDeps, { performance_id, pay_until, now }: DaySeatDraw): Promise<boolean> {
  const details = await catalogue.performanceDetails(performance_id)
  return details !== undefined && details.sale !== 'cancelled' && pay_until > now && details.startsAt > now.getTime()
}

async function seatWinners(
  deps: DaySeatDeps,
  performance: string,
  {
    locked,
    entries,
    outcomes,
  }: { readonly locked: LockedSeats; readonly entries: readonly Entry[]; readonly outcomes: readonly BallotOutcome[] },
): Promise<Winner[]> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const won = outcomes.filter((outcome) => outcome.performance !== undefined).map(({ entry }) => byId.get(entry)!)
  const parties = await allotSeats(
    deps,
    performance,
    locked,
    won.map(({ quantity }) => quantity),
  )
  return won.map((entry, nth) => ({
    ...entry,
    order: { id: newId(), number: newOrderNumber() },
    seats: parties[nth]!.map((seat) => locked.seats.get(seat)!),
  }))
}

/** Stores all outcomes in a few statements, because a long write transaction would delay every reader of seat changes. */
async function writeOutcomes(trx: Transaction<Database>, outcomes: readonly BallotOutcome[], winners: readonly Winner[]): Promise<void> {
  const orderOf = new Map(winners.map(({ id, order }) => [id, order.id]))
  const ids = outcomes.map(({ entry }) => entry)
  await sql`
    update day_seat_entry e
    set place = drawn.place, reservation_id = drawn.reservation, outcome = case when drawn.reservation is null then 'lost' else 'won' end
    from unnest(${ids}::uuid[], ${outcomes.map(({ place }) => place)}::int[], ${ids.map((id) => orderOf.get(id) ?? null)}::uuid[])
      as drawn (id, place, reservation) where e.id = drawn.id`.execute(trx)
  const messagesOf = (isWon: boolean) => ids.filter((id) => orderOf.has(id) === isWon).map((entry) => ({ key: entry, payload: { entry } }))
  await publishMany(trx, 'mail.day-seats-won', messagesOf(true))
  await publishMany(trx, 'mail.day-seats-lost', messagesOf(false))
}
