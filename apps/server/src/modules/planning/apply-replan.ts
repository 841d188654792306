import { sql, type Transaction } from 'kysely'
import type { PlannedReplan } from '@playhouse/api-client/contract'
import { type Database, transact } from '#db'
import { lockPriceLists } from '#modules/catalogue'
import type { StoredPerformance } from '@playhouse/domain/performance-plan'
import { type Plan, placeName } from '@playhouse/domain/plan'
import { type Problem, problem } from '@playhouse/domain/problem'
import { areMovesConfirmed, describeReplan, type HandMove, planMoves, samePlaces } from '@playhouse/domain/replan'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { applyChanges, type Planner } from './apply-changes.ts'
import type { EditDeps } from './edit-production.ts'
import { readReplan, type ReplanRequest } from './replan.ts'

/** Another plan with the moves that the staff user has seen. `version`: the one of the performance that was read. */
export type ConfirmedReplan = ReplanRequest & { readonly version: number; readonly moves: readonly HandMove[]; readonly reason: string }
/** The change set, and what the plan means; null where it would move other seats than those that were confirmed. */
export type AppliedReplan = { readonly changeSet: string | null; readonly replan: PlannedReplan }

/**
 * Gives a performance another plan of its hall, and each sold, reserved or locked seat its seat of the plan, in one transaction. Prices that
 * were paid stay.
 *
 * Other processes know the former plan for some seconds. They cannot sell seats of it: each hold checks the version of its price list in the
 * database, and all lists of the hall get a new one here. A payment that was started before buys nothing (`replanned_at`).
 * @returns `change-has-dependents` while seats are in baskets; `performance-fixed` where seats are kept for some visitors, by their indices
 */
export function applyReplan(
  { db, ...deps }: EditDeps,
  planner: Planner,
  performance: string,
  { version, moves: confirmed, reason, ...request }: ConfirmedReplan,
): Promise<Result<AppliedReplan, Problem>> {
  return transact(db, async (trx): Promise<Result<AppliedReplan, Problem>> => {
    const lists = await lockSale(trx, performance)
    const fixed = await fixedProblem(trx, performance)
    if (fixed) return fail(fixed)
    await sql`select seat from seat_claim where performance_id = ${performance} order by seat for update`.execute(trx)
    const replan = await readReplan(trx, deps.catalogue, performance, request)
    if (!replan.ok) return replan
    const described = describeReplan(replan.value)
    if (!areMovesConfirmed(described.moves, confirmed)) return ok({ changeSet: null, replan: described })
    const applied = await applyChanges(trx, deps, planner, { kind: 'replan-performance', reason }, [
      {
        ...{ subject: 'performance', id: performance, version },
        change: (current): StoredPerformance => ({
          ...(current as StoredPerformance),
          ...{ planVersion: request.planVersion, priceList: request.priceList },
        }),
      },
    ])
    if (!applied.ok) return applied
    const { from, to } = replan.value
    const moves = planMoves(replan.value).map(({ seat, to: next }) => ({ seat, next: next! }))
    await moveClaims(trx, performance, moves)
    await moveTickets(trx, performance, to, moves)
    await moveReservedSeats(trx, performance, moves)
    await moveReturnedTickets(trx, performance, from, to)
    await sql`update performance set replanned_at = clock_timestamp() where id = ${performance}`.execute(trx)
    await sql`update price_list set version = version + 1 where id = any(${lists}::text[])`.execute(trx)
    return ok({ changeSet: applied.value.changeSet, replan: described })
  })
}

type Move = { readonly seat: number; readonly next: number }
const seatsOf = (moves: readonly Move[]): number[] => moves.map(({ seat }) => seat)
const nextOf = (moves: readonly Move[]): number[] => moves.map(({ next }) => next)

/** Waits for sales and holds that are being written, and lets none begin before the transaction ends. @returns the price lists of the hall */
async function lockSale(trx: Transaction<Database>, performance: string): Promise<string[]> {
  await sql`select id from performance where id = ${performance} for update`.execute(trx)
  const { rows } = await sql<{ id: string }>`
    select l.id from price_list l where l.data ->> 'hall' = (select hall from performance where id = ${performance})
    order by l.id for no key update`.execute(trx)
  const lists = rows.map(({ id }) => id)
  await lockPriceLists(trx, lists)
  return lists
}

/** Seats in baskets, lapsed ones too until the basket has ended, and seats that are kept for some visitors. */
async function fixedProblem(trx: Transaction<Database>, performance: string): Promise<Problem | undefined> {
  const { rows } = await sql<{ inBaskets: number; isKept: boolean }>`
    select
      greatest(
        (select count(*) from basket_ticket t join basket b on b.id = t.basket_id
          where t.performance_id = ${performance} and b.state in ('open', 'paying')),
        (select count(*) from seat_claim where performance_id = ${performance} and basket_id is not null
          and not (state = 'held' and until <= now())))::int as "inBaskets",
      exists (select from performance where id = ${performance} and kept <> '[]'::jsonb)
        or exists (select from series_renewal r join package_part_performance p on p.package_id = r.series_id
          where p.performance_id = ${performance} and r.until > now()) as "isKept"`.execute(trx)
  const { inBaskets, isKept } = rows[0]!
  if (isKept) return problem('performance-fixed', { instance: performance, fields: ['planVersion'] })
  if (inBaskets === 0) return undefined
  return problem('change-has-dependents', { dependents: [{ kind: 'basket', id: performance, count: inBaskets }] })
}

/** Moves all claims at once: a seat may be the former one of one claim and the next one of another. Lapsed holds end. */
async function moveClaims(trx: Transaction<Database>, performance: string, moves: readonly Move[]): Promise<void> {
  const claims = await trx.selectFrom('seat_claim').selectAll().where('performance_id', '=', performance).execute()
  const next = new Map(moves.map((move) => [move.seat, move.next]))
  await trx.deleteFrom('seat_claim').where('performance_id', '=', performance).execute()
  const moved = claims
    .flatMap(({ seat, ...claim }) => (next.has(seat) ? [{ ...claim, seat: next.get(seat)! }] : []))
    .toSorted((one, other) => one.seat - other.seat)
  await sql`
    insert into seat_claim (performance_id, seat, state, basket_id, order_id, until)
    select ${performance}, seat, state, null, order_id, until
    from unnest(${moved.map(({ seat }) => seat)}::int[], ${moved.map(({ state }) => state)}::text[], ${moved.map((claim) => claim.order_id)}::uuid[],
      ${moved.map(({ until }) => until?.toISOString() ?? null)}::timestamptz[]) as each (seat, state, order_id, until)`.execute(trx)
}

/** Moves valid tickets with the names of their places. Indices are unique, so that they pass through negative ones. */
async function moveTickets(trx: Transaction<Database>, performance: string, plan: Plan, moves: readonly Move[]): Promise<void> {
  const places = moves.map(({ next }) => ({ ...placeName(plan, next), entrance: plan.areas[plan.areaOf[next]!]!.entrance }))
  await sql`
    update ticket t set seat = -1 - m.next, area = m.area, row_label = m."row", number = m.number, entrance = m.entrance
    from unnest(${seatsOf(moves)}::int[], ${nextOf(moves)}::int[], ${places.map(({ area }) => area)}::text[], ${places.map(({ row }) => row)}::text[],
      ${places.map(({ number }) => number)}::text[], ${places.map(({ entrance }) => entrance)}::text[])
      as m (seat, next, area, "row", number, entrance)
    where t.performance_id = ${performance} and t.seat = m.seat and t.returned_at is null`.execute(trx)
  await sql`update ticket set seat = -1 - seat where performance_id = ${performance} and seat < 0`.execute(trx)
}

/** Moves the seats of reserved orders. */
async function moveReservedSeats(trx: Transaction<Database>, performance: string, moves: readonly Move[]): Promise<void> {
  await sql`
    update reservation_ticket t set seat = -1 - m.next
    from unnest(${seatsOf(moves)}::int[], ${nextOf(moves)}::int[]) as m (seat, next), reservation r
    where t.performance_id = ${performance} and t.seat = m.seat and r.id = t.reservation_id and r.state = 'reserved'`.execute(trx)
  await sql`update reservation_ticket set seat = -1 - seat where performance_id = ${performance} and seat < 0`.execute(trx)
}

/**
 * Returned tickets keep the names of their places. Their index is read only for the kind of the place: it becomes that of the same
 * place, or one that the plan has.
 */
async function moveReturnedTickets(trx: Transaction<Database>, performance: string, from: Plan, to: Plan): Promise<void> {
  const same = samePlaces(from, to)
  const { rows } = await sql<{ seat: number }>`
    select distinct seat from ticket where performance_id = ${performance} and returned_at is not null`.execute(trx)
  const next = rows.map(({ seat }) => same.get(seat) ?? Math.min(seat, to.seatCount - 1))
  await sql`
    update ticket t set seat = m.next from unnest(${rows.map(({ seat }) => seat)}::int[], ${next}::int[]) as m (seat, next)
    where t.performance_id = ${performance} and t.seat = m.seat and t.returned_at is not null`.execute(trx)
}
