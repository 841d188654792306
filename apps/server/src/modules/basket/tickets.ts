import type { Transaction } from 'kysely'
import type { Database } from '#db'
import { requireCurrentPrices, type PriceTable, withCurrentPrices } from '#modules/catalogue'
import { eligibilityFor } from '#modules/eligibility'
import { type ChosenPrice, priceChosenSeat } from '#modules/pricing'
import { heldLimitOf } from '@playhouse/domain/eligibility'
import { blockOf } from '@playhouse/domain/plan'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type Actor, type BasketRow, ticketsOf, entitlementSubjectOf } from './basket-row.ts'
import { type BasketDeps, editBasket } from './edit-basket.ts'
import { removeDependentItems } from './items.ts'
import { holdsVoucher } from './holds-voucher.ts'
import { findWholePackageProblem } from './packages.ts'
import { removeTickets } from './remove-tickets.ts'
import { stopClock } from './stop-clock.ts'
import { checkTicketLimits } from './ticket-limit.ts'

/** Changes the price type of a ticket, at the current price, or at what the customer chose where it is pay what you can. */
export async function changeTicket(
  deps: BasketDeps,
  basketId: string,
  actor: Actor,
  ticketId: string,
  chosen: ChosenPrice,
): Promise<Result<unknown, Problem>> {
  const { priceType } = chosen
  const change = async (trx: Transaction<Database>, basket: BasketRow): Promise<Result<unknown, Problem>> => {
    const tickets = await ticketsOf(trx, basketId)
    const ticket = tickets.find((each) => each.id === ticketId)
    const performanceDetails = ticket && (await deps.catalogue.performanceDetails(ticket.performance_id))
    if (!ticket || !performanceDetails) return fail(problem('basket-line-unknown'))
    const whole = await findWholePackageProblem(trx, [ticket])
    if (whole) return fail(whole)
    const priceTable: PriceTable = await deps.catalogue.priceTable(performanceDetails.priceList, performanceDetails.priceVersion)
    await requireCurrentPrices(trx, priceTable)
    const { buys } = await eligibilityFor({ ...deps, db: trx }, entitlementSubjectOf(basket), performanceDetails)
    const price = priceChosenSeat(priceTable, ticket.seat, chosen, buys)
    if (!price.ok) return price
    const changedTickets = tickets.map((each) => (each.id === ticketId ? { ...each, price_type: priceType } : each))
    const perCustomer = heldLimitOf(performanceDetails, await deps.catalogue.now())
    const limitProblem = await checkTicketLimits(trx, { basket, performanceDetails, priceTable, perCustomer }, changedTickets)
    if (limitProblem) return fail(limitProblem)
    await trx
      .updateTable('basket_ticket')
      .set({ price_type: priceType, ...price.value, price_version: priceTable.version })
      .where('id', '=', ticketId)
      .execute()
    return ok({ ticket: ticketId, ...chosen })
  }
  return withCurrentPrices(deps.catalogue, () => editBasket(deps, basketId, actor, 'change-ticket', change))
}

/** Releases one seat, or its whole seat block. With the last ticket, the deadline and the items that need tickets are removed. */
export async function removeTicket(deps: BasketDeps, basketId: string, actor: Actor, ticketId: string): Promise<Result<unknown, Problem>> {
  return editBasket(deps, basketId, actor, 'remove-ticket', async (trx): Promise<Result<unknown, Problem>> => {
    const tickets = await ticketsOf(trx, basketId)
    const ticket = tickets.find((each) => each.id === ticketId)
    const performanceDetails = ticket && (await deps.catalogue.performanceDetails(ticket.performance_id))
    if (!ticket || !performanceDetails) return fail(problem('basket-line-unknown'))
    const whole = await findWholePackageProblem(trx, [ticket])
    if (whole) return fail(whole)
    if (await holdsVoucher(trx, basketId)) return fail(problem('voucher-in-basket'))
    const block = blockOf((await deps.catalogue.priceTable(performanceDetails.priceList)).list.seatBlocks, ticket.seat)
    const removedTickets = tickets.filter((each) => each.performance_id === ticket.performance_id && block.includes(each.seat))
    const seats = removedTickets.map((each) => each.seat)
    await removeTickets(trx, basketId, ticket.performance_id, removedTickets)
    if (tickets.length === removedTickets.length) await stopClock(trx, basketId)
    const items = await removeDependentItems(trx, basketId)
    return ok({ performance: ticket.performance_id, seats, ...(items.length > 0 && { items }) })
  })
}
