import { countByPriceType } from '@playhouse/domain/limit'
import { type BookableHall, canFind, findBest, reasonFor, seatStatus } from '@playhouse/domain/plan/best'
import { bands, type PriceType, priceOf } from '@playhouse/domain/pricing'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { toBestSeatsRequest, priceSeats, explainNoSeats } from '@playhouse/domain/best-available'
import type { FoundSeats, SeatRequest } from '#contract'
import { addSeats, isTaken, closedProblem } from './add-seats.ts'
import type { MockHandlers, Contract } from './mock-handler.ts'
import { type MockShop, type MockVisit, reopenBasket } from './mock-shop.ts'
import { readBasket } from './read-basket.ts'
import { typesFor } from './eligibility.ts'

/** Mock handler of best available seats. */
export function seatHandlers(shop: MockShop): MockHandlers<Contract['seats']> {
  return {
    bestAvailable: ({ visit, params, body }) => {
      shop.expireBasket(visit)
      if (visit.state === 'paying') return fail(problem('basket-paying'))
      if (visit.state !== 'open') reopenBasket(visit)
      const { once, proof, ...wish } = body
      const before = once === undefined ? undefined : earlierResult(shop, visit, params.instance, once)
      if (before) return ok({ ...before, basket: readBasket(shop, visit) })
      const holdResult = holdBest(shop, visit, params.instance, wish, proof)
      if (!holdResult.ok) return holdResult
      if (once !== undefined) grantedRequests.set(visit, new Map([...(grantedRequests.get(visit) ?? []), [once, holdResult.value]]))
      visit.version += 1
      visit.lastPayment = null
      return ok({ ...holdResult.value, basket: readBasket(shop, visit) })
    },
  }
}

/** Results by visit and idempotency key. */
const grantedRequests = new WeakMap<MockVisit, ReadonlyMap<string, Omit<FoundSeats, 'basket'>>>()

/** The earlier result of an idempotency key, with the seats that the basket still holds; undefined without any. */
function earlierResult(shop: MockShop, visit: MockVisit, instance: string, idempotencyKey: string): Omit<FoundSeats, 'basket'> | undefined {
  const grantedRequest = grantedRequests.get(visit)?.get(idempotencyKey)
  const seats = grantedRequest?.seats.filter((id) => {
    const seat = shop.pricedPerformanceOf(instance)?.plan.indexOf(id)
    return visit.tickets.some((ticket) => ticket.performance === instance && ticket.seat === seat)
  })
  return grantedRequest && seats && seats.length > 0 ? { ...grantedRequest, seats } : undefined
}

/** Finds and holds the best available seats of a performance, all or none. */
export function holdBest(
  shop: MockShop,
  visit: MockVisit,
  instance: string,
  wish: SeatRequest,
  proof?: string,
): Result<Omit<FoundSeats, 'basket'>, Problem> {
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
  const maximum = visit.isAtCounter ? pricedPerformance.plan.seatCount : shop.brand.limits.ticketsPerOrder
  if (staying.length + wish.quantity > maximum)
    return fail(problem('max-tickets-per-order', { maximum, requested: staying.length + wish.quantity }))
  const hall = bookableHallFor(shop, visit, instance, typesFor(shop, visit, mockPerformance), new Set(releasedSeats))
  const best = toBestSeatsRequest(hall, { list, types }, wish, maximum - staying.length)
  const [bestSeats] = findBest(hall, best)
  if (!bestSeats) return fail(explainNoSeats(hall, best, wish))
  const ticketsHere = staying.filter(({ performance }) => performance === instance)
  const pricedSeats = priceSeats(hall, { list, types }, bestSeats, countByPriceType(ticketsHere.map(({ priceType }) => priceType)))
  if (!pricedSeats.ok) return pricedSeats
  const seats = pricedSeats.value.map(({ index, priceType }) => ({ seat: plan.idOf(index), priceType }))
  const addResult = addSeats(shop, visit, { instance, seats, giveBack: releasedSeats, proof })
  if (!addResult.ok) return addResult
  const { parts, notBetter, ...reason } = reasonFor(hall, best, bestSeats)
  return ok({
    seats: seats.map(({ seat }) => seat),
    reason: { ...reason, parts: [...parts], notBetter: [...notBetter] },
    hasOthers: canFind(hall, { ...best, excludedSeats: [...best.excludedSeats!, ...bestSeats.seats] }),
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
