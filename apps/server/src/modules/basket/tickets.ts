import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { requireCurrentPrices, type Tariff, withCurrentPrices } from '#modules/catalogue'
import { eligibilityFor, whyClosed } from '#modules/eligibility'
import { priceSeat } from '#modules/pricing'
import type { IfTaken } from '#modules/seating'
import { blockOf } from '@playhouse/domain/plan'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type Actor, type BasketRow, ticketsOf, whoHas } from './basket-row.ts'
import { type NewBasket, ownerOf } from './baskets-at-once.ts'
import { type BasketDeps, editBasket } from './edit-basket.ts'
import { dropItemsWithoutTickets } from './items.ts'
import type { HoldDeps } from './open-hall.ts'
import { overTypeLimit } from './over-limit.ts'
import { holdsVoucher } from './purses.ts'
import { removeTickets } from './remove-tickets.ts'
import { type LostSeats, seatsInstead } from './seats-instead.ts'
import { onSale, type OnSale, takeSeats } from './take-seats.ts'
import type { Filled } from './take-together.ts'

export type WantedSeat = { readonly seat: string; readonly priceType: string }

export type AddOptions = { readonly ifTaken?: IfTaken | undefined; readonly giveBack?: readonly string[] | undefined }

/**
 * Holds the seats that somebody chose, all or none, or those that are still to be had. Where some have gone it says which,
 * and which others would do as well.
 */
export async function addTickets(
  deps: HoldDeps,
  into: string | NewBasket,
  actor: Actor,
  performanceId: string,
  wanted: readonly WantedSeat[],
  { ifTaken = 'refuse', giveBack = [] }: AddOptions = {},
): Promise<Result<{ readonly lost: LostSeats | null; readonly filled: Filled }, Problem>> {
  const at = await onSale(deps, performanceId)
  if (!at) return fail(problem('instance-unavailable'))
  const { plan } = at.hall
  const seats: { index: number; priceType: string }[] = []
  for (const { seat, priceType } of new Map(wanted.map((each) => [each.seat, each])).values()) {
    const index = plan.indexOf(seat)
    if (index === undefined) {
      const closed = await whyShut(deps, into, at)
      return fail(closed ?? problem('seat-unknown', { seat }))
    }
    seats.push({ index, priceType })
  }
  const taken = await takeSeats(deps, into, actor, at, {
    seats,
    ifTaken,
    giveBack: giveBack.flatMap((seat) => plan.indexOf(seat) ?? []),
    isHouseChoice: false,
  })
  const lost = taken.ok ? taken.value.taken.lost : taken.error.code === 'seats-gone' ? taken.error.seats : []
  const party = seats.map(({ index }) => index)
  const instead = lost.length > 0 ? await seatsInstead(deps, into, at, party, lost) : null
  if (taken.ok) return ok({ lost: instead, filled: taken.value.filled })
  return fail(taken.error.code === 'seats-gone' ? problem('seats-taken', instead!) : taken.error)
}

/** A performance that is over or not on sale says so first, whatever seats of it are asked for. */
async function whyShut(deps: BasketDeps, into: string | NewBasket, { showing }: OnSale): Promise<Problem | undefined> {
  const basket = await ownerOf(deps.db, into)
  return whyClosed(await eligibilityFor(deps, whoHas(basket), showing), showing)
}

/** Another price type for a ticket; the price comes from the list as it is now. */
export async function changeTicket(
  deps: BasketDeps,
  basketId: string,
  actor: Actor,
  ticketId: string,
  priceType: string,
): Promise<Result<unknown, Problem>> {
  const change = async (trx: Transaction<Database>, basket: BasketRow): Promise<Result<unknown, Problem>> => {
    const tickets = await ticketsOf(trx, basketId)
    const ticket = tickets.find((each) => each.id === ticketId)
    const showing = ticket && (await deps.catalogue.showing(ticket.performance_id))
    if (!ticket || !showing) return fail(problem('basket-line-unknown'))
    const tariff: Tariff = await deps.catalogue.tariff(showing.priceList)
    await requireCurrentPrices(trx, tariff)
    const { buys } = await eligibilityFor({ ...deps, db: trx }, whoHas(basket), showing)
    const price = priceSeat(tariff, ticket.seat, priceType, buys)
    if (!price.ok) return price
    const after = tickets.map((each) => (each.id === ticketId ? { ...each, price_type: priceType } : each))
    const over = await overTypeLimit(trx, { basket, showing, tariff }, after)
    if (over) return fail(over)
    await trx
      .updateTable('basket_ticket')
      .set({ price_type: priceType, ...price.value, price_version: tariff.version })
      .where('id', '=', ticketId)
      .execute()
    return ok({ ticket: ticketId, priceType })
  }
  return withCurrentPrices(deps.catalogue, () => editBasket(deps, basketId, actor, 'change-ticket', change))
}

/** Releases one seat, and its block where seats are sold in blocks. With the last ticket the clock stops and the items go. */
export async function removeTicket(deps: BasketDeps, basketId: string, actor: Actor, ticketId: string): Promise<Result<unknown, Problem>> {
  return editBasket(deps, basketId, actor, 'remove-ticket', async (trx): Promise<Result<unknown, Problem>> => {
    const tickets = await ticketsOf(trx, basketId)
    const ticket = tickets.find((each) => each.id === ticketId)
    const showing = ticket && (await deps.catalogue.showing(ticket.performance_id))
    if (!ticket || !showing) return fail(problem('basket-line-unknown'))
    if (await holdsVoucher(trx, basketId)) return fail(problem('voucher-in-basket'))
    const block = blockOf((await deps.catalogue.tariff(showing.priceList)).list.seatBlocks, ticket.seat)
    const leaving = tickets.filter((each) => each.performance_id === ticket.performance_id && block.includes(each.seat))
    const seats = leaving.map((each) => each.seat)
    await removeTickets(trx, basketId, ticket.performance_id, leaving)
    if (tickets.length === leaving.length) await stopClock(trx, basketId)
    const items = await dropItemsWithoutTickets(trx, basketId)
    return ok({ performance: ticket.performance_id, seats, ...(items.length > 0 && { items }) })
  })
}

async function stopClock(trx: Transaction<Database>, basketId: string): Promise<void> {
  await trx
    .updateTable('basket')
    .set({ deadline: sql`null`, extensions: 0 })
    .where('id', '=', basketId)
    .execute()
}
