import type { FoundSeats, SeatRequest } from '@playhouse/api-client/contract'
import { type Actor, ticketsOf } from '#modules/basket'
import { type HoldDeps, openHall, type OpenHall } from '#modules/hold'
import { priceTypesFor } from '#modules/pricing'
import { eligibilityOf, type Entitlement, anonymousVisitor } from '@playhouse/domain/eligibility'
import { type BestSeatsRequest, canFind, findBest, type BestSeatsResult, reasonFor, seatStatus } from '@playhouse/domain/plan/best'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { toBestSeatsRequest, type OfferedPrices, priceSeats, explainNoSeats } from '@playhouse/domain/best-available'
import { type ClerkContext, type CounterSeat, holdAtCounter, type CounterPerformance } from './hold.ts'

export type CounterBestSeats = Pick<FoundSeats, 'reason' | 'hasOthers'> & { readonly seats: readonly string[] }

/** Tries after claim conflicts. */
const maxTries = 8
/** Options considered after a claim conflict; a random one is used, so that two clerks do not conflict again. */
const alternativesAfterConflict = 16

export const counterEntitlement: Entitlement = { ...anonymousVisitor, isStaff: true }

/**
 * Finds the best seats for a request and holds them. In contrast to the web, all price types and kept seats are included, and no
 * limits apply. Seats offered before (`others`) and seats to release (`giveBack`) leave the basket in the same transaction.
 * @returns the held seats; a problem where none were found, or `tickets-not-added` after too many claim conflicts
 */
export async function holdBestAtCounter(
  deps: HoldDeps,
  basketId: string,
  actor: Actor,
  at: CounterPerformance,
  request: SeatRequest,
  clerk: ClerkContext,
): Promise<Result<CounterBestSeats, Problem>> {
  const { performanceDetails, plan, priceTable } = at
  const { buys } = eligibilityOf(counterEntitlement, performanceDetails, await deps.catalogue.now())
  const types = priceTypesFor(priceTable, buys).filter(({ id, kind }) =>
    request.priceType === undefined ? kind !== 'staff' : id === request.priceType,
  )
  if (types.length === 0) return fail(problem('price-type-unavailable', { priceType: request.priceType ?? '' }))
  // The limits of a price type apply to the web only.
  const offeredPrices: OfferedPrices = { list: priceTable.list, types: types.map(({ limit: _ofTheWeb, ...type }) => type) }
  const best = toBestSeatsRequest({ plan }, offeredPrices, request, plan.seatCount)
  const replacedSeats = new Set([...(request.others ?? []), ...(request.giveBack ?? [])].map((seat) => plan.indexOf(seat)))
  const heldSeats = (await ticketsOf(deps.db, basketId))
    .filter((ticket) => ticket.performance_id === performanceDetails.id)
    .map(({ seat }) => seat)
  const basketSeats = {
    leaving: heldSeats.filter((seat) => replacedSeats.has(seat)),
    staying: heldSeats.filter((seat) => !replacedSeats.has(seat)),
  }
  const unavailable = new Set<number>()
  for (let tries = 1; tries <= maxTries; tries++) {
    const hall = await openCounterHall(deps, at, basketSeats, unavailable)
    const options = findBest(hall, best, unavailable.size > 0 ? alternativesAfterConflict : 1)
    const bestSeats = options[Math.floor(Math.random() * options.length)]
    if (!bestSeats) return fail(explainNoSeats(hall, best, request))
    const holdResult = await holdFound(deps, { basketId, actor, at, clerk, offeredPrices, releasedSeats: basketSeats.leaving }, bestSeats)
    if (holdResult.ok) return ok(describeBest(hall, best, bestSeats))
    if (holdResult.error.code !== 'seats-taken') return holdResult
    for (const seat of holdResult.error.params.seats) unavailable.add(plan.indexOf(seat)!)
  }
  return fail(problem('tickets-not-added'))
}

type BasketSeats = { readonly leaving: readonly number[]; readonly staying: readonly number[] }

async function openCounterHall(
  deps: HoldDeps,
  { performanceDetails, plan, priceTable }: CounterPerformance,
  { leaving, staying }: BasketSeats,
  unavailable: ReadonlySet<number>,
): Promise<OpenHall> {
  const eligibility = eligibilityOf(counterEntitlement, performanceDetails, await deps.catalogue.now())
  const freshness = unavailable.size > 0 ? 'current' : leaving.length > 0 ? 'committed' : 'cached'
  const hall = await openHall(deps, { performanceDetails, hall: { plan }, priceTable }, eligibility, freshness)
  for (const seat of leaving) hall.seats[seat] = seatStatus.free
  for (const seat of [...staying, ...unavailable]) hall.seats[seat] = seatStatus.taken
  return hall
}

type CounterHold = {
  readonly basketId: string
  readonly actor: Actor
  readonly at: CounterPerformance
  readonly clerk: ClerkContext
  readonly offeredPrices: OfferedPrices
  readonly releasedSeats: readonly number[]
}

/** Reserves the seats in this process, so that concurrent requests choose others, and claims them. */
async function holdFound(
  deps: HoldDeps,
  { basketId, actor, at, clerk, offeredPrices, releasedSeats }: CounterHold,
  bestSeats: BestSeatsResult,
): Promise<Result<unknown, Problem>> {
  const { plan, priceTable, performanceDetails } = at
  const pricedSeats = priceSeats({ plan, bandOf: priceTable.bandOf }, offeredPrices, bestSeats, new Map())
  if (!pricedSeats.ok) return pricedSeats
  const releasePick = deps.availability.markPending(performanceDetails.id, bestSeats.seats)
  const seats = pricedSeats.value.map(({ index, priceType }): CounterSeat => ({ seat: plan.idOf(index), priceType }))
  let isHeld = false
  try {
    const holdResult = await holdAtCounter(deps, basketId, actor, at, seats, clerk, releasedSeats)
    isHeld = holdResult.ok
    return holdResult
  } finally {
    if (!isHeld) releasePick()
  }
}

function describeBest(hall: OpenHall, request: BestSeatsRequest, bestSeats: BestSeatsResult): CounterBestSeats {
  const { parts, notBetter, ...reason } = reasonFor(hall, request, bestSeats)
  const others: BestSeatsRequest = { ...request, excludedSeats: [...(request.excludedSeats ?? []), ...bestSeats.seats] }
  return {
    seats: bestSeats.seats.map((seat) => hall.plan.idOf(seat)),
    reason: { ...reason, parts: [...parts], notBetter: [...notBetter] },
    hasOthers: canFind(hall, others),
  }
}
