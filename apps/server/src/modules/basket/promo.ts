import type { Transaction } from 'kysely'
import type { Database } from '#db'
import { loadEntitlement } from '#modules/eligibility'
import { findPromo, type Promo, hasUsesLeft } from '#modules/promo'
import { reservedTickets } from '#modules/reservation'
import { eligibilityOf, type Entitlement, barredProblem, heldLimitOf, isKeptFrom } from '@playhouse/domain/eligibility'
import { money } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { isUsefulFor, promoCodeOf, type PromoBuyer, type PromoTicket } from '@playhouse/domain/promo'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type Actor, type BasketRow, ticketsOf, type TicketRow, entitlementSubjectOf } from './basket-row.ts'
import { type BasketDeps, type CannotEdit, editBasket } from './edit-basket.ts'
import { withoutPackages } from './packages.ts'
import { withPriceRules } from './price-rules.ts'
import { type TicketLimitProblem, checkTicketLimits } from './ticket-limit.ts'

type PromoProblem = Problem<'promo-not-recognised' | 'promo-not-valid' | 'promo-update-failed'>

/**
 * Applies a promo code to the basket and replaces the previous one. An empty basket may have one, because it may open an
 * early sale.
 */
export async function applyPromo(
  deps: BasketDeps,
  id: string,
  actor: Actor,
  enteredCode: string,
): Promise<Result<unknown, PromoProblem | CannotEdit>> {
  return editBasket(deps, id, actor, 'apply-promo', async (trx, basket): Promise<Result<unknown, PromoProblem>> => {
    const promo = await findPromo(trx, promoCodeOf(enteredCode), id)
    if (!promo) return fail(problem('promo-not-recognised'))
    const tickets = await ticketsOf(trx, id)
    const buyer = await loadBuyer({ ...deps, db: trx }, basket)
    const promoTickets = await toPromoTickets(deps, await withoutPackages(trx, tickets))
    if (!isUsefulFor(promo.rule, promoTickets, buyer, promo.others ?? {})) return fail(problem('promo-not-valid'))
    if (basket.customer_id && !(await hasUsesLeft(trx, promo.code, basket.customer_id, id))) return fail(problem('promo-not-valid'))
    const depsInTransaction = { ...deps, db: trx }
    if (basket.promo !== promo.code && (await needsCurrentPromo(depsInTransaction, basket, tickets, promo)))
      return fail(problem('promo-update-failed'))
    await trx
      .updateTable('basket')
      .set({ promo: promo.code, single_use_code: promo.singleUse ?? null, named_code: promo.namedCode ?? null })
      .where('id', '=', id)
      .execute()
    return ok({ promo: promo.code })
  })
}

/** Removes the promo code. Rejected with `promo-update-failed` while a ticket needs it. */
export async function removePromo(
  deps: BasketDeps,
  id: string,
  actor: Actor,
): Promise<Result<unknown, Problem<'promo-update-failed'> | CannotEdit>> {
  return editBasket(deps, id, actor, 'remove-promo', async (trx, basket): Promise<Result<unknown, Problem<'promo-update-failed'>>> => {
    if (await needsCurrentPromo({ ...deps, db: trx }, basket, await ticketsOf(trx, id), undefined))
      return fail(problem('promo-update-failed'))
    await trx.updateTable('basket').set({ promo: null, single_use_code: null, named_code: null }).where('id', '=', id).execute()
    return ok({})
  })
}

/** Whether the basket has tickets that the visitor could not buy with another promo code, or with none. */
async function needsCurrentPromo(deps: BasketDeps, basket: BasketRow, tickets: readonly TicketRow[], otherPromo: Promo | undefined) {
  if (basket.promo === null) return false
  const entitlement = await loadEntitlement(deps.db, deps.brand.timeZone, { customer: basket.customer_id, basket: basket.id })
  return (await findEligibilityProblem(deps, { ...entitlement, promo: otherPromo?.rule }, tickets)) !== undefined
}

/** @param isReserved whether a ticket's seat is reserved for the customer, who needs no priority and no kept seats for it */
async function findEligibilityProblem(
  { catalogue }: BasketDeps,
  entitlement: Entitlement,
  tickets: readonly TicketRow[],
  isReserved: (ticket: TicketRow) => boolean = () => false,
): Promise<Problem<'instance-priority' | 'instance-restricted' | 'price-type-unavailable'> | undefined> {
  const now = await catalogue.now()
  for (const ticket of tickets) {
    const performanceDetails = (await catalogue.performanceDetails(ticket.performance_id))!
    const { list } = await catalogue.priceTable(performanceDetails.priceList)
    const eligibility = eligibilityOf(entitlement, performanceDetails, now)
    const sale = isReserved(ticket) ? 'open' : eligibility.sale
    const ticketProblem = barredProblem({ ...eligibility, sale }, performanceDetails, list.priceTypes, ticket.price_type)
    if (ticketProblem) return ticketProblem
    if (!isReserved(ticket) && isKeptFrom(performanceDetails.kept, eligibility, ticket.seat))
      return problem('price-type-unavailable', { priceType: ticket.price_type })
  }
  return undefined
}

/**
 * Finds the first problem of tickets that the customer may no longer buy, for example because they have signed in, or because
 * the promo code has expired. Seats of a reserved order are exempt, and so are their reserved prices.
 */
export async function findTicketProblem(
  trx: Transaction<Database>,
  deps: BasketDeps,
  basket: BasketRow,
  basketTickets: readonly TicketRow[],
): Promise<TicketLimitProblem | Problem<'instance-priority' | 'instance-restricted' | 'price-type-unavailable'> | undefined> {
  const ticketsOfReservation = basket.reservation_id === null ? [] : await reservedTickets(trx, basket.reservation_id)
  const reservedTicketOf = (ticket: TicketRow) =>
    ticketsOfReservation.find(({ performance_id, seat }) => performance_id === ticket.performance_id && seat === ticket.seat)
  const isReserved = (ticket: TicketRow): boolean => reservedTicketOf(ticket) !== undefined
  const eligibilityProblem = await findEligibilityProblem(
    deps,
    await loadEntitlement(trx, deps.brand.timeZone, entitlementSubjectOf(basket)),
    basketTickets.filter((ticket) => reservedTicketOf(ticket)?.price_type !== ticket.price_type),
    isReserved,
  )
  if (eligibilityProblem) return eligibilityProblem
  const tickets = basketTickets.filter((ticket) => !isReserved(ticket))
  for (const performance of new Set(tickets.map((ticket) => ticket.performance_id))) {
    const performanceDetails = (await deps.catalogue.performanceDetails(performance))!
    const priceTable = await deps.catalogue.priceTable(performanceDetails.priceList)
    const perCustomer = heldLimitOf(performanceDetails, await deps.catalogue.now())
    const limitProblem = await checkTicketLimits(trx, { basket, performanceDetails, priceTable, perCustomer }, tickets)
    if (limitProblem) return limitProblem
  }
  return undefined
}

/** Who buys a basket, and when, as the conditions of offers see it. @param entitlement of the basket, if the caller has loaded it */
export async function loadBuyer(
  { db, brand, catalogue }: Pick<BasketDeps, 'db' | 'brand' | 'catalogue'>,
  basket: Parameters<typeof entitlementSubjectOf>[0],
  entitlement?: Pick<Entitlement, 'memberships'>,
): Promise<PromoBuyer> {
  const { memberships } = entitlement ?? (await loadEntitlement(db, brand.timeZone, entitlementSubjectOf(basket)))
  return { memberships, now: await catalogue.now() }
}

export const toPromoTickets = async ({ catalogue }: Pick<BasketDeps, 'catalogue'>, tickets: readonly TicketRow[]): Promise<PromoTicket[]> =>
  Promise.all(
    (await withPriceRules({ catalogue }, tickets)).map(async ({ performance_id, band, price_type, price, vatBasisPoints }) => ({
      performance: (await catalogue.performanceDetails(performance_id))!,
      ...{ band, priceType: price_type, price: money(price), vatBasisPoints },
    })),
  )
