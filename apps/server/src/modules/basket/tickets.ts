import { sql, type Transaction } from 'kysely'
import { type Database, newId } from '#db'
import type { Tariff } from '#modules/catalogue'
import { eligibilityFor, isKeptFrom, whyClosed } from '#modules/eligibility'
import { priceSeat, type PricedSeat } from '#modules/pricing'
import { holdSeats, releaseHolds, SeatsSlipped, whichAreTaken } from '#modules/seating'
import { blockOf, isWhole } from '@playhouse/domain/plan'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type Actor, ticketsOf, whoHas } from './basket-row.ts'
import { type BasketHouse, clockOf, editBasket } from './edit-basket.ts'
import { leavesAlone } from './left-alone.ts'
import { overAnyLimit, overTypeLimit } from './over-limit.ts'

export type WantedSeat = { readonly seat: string; readonly priceType: string }

/** Holds seats of one performance for the basket, all or none. The first ticket starts the basket's clock. */
export async function addTickets(
  house: BasketHouse,
  basketId: string,
  actor: Actor,
  performanceId: string,
  wanted: readonly WantedSeat[],
): Promise<Result<unknown, Problem>> {
  const showing = await house.catalogue.showing(performanceId)
  if (!showing) return fail(problem('instance-unavailable'))
  const [hall, tariff] = await Promise.all([
    house.catalogue.hall(showing.hall, showing.planVersion),
    house.catalogue.tariff(showing.priceList),
  ])
  const claim = () =>
    editBasket(house, basketId, actor, 'add-tickets', async (trx, basket): Promise<Result<unknown, Problem>> => {
      const eligibility = await eligibilityFor({ ...house, db: trx }, whoHas(basket), showing)
      const closed = whyClosed(eligibility, showing)
      if (closed) return fail(closed)
      const priced: (PricedSeat & { index: number; priceType: string })[] = []
      for (const { seat, priceType } of new Map(wanted.map((each) => [each.seat, each])).values()) {
        const index = hall?.plan.indexOf(seat)
        if (index === undefined) return fail(problem('seat-unknown', { seat }))
        const price = priceSeat(tariff, index, priceType, eligibility.buys)
        if (!price.ok) return price
        priced.push({ index, priceType, ...price.value })
      }
      const seats = priced.map((each) => each.index)
      // Seats kept for others are to everybody else as taken as any.
      const kept = seats.filter((seat) => isKeptFrom(showing.kept, eligibility, seat))
      if (kept.length > 0) return fail(problem('seats-taken', { seats: kept.map((seat) => hall!.plan.idOf(seat)) }))
      const mine = await ticketsOf(trx, basketId)
      const fresh = priced.filter((each) => !mine.some((ticket) => ticket.performance_id === performanceId && ticket.seat === each.index))
      const { ticketsPerOrder, holdSeconds } = house.brand.limits
      if (mine.length + fresh.length > ticketsPerOrder)
        return fail(problem('max-tickets-per-order', { maximum: ticketsPerOrder, requested: mine.length + fresh.length }))
      const over = await overAnyLimit(trx, house, { basket, showing, tariff, actor }, [
        ...mine,
        ...fresh.map((each) => ({ performance_id: performanceId, price_type: each.priceType })),
      ])
      if (over) return fail(over)
      const here = mine.filter((ticket) => ticket.performance_id === performanceId).map((ticket) => ticket.seat)
      const added = fresh.map((each) => each.index)
      if (!isWhole(tariff.list.seatBlocks, [...here, ...added])) return fail(problem('distanced-block-incomplete'))
      const alone = await leavesAlone(trx, house.brand.seating.orphans, hall!.plan, tariff, { performance: performanceId, seats: added })
      if (alone) return fail(alone)
      const until = basket.deadline ?? (await clockOf(trx, holdSeconds)).later
      const set = { performance: performanceId, seats }
      if (!(await holdSeats(trx, set, basketId, until))) {
        const taken = await whichAreTaken(trx, set, basketId)
        return fail(problem('seats-taken', { seats: taken.map((seat) => hall!.plan.idOf(seat)) }))
      }
      if (fresh.length > 0)
        await trx
          .insertInto('basket_ticket')
          .values(
            fresh.map((each) => ({
              id: newId(),
              basket_id: basketId,
              performance_id: performanceId,
              seat: each.index,
              band: each.band,
              price_type: each.priceType,
              price: each.price,
              fee: each.fee,
            })),
          )
          .execute()
      await trx
        .updateTable('basket')
        .set({ deadline: until, lapsed: '[]', network: actor.network ?? null })
        .where('id', '=', basketId)
        .execute()
      return ok({ performance: performanceId, seats })
    })
  for (let looks = 1; ; looks++) {
    try {
      return await claim()
    } catch (error) {
      // Somebody was quicker by a hair; another look finds their claim and names the seats.
      if (!(error instanceof SeatsSlipped) || looks === mostLooks) throw error
    }
  }
}

/** In a storm of claims a seat may slip away more than once, to one rival after the other. */
const mostLooks = 10

/** Another price type for a ticket; the price comes from the list as it is now. */
export async function changeTicket(
  house: BasketHouse,
  basketId: string,
  actor: Actor,
  ticketId: string,
  priceType: string,
): Promise<Result<unknown, Problem>> {
  return editBasket(house, basketId, actor, 'change-ticket', async (trx, basket): Promise<Result<unknown, Problem>> => {
    const tickets = await ticketsOf(trx, basketId)
    const ticket = tickets.find((each) => each.id === ticketId)
    const showing = ticket && (await house.catalogue.showing(ticket.performance_id))
    if (!ticket || !showing) return fail(problem('basket-line-unknown'))
    const tariff: Tariff = await house.catalogue.tariff(showing.priceList)
    const { buys } = await eligibilityFor({ ...house, db: trx }, whoHas(basket), showing)
    const price = priceSeat(tariff, ticket.seat, priceType, buys)
    if (!price.ok) return price
    const after = tickets.map((each) => (each.id === ticketId ? { ...each, price_type: priceType } : each))
    const over = await overTypeLimit(trx, { basket, showing, tariff }, after)
    if (over) return fail(over)
    await trx
      .updateTable('basket_ticket')
      .set({ price_type: priceType, band: price.value.band, price: price.value.price, fee: price.value.fee })
      .where('id', '=', ticketId)
      .execute()
    return ok({ ticket: ticketId, priceType })
  })
}

/** Gives one seat back, and its block with it where seats are sold in blocks. With the last ticket the clock stops. */
export async function removeTicket(
  house: BasketHouse,
  basketId: string,
  actor: Actor,
  ticketId: string,
): Promise<Result<unknown, Problem>> {
  return editBasket(house, basketId, actor, 'remove-ticket', async (trx): Promise<Result<unknown, Problem>> => {
    const tickets = await ticketsOf(trx, basketId)
    const ticket = tickets.find((each) => each.id === ticketId)
    const showing = ticket && (await house.catalogue.showing(ticket.performance_id))
    if (!ticket || !showing) return fail(problem('basket-line-unknown'))
    const block = blockOf((await house.catalogue.tariff(showing.priceList)).list.seatBlocks, ticket.seat)
    const leaving = tickets.filter((each) => each.performance_id === ticket.performance_id && block.includes(each.seat))
    const seats = leaving.map((each) => each.seat)
    await releaseHolds(trx, basketId, { performance: ticket.performance_id, seats })
    await trx
      .deleteFrom('basket_ticket')
      .where(
        'id',
        'in',
        leaving.map((each) => each.id),
      )
      .execute()
    if (tickets.length === leaving.length) await stopClock(trx, basketId)
    return ok({ performance: ticket.performance_id, seats })
  })
}

async function stopClock(trx: Transaction<Database>, basketId: string): Promise<void> {
  await trx
    .updateTable('basket')
    .set({ deadline: sql`null`, extensions: 0 })
    .where('id', '=', basketId)
    .execute()
}
