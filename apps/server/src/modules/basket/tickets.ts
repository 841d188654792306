import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { requireCurrentPrices, type Tariff, withCurrentPrices } from '#modules/catalogue'
import { eligibilityFor } from '#modules/eligibility'
import { priceSeat } from '#modules/pricing'
import { blockOf } from '@playhouse/domain/plan'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type Actor, type BasketRow, ticketsOf, whoHas } from './basket-row.ts'
import { type BasketDeps, editBasket } from './edit-basket.ts'
import { dropItemsWithoutTickets } from './items.ts'
import { holdsVoucher } from './tender.ts'
import { removeTickets } from './remove-tickets.ts'
import { overTypeLimit } from './ticket-limit.ts'

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
