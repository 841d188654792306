import { eligibilityFor } from '#modules/eligibility'
import { priceTypesFor } from '#modules/pricing'
import type { Eligibility } from '@playhouse/domain/eligibility'
import { countByPriceType, type TicketCount } from '@playhouse/domain/limit'
import type { BestSeatsRequest } from '@playhouse/domain/plan/best'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { toBestSeatsRequest, type OfferedPrices, type BestAvailableRequest } from '@playhouse/domain/seat-wish'
import { closedProblem } from '@playhouse/domain/eligibility'
import { ticketsOf, entitlementSubjectOf } from '#modules/basket'
import { loadBasketOwner } from './basket-batch.ts'
import type { HoldDeps, NewBasket, BookablePerformance } from './hold-request.ts'

/** A wish as the hall understands it, for somebody with a basket. */
export type BestSeatsQuery = {
  readonly best: BestSeatsRequest
  readonly eligibility: Eligibility
  readonly offered: OfferedPrices
  /** Tickets of this performance that stay in the basket. */
  readonly remainingSeats: readonly number[]
  readonly remainingCounts: TicketCount
  /** Seats of the basket that go where something is found. */
  readonly release: readonly number[]
}

/** Puts a wish into the words of the hall; refuses what can be had at no place of it. */
export async function prepareBestSeats(
  deps: HoldDeps,
  into: string | NewBasket,
  bookable: BookablePerformance,
  wish: BestAvailableRequest,
): Promise<Result<BestSeatsQuery, Problem>> {
  const { performanceDetails, hall, priceTable } = bookable
  const eligibility = await eligibilityFor(deps, entitlementSubjectOf(await loadBasketOwner(deps.db, into)), performanceDetails)
  const closed = closedProblem(eligibility, performanceDetails)
  if (closed) return fail(closed)
  const types = priceTypesFor(priceTable, eligibility.buys).filter(({ id }) => wish.priceType === undefined || id === wish.priceType)
  if (wish.priceType !== undefined && types.length === 0) return fail(problem('price-type-unavailable', { priceType: wish.priceType }))
  const tickets = typeof into === 'string' ? await ticketsOf(deps.db, into) : []
  const here = tickets.filter((ticket) => ticket.performance_id === performanceDetails.id)
  const seen = new Set([...(wish.others ?? []), ...(wish.giveBack ?? [])].map((seat) => hall.plan.indexOf(seat)))
  const [releasedTickets, remainingTickets] = [here.filter(({ seat }) => seen.has(seat)), here.filter(({ seat }) => !seen.has(seat))]
  const { ticketsPerOrder } = deps.brand.limits
  const room = ticketsPerOrder - tickets.length + releasedTickets.length
  if (wish.quantity > room)
    return fail(problem('max-tickets-per-order', { maximum: ticketsPerOrder, requested: ticketsPerOrder - room + wish.quantity }))
  const offered = { list: priceTable.list, types }
  return ok({
    eligibility,
    offered,
    best: toBestSeatsRequest(hall, offered, wish, room),
    remainingSeats: remainingTickets.map(({ seat }) => seat),
    remainingCounts: countByPriceType(remainingTickets.map((ticket) => ticket.price_type)),
    release: releasedTickets.map(({ seat }) => seat),
  })
}
