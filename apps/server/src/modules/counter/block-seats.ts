import { sql, type Transaction } from 'kysely'
import type { SeatHold } from '@playhouse/api-client/contract'
import { audit, type Database, newId, transact } from '#db'
import {
  type Actor,
  type BasketDeps,
  type BasketRow,
  type CannotEdit,
  readClock,
  removeDependentItems,
  editBasket,
  stopClock,
  ticketsOf,
} from '#modules/basket'
import { requireCurrentPrices, withCurrentPrices } from '#modules/catalogue'
import { blockedSeats, blockHeld, claimSeats, ClaimConflict, unblock } from '#modules/seating'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { counterLockTypes } from '@playhouse/domain/seat-lock'
import { type CounterPerformance, openCounterPerformance, seatIndices, seatsOfOtherPlan } from './hold.ts'

type BlockRequest = { readonly seats: readonly string[]; readonly kind: (typeof counterLockTypes)[number]; readonly reason: string }

/**
 * Blocks seats, all or none. They are claimed into the counter basket and leave it in the same transaction; the basket's own
 * seats may be among them.
 * @returns the id of the seat block; `seats-taken`, `seat-unknown` or `reserved-order-locked`
 */
export async function blockSeats(
  deps: BasketDeps,
  basketId: string,
  staff: string,
  actor: Actor,
  { performanceDetails, plan }: CounterPerformance,
  { seats: ids, kind, reason }: BlockRequest,
): Promise<Result<string, Problem | CannotEdit>> {
  const places = seatIndices(plan, ids)
  if (!places.ok) return places
  const seatSet = { performance: performanceDetails.id, seats: places.value }
  const id = newId()
  const work = async (trx: Transaction<Database>, basket: BasketRow): Promise<Result<unknown, Problem>> => {
    // Seats of a reserved order are not blocked.
    if (basket.reservation_id !== null) return fail(problem('reserved-order-locked'))
    const { later } = await readClock(trx, 60)
    const { takenSeats } = await claimSeats(trx, seatSet, { as: 'held', basket: basketId, until: later })
    if (takenSeats.length > 0) return fail(problem('seats-taken', { seats: takenSeats.map(plan.idOf), instead: null }))
    // The plan is current if the prices are.
    const now = await openCounterPerformance(deps, performanceDetails.id)
    if (now?.performanceDetails.planVersion !== performanceDetails.planVersion) return fail(seatsOfOtherPlan(ids))
    await requireCurrentPrices(trx, now.priceTable)
    const basketTickets = (await ticketsOf(trx, basketId)).filter(
      (ticket) => ticket.performance_id === seatSet.performance && seatSet.seats.includes(ticket.seat),
    )
    await trx
      .insertInto('seat_hold')
      .values({ id, performance_id: seatSet.performance, kind, reason, staff_id: staff, lifted_at: null })
      .execute()
    if (!(await blockHeld(trx, id, basketId, seatSet))) throw new ClaimConflict()
    await dropTickets(trx, basketId, basketTickets)
    await audit(trx, { ...auditSubject(actor, id), verb: 'block', detail: { ...seatSet, kind, reason } })
    return ok({ hold: id, ...seatSet })
  }
  const result = await withCurrentPrices(deps.catalogue, () => editBasket(deps, basketId, actor, 'keep-off-sale', work))
  return result.ok ? ok(id) : result
}

/** Deletes tickets of a basket whose seats were blocked or reserved. With the last ticket the deadline ends and dependent items are removed. */
export async function dropTickets(trx: Transaction<Database>, basket: string, tickets: readonly { readonly id: string }[]): Promise<void> {
  if (tickets.length === 0) return
  await trx
    .deleteFrom('basket_ticket')
    .where(
      'id',
      'in',
      tickets.map(({ id }) => id),
    )
    .execute()
  if ((await ticketsOf(trx, basket)).length > 0) return
  await stopClock(trx, basket)
  await removeDependentItems(trx, basket)
}

/** Unblocks some or all seats of a seat block. @returns the ids of the unblocked seats; empty for an unknown or ended block */
export async function unblockSeats(
  { db }: Pick<BasketDeps, 'db'>,
  hold: string,
  actor: Actor,
  { performanceDetails, plan }: CounterPerformance,
  { reason, seats: ids }: { readonly reason: string; readonly seats?: readonly string[] | undefined },
): Promise<Result<string[], Problem<'seat-unknown'>>> {
  const places = ids && seatIndices(plan, ids)
  if (places && !places.ok) return places
  const freedSeats = await transact(db, async (trx) => {
    const block = await trx
      .selectFrom('seat_hold')
      .select('id')
      .where('id', '=', hold)
      .where('performance_id', '=', performanceDetails.id)
      .where('lifted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!block) return []
    const seats = await unblock(trx, hold, performanceDetails.id, places?.value)
    if (seats.length === 0) return []
    const isOver = !(await blockedSeats(trx, performanceDetails.id)).has(hold)
    if (isOver)
      await trx
        .updateTable('seat_hold')
        .set({ lifted_at: sql<Date>`now()` })
        .where('id', '=', hold)
        .execute()
    await audit(trx, { ...auditSubject(actor, hold), verb: 'unblock', detail: { performance: performanceDetails.id, seats, reason } })
    return seats
  })
  return ok(freedSeats.map(plan.idOf))
}

const auditSubject = (actor: Actor, hold: string) =>
  ({ actor: actor.name, requestId: actor.requestId, subject: 'seat-hold', subjectId: hold }) as const

/** Lists the seat blocks of a performance, newest first. */
export async function readSeatBlocks(
  { db }: Pick<BasketDeps, 'db'>,
  { performanceDetails, plan }: CounterPerformance,
): Promise<SeatHold[]> {
  return transact(db, async (trx) => {
    const blocks = await blockedSeats(trx, performanceDetails.id)
    const rows = await trx
      .selectFrom('seat_hold')
      .leftJoin('staff', 'staff.id', 'seat_hold.staff_id')
      .leftJoin('catalogue_record as agent', (join) => join.onRef('agent.id', '=', 'seat_hold.agent').on('agent.kind', '=', 'agent'))
      .select(['seat_hold.id', 'seat_hold.kind', 'seat_hold.reason', 'seat_hold.placed_at', 'seat_hold.release_at'])
      .select((eb) => eb.fn.coalesce('staff.name', sql<string>`''`).as('name'))
      .select(sql<string | null>`agent.data ->> 'name'`.as('agent'))
      .where('seat_hold.performance_id', '=', performanceDetails.id)
      .where('seat_hold.lifted_at', 'is', null)
      .orderBy('seat_hold.placed_at', 'desc')
      .execute()
    // A draw has given all seats of a lock without any.
    const open = rows.filter(({ id }) => blocks.has(id))
    return open.map(({ id, kind, agent, reason, placed_at, release_at, name }) => ({
      id,
      kind,
      agent,
      reason,
      placedBy: name,
      placedAt: placed_at.toISOString(),
      releaseAt: release_at?.toISOString() ?? null,
      seats: blocks.get(id)!.map(plan.idOf),
    }))
  })
}
