import { eligibilityFor } from '#modules/eligibility'
import { priceTypesFor } from '#modules/pricing'
import type { Eligibility } from '@playhouse/domain/eligibility'
import { countByPriceType, type TicketCount } from '@playhouse/domain/limit'
import type { BestSeatsRequest } from '@playhouse/domain/plan/best'
import { orderLimitProblem, seriesTicketsLeftOf, ticketsLeftOf } from '@playhouse/domain/order-limit'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { toBestSeatsRequest, type OfferedPrices, type BestAvailableRequest } from '@playhouse/domain/best-available'
import { closedProblem } from '@playhouse/domain/eligibility'
import { ticketsOf, entitlementSubjectOf, toCountedTicket } from '#modules/basket'
import { loadBasketOwner } from './basket-batch.ts'
import type { HoldDeps, NewBasket, BookablePerformance } from './hold-request.ts'

/** A best-available request with what the basket's owner may buy and has already. */
export type BestSeatsQuery = {
  readonly best: BestSeatsRequest
  readonly eligibility: Eligibility
  readonly offeredPrices: OfferedPrices
  /** Seats of this performance that stay in the basket. */
  readonly remainingSeats: readonly number[]
  readonly remainingCounts: TicketCount
  /** Seats of the basket that are released if seats are found. */
  readonly release: readonly number[]
}

/**
 * Prepares a best-available request for the search. Rejects a closed sale, an unavailable price type and too many tickets.
 * @param options.inSeries whether the tickets belong to a series, which has its own limit
 */
export async function prepareBestSeats(
  deps: HoldDeps,
  targetBasket: string | NewBasket,
  bookable: BookablePerformance,
  request: BestAvailableRequest,
  { inSeries }: { readonly inSeries: boolean } = { inSeries: false },
): Promise<Result<BestSeatsQuery, Problem>> {
  const { performanceDetails, hall, priceTable } = bookable
  const eligibility = await eligibilityFor(deps, entitlementSubjectOf(await loadBasketOwner(deps.db, targetBasket)), performanceDetails)
  const saleProblem = closedProblem(eligibility, performanceDetails)
  if (saleProblem) return fail(saleProblem)
  const types = priceTypesFor(priceTable, eligibility.buys).filter(({ id }) => request.priceType === undefined || id === request.priceType)
  if (request.priceType !== undefined && types.length === 0)
    return fail(problem('price-type-unavailable', { priceType: request.priceType }))
  const tickets = typeof targetBasket === 'string' ? await ticketsOf(deps.db, targetBasket) : []
  const ofPerformance = tickets.filter((ticket) => ticket.performance_id === performanceDetails.id)
  const offeredSeats = new Set([...(request.others ?? []), ...(request.giveBack ?? [])].map((seat) => hall.plan.indexOf(seat)))
  const [releasedTickets, remainingTickets] = [
    ofPerformance.filter(({ seat }) => offeredSeats.has(seat)),
    ofPerformance.filter(({ seat }) => !offeredSeats.has(seat)),
  ]
  const performance = performanceDetails.id
  const staying = tickets.filter((ticket) => !releasedTickets.includes(ticket)).map(toCountedTicket)
  const requested = Array.from({ length: request.quantity }, () => ({ performance, series: inSeries ? '' : null }))
  const { limits } = deps.brand
  const orderProblem = orderLimitProblem(limits, [...staying, ...requested])
  if (orderProblem) return fail(orderProblem)
  const ticketsLeft = inSeries ? seriesTicketsLeftOf(limits, staying, performance) : ticketsLeftOf(limits, staying)
  const offeredPrices = { list: priceTable.list, types }
  return ok({
    eligibility,
    offeredPrices,
    best: toBestSeatsRequest(hall, offeredPrices, request, ticketsLeft),
    remainingSeats: remainingTickets.map(({ seat }) => seat),
    remainingCounts: countByPriceType(remainingTickets.map((ticket) => ticket.price_type)),
    release: releasedTickets.map(({ seat }) => seat),
  })
}
