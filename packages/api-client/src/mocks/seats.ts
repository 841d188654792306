import { canFind, findBest, reasonFor } from '@playhouse/domain/plan/best'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { priceSeats, explainNoSeats } from '@playhouse/domain/best-available'
import type { FoundSeats, SeatRequest } from '#contract'
import { addSeats } from './add-seats.ts'
import { holdPerformances } from './hold-performances.ts'
import type { MockHandlers, Contract } from './mock-handler.ts'
import { type MockShop, type MockVisit, reopenBasket } from './mock-shop.ts'
import { prepareWish } from './prepare-wish.ts'
import { readBasket } from './read-basket.ts'

/** Mock handler of best available seats. */
export function seatHandlers(shop: MockShop): MockHandlers<Contract['seats']> {
  return {
    holdPerformances: ({ visit, body }) => {
      shop.expireBasket(visit)
      if (visit.state === 'paying') return fail(problem('basket-paying'))
      if (visit.state !== 'open') reopenBasket(visit)
      const held = holdPerformances(shop, visit, body)
      if (!held.ok) return held
      visit.version += 1
      visit.lastPayment = null
      return ok({ ...held.value, ...readBasket(shop, visit) })
    },
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
  const prepared = prepareWish(shop, visit, instance, wish)
  if (!prepared.ok) return prepared
  const { hall, request: best, offeredPrices, before, releasedSeats } = prepared.value
  const [bestSeats] = findBest(hall, best)
  if (!bestSeats) return fail(explainNoSeats(hall, best, wish))
  const pricedSeats = priceSeats(hall, offeredPrices, bestSeats, before)
  if (!pricedSeats.ok) return pricedSeats
  const seats = pricedSeats.value.map(({ index, priceType }) => ({ seat: hall.plan.idOf(index), priceType }))
  const addResult = addSeats(shop, visit, { instance, seats, giveBack: releasedSeats, proof })
  if (!addResult.ok) return addResult
  const { parts, notBetter, ...reason } = reasonFor(hall, best, bestSeats)
  return ok({
    seats: seats.map(({ seat }) => seat),
    reason: { ...reason, parts: [...parts], notBetter: [...notBetter] },
    hasOthers: canFind(hall, { ...best, excludedSeats: [...best.excludedSeats!, ...bestSeats.seats] }),
  })
}
