import { sql, type Transaction } from 'kysely'
import type { PlannedReplan } from '@playhouse/api-client/contract'
import { type Database, transact } from '#db'
import { type Actor, expireBasket, lockBaskets } from '#modules/basket'
import { lockPriceLists } from '#modules/catalogue'
import { ClaimConflict, retryClaims } from '#modules/seating'
import type { StoredPerformance } from '@playhouse/domain/performance-plan'
import { type Problem, problem } from '@playhouse/domain/problem'
import { areMovesConfirmed, countStuckHolds, describeReplan, type HandMove, planMoves } from '@playhouse/domain/replan'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { applyChanges, type Planner } from './apply-changes.ts'
import type { EditDeps } from './edit-production.ts'
import {
  moveBasketTickets,
  moveClaims,
  moveLapsedSeats,
  moveReservedSeats,
  moveReturnedTickets,
  moveTickets,
  publishMoves,
  publishReservedMoves,
} from './move-seats.ts'
import { readReplan, type ReplanRequest } from './replan.ts'

/** Another plan with the moves that the staff user has seen. `version`: the one of the performance that was read. */
export type ConfirmedReplan = ReplanRequest & { readonly version: number; readonly moves: readonly HandMove[]; readonly reason: string }
/** The change set, and what the plan means; null where it would move other seats than those that were confirmed. */
export type AppliedReplan = { readonly changeSet: string | null; readonly replan: PlannedReplan }

/**
 * Gives a performance another plan of its hall, and each sold, reserved, held or locked seat its seat of the plan, in one transaction. Prices
 * that were paid or held stay.
 *
 * Other processes know the former plan for some seconds. They cannot sell seats of it: each hold checks the version of its price list in the
 * database, and all lists of the hall get a new one here. A payment that was started before buys the seats that its basket has by now.
 * @returns `change-has-dependents` where seats in baskets have no seat as good; `performance-fixed` where seats are kept for some
 * visitors, by their indices
 */
export async function applyReplan(
  deps: EditDeps,
  planner: Planner,
  performance: string,
  request: ConfirmedReplan,
): Promise<Result<AppliedReplan, Problem>> {
  try {
    return await retryClaims(() => transact(deps.db, (trx) => replanIn(trx, deps, planner, performance, request)))
  } catch (error) {
    if (!(error instanceof ClaimConflict)) throw error
    // More baskets than could be locked in several attempts: the staff user tries again.
    return fail(basketProblem(performance, 1))
  }
}

const basketProblem = (performance: string, count: number): Problem =>
  problem('change-has-dependents', { dependents: [{ kind: 'basket', id: performance, count }] })

async function replanIn(
  trx: Transaction<Database>,
  deps: EditDeps,
  planner: Planner,
  performance: string,
  { version, moves: confirmed, reason, ...request }: ConfirmedReplan,
): Promise<Result<AppliedReplan, Problem>> {
  // Baskets come before prices and claims, as in a hold and in a sale.
  await lockLiveBaskets(trx, performance, planner.actor, 'wait')
  const lists = await lockSale(trx, performance)
  const fixed = await fixedProblem(trx, performance)
  if (fixed) return fail(fixed)
  const baskets = await lockLiveBaskets(trx, performance, planner.actor, 'skip')
  await sql`select seat from seat_claim where performance_id = ${performance} order by seat for update`.execute(trx)
  const replan = await readReplan(trx, deps.catalogue, performance, request)
  if (!replan.ok) return replan
  const described = describeReplan(replan.value)
  const stuck = countStuckHolds(described.moves)
  if (stuck > 0) return fail(basketProblem(performance, stuck))
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
  const moves = planMoves(replan.value).map(({ seat, to: next, kind }) => ({ seat, next: next!, isSame: kind === 'same' }))
  await moveClaims(trx, performance, moves)
  await publishMoves(trx, performance, moves)
  await moveTickets(trx, performance, to, moves)
  await publishReservedMoves(trx, performance, from, moves)
  await moveReservedSeats(trx, performance, moves)
  await moveReturnedTickets(trx, performance, from, to)
  await moveBasketTickets(trx, performance, baskets, moves, replan.value)
  await moveLapsedSeats(trx, performance, from, to)
  await sql`update performance set replanned_at = clock_timestamp() where id = ${performance}`.execute(trx)
  await sql`update price_list set version = version + 1 where id = any(${lists}::text[])`.execute(trx)
  return ok({ changeSet: applied.value.changeSet, replan: described })
}

/**
 * Locks the open and paying baskets with seats of a performance, in addition to those that are locked, and ends those that have lapsed.
 * @param mode `wait` for baskets that are being changed; `skip` while the transaction blocks holds, which would wait for it in turn
 * @returns all of them that are still open or being paid for
 * @throws ClaimConflict where one is being changed that must be skipped: roll back and retry
 */
async function lockLiveBaskets(trx: Transaction<Database>, performance: string, actor: Actor, mode: 'wait' | 'skip'): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct b.id from basket_ticket t join basket b on b.id = t.basket_id
    where t.performance_id = ${performance} and b.state in ('open', 'paying')`.execute(trx)
  const baskets = await lockBaskets(
    trx,
    rows.map(({ id }) => id),
    mode === 'wait',
  )
  if (mode === 'skip' && baskets.length < rows.length) throw new ClaimConflict()
  const live = baskets.filter(({ state, lapsedNow }) => !lapsedNow && (state === 'open' || state === 'paying'))
  for (const basket of baskets) if (basket.lapsedNow) await expireBasket(trx, basket, actor)
  return live.map(({ id }) => id)
}

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

/** Whether seats are kept for some visitors. */
async function fixedProblem(trx: Transaction<Database>, performance: string): Promise<Problem | undefined> {
  const { rows } = await sql<{ isKept: boolean }>`
    select
      exists (select from performance where id = ${performance} and kept <> '[]'::jsonb)
        or exists (select from series_renewal r join package_part_performance p on p.package_id = r.series_id
          where p.performance_id = ${performance} and r.until > now()) as "isKept"`.execute(trx)
  return rows[0]!.isKept ? problem('performance-fixed', { instance: performance, fields: ['planVersion'] }) : undefined
}
