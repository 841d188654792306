import { eligibilityFor, whyClosed } from '#modules/eligibility'
import { priceTypesFor } from '#modules/pricing'
import type { Eligibility } from '@playhouse/domain/eligibility'
import { countByPriceType, type TicketCount } from '@playhouse/domain/limit'
import type { BestSeatsRequest } from '@playhouse/domain/plan/best'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { toBestSeatsRequest, type OfferedPrices, type BestAvailableRequest } from '@playhouse/domain/seat-wish'
import { ticketsOf, whoHas } from '#modules/basket'
import { ownerOf } from './basket-batch.ts'
import type { HoldDeps, NewBasket, OnSale } from './hold-request.ts'

/** A wish as the hall understands it, for somebody with a basket. */
export type Asked = {
  readonly best: BestSeatsRequest
  readonly eligibility: Eligibility
  readonly offered: OfferedPrices
  /** Tickets of this performance that stay in the basket. */
  readonly staying: readonly number[]
  readonly before: TicketCount
  /** Seats of the basket that go where something is found. */
  readonly giveBack: readonly number[]
}

/** Puts a wish into the words of the hall; refuses what can be had at no place of it. */
export async function readWish(
  deps: HoldDeps,
  into: string | NewBasket,
  at: OnSale,
  wish: BestAvailableRequest,
): Promise<Result<Asked, Problem>> {
  const { showing, hall, tariff } = at
  const eligibility = await eligibilityFor(deps, whoHas(await ownerOf(deps.db, into)), showing)
  const closed = whyClosed(eligibility, showing)
  if (closed) return fail(closed)
  const types = priceTypesFor(tariff, eligibility.buys).filter(({ id }) => wish.priceType === undefined || id === wish.priceType)
  if (wish.priceType !== undefined && types.length === 0) return fail(problem('price-type-unavailable', { priceType: wish.priceType }))
  const tickets = typeof into === 'string' ? await ticketsOf(deps.db, into) : []
  const here = tickets.filter((ticket) => ticket.performance_id === showing.id)
  const seen = new Set([...(wish.others ?? []), ...(wish.giveBack ?? [])].map((seat) => hall.plan.indexOf(seat)))
  const [leaving, staying] = [here.filter(({ seat }) => seen.has(seat)), here.filter(({ seat }) => !seen.has(seat))]
  const { ticketsPerOrder } = deps.brand.limits
  const room = ticketsPerOrder - tickets.length + leaving.length
  if (wish.quantity > room)
    return fail(problem('max-tickets-per-order', { maximum: ticketsPerOrder, requested: ticketsPerOrder - room + wish.quantity }))
  const offered = { list: tariff.list, types }
  return ok({
    eligibility,
    offered,
    best: toBestSeatsRequest(hall, offered, wish, room),
    staying: staying.map(({ seat }) => seat),
    before: countByPriceType(staying.map((ticket) => ticket.price_type)),
    giveBack: leaving.map(({ seat }) => seat),
  })
}
