import { countByPriceType, type TicketCount } from '@playhouse/domain/limit'
import { orderLimitProblem, seriesTicketsLeftOf, ticketsLeftOf } from '@playhouse/domain/order-limit'
import { type BookableHall, type SearchedPerformance, seatStatus } from '@playhouse/domain/plan/best'
import { bands, type PriceType, priceOf } from '@playhouse/domain/pricing'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type BestAvailableRequest, toBestSeatsRequest, type OfferedPrices } from '@playhouse/domain/best-available'
import { closedProblem, isTaken, toCountedTicket } from './add-seats.ts'
import { typesFor } from './eligibility.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'

/** A request for the best available seats with what the visitor may buy and has already. */
export type PreparedWish = SearchedPerformance & {
  readonly offeredPrices: OfferedPrices
  readonly before: TicketCount
  readonly releasedSeats: readonly string[]
}

/** Prepares a request for the search. Rejects a closed sale, an unavailable price type and too many tickets. @param series the series that the tickets belong to */
export function prepareWish(
  shop: MockShop,
  visit: MockVisit,
  instance: string,
  wish: BestAvailableRequest,
  series?: string,
): Result<PreparedWish, Problem> {
  const mockPerformance = shop.performance(instance)
  const pricedPerformance = shop.pricedPerformanceOf(instance)
  if (!mockPerformance || !pricedPerformance) return fail(problem('instance-unavailable'))
  const saleProblem = closedProblem(shop, visit, mockPerformance)
  if (saleProblem) return fail(saleProblem)
  const { plan, list } = pricedPerformance
  const types = typesFor(shop, visit, mockPerformance).filter(({ id, kind }) =>
    wish.priceType === undefined ? kind !== 'staff' : id === wish.priceType,
  )
  if (types.length === 0) return fail(problem('price-type-unavailable', { priceType: wish.priceType ?? '' }))
  const releasedSeats = [...(wish.others ?? []), ...(wish.giveBack ?? [])]
  const isStaying = ({ performance, seat }: MockVisit['tickets'][number]): boolean =>
    performance !== instance || !releasedSeats.includes(plan.idOf(seat))
  const staying = visit.tickets.filter(isStaying)
  const limits = visit.isAtCounter ? { ticketsPerOrder: pricedPerformance.plan.seatCount } : shop.brand.limits
  const counted = staying.map(toCountedTicket)
  const requested = Array.from({ length: wish.quantity }, () => toCountedTicket({ performance: instance, series }))
  const orderProblem = orderLimitProblem(limits, [...counted, ...requested])
  if (orderProblem) return fail(orderProblem)
  const ticketsLeft = series === undefined ? ticketsLeftOf(limits, counted) : seriesTicketsLeftOf(limits, counted, instance)
  const hall = bookableHallFor(shop, visit, instance, typesFor(shop, visit, mockPerformance), new Set(releasedSeats))
  const ticketsHere = staying.filter(({ performance }) => performance === instance)
  return ok({
    hall,
    request: toBestSeatsRequest(hall, { list, types }, wish, ticketsLeft),
    offeredPrices: { list, types },
    before: countByPriceType(ticketsHere.map(({ priceType }) => priceType)),
    releasedSeats,
  })
}

/** The hall for the seat search: held seats of the visitor count as taken, seats to be released as free. */
function bookableHallFor(
  shop: MockShop,
  visit: MockVisit,
  instance: string,
  types: readonly PriceType[],
  releasedSeats: ReadonlySet<string>,
): BookableHall {
  const { plan, list, bandOf, taken } = shop.pricedPerformanceOf(instance)!
  const isSold = bands.map((band) => types.some(({ id }) => priceOf(list, band, id)))
  const seats = Uint8Array.from(bandOf, (band, seat) => {
    if (!isSold[band]) return seatStatus.closed
    const isMine = taken.get(seat) === visit && !releasedSeats.has(plan.idOf(seat))
    return isMine || isTaken(shop, visit, instance, seat) ? seatStatus.taken : seatStatus.free
  })
  return { plan, bandOf, seats, orphans: shop.brand.seating.orphans, ...(list.seatBlocks && { blocks: list.seatBlocks }) }
}
