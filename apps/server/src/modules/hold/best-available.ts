import { setTimeout as wait } from 'node:timers/promises'
import type { SeatFreshness } from '#modules/seating'
import { isBeside, usualGap } from '@playhouse/domain/plan'
import {
  type BookableHall,
  type BestReason,
  type BestSeatsRequest,
  canFind,
  findBest,
  type BestSeatsResult,
  reasonFor,
  seatStatus,
} from '@playhouse/domain/plan/best'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { priceSeats, type BestAvailableRequest, explainNoSeats } from '@playhouse/domain/best-available'
import { type Actor, type BasketWithTickets, findBasket, ticketsOf } from '#modules/basket'
import { ticketsOfRequest, isDuplicateRequest } from './idempotency.ts'
import type { HoldDeps, NewBasket, BookablePerformance } from './hold-request.ts'
import { openHall, type OpenHall } from './open-hall.ts'
import { type BestSeatsQuery, prepareBestSeats } from './best-seats-request.ts'
import { loadBookable, holdSeatsInBasket } from './hold-seats.ts'

export type BestSeats = { readonly seats: readonly string[]; readonly reason: BestReason; readonly hasOthers: boolean }

type BestSeatsHeld = BestSeats & { readonly basketWithTickets: BasketWithTickets }

/** Attempts before the request is rejected, if concurrent claims win each time. */
export const maxAttempts = 12
/**
 * Base pause between later attempts, in milliseconds. By then the winners have their seats, and the next attempt sees the rest.
 */
const retryPauseMs = 15
/**
 * Candidates after a claim conflict. A random one is chosen, so that concurrent requests don't compete for the same seats again.
 */
export const candidateCount = 32
/** Maximum difference of a candidate's score from the best, in seat widths per seat. */
const maxScoreGapPerSeat = 4

/**
 * Finds the best seats for a request and holds them, all or none. Candidates come from cached availability, and the claim
 * decides. After a claim conflict another of the best candidates is tried. The first candidate is the same for equal requests.
 * @param idempotencyKey identifies one submission: a retry with the same key holds no more seats
 */
export async function holdBest(
  deps: HoldDeps,
  targetBasket: string | NewBasket,
  actor: Actor,
  performance: string,
  request: BestAvailableRequest,
  idempotencyKey?: string,
): Promise<Result<BestSeatsHeld, Problem>> {
  const bookable = await loadBookable(deps, performance)
  if (!bookable) return fail(problem('instance-unavailable'))
  const before = idempotencyKey === undefined ? undefined : await findEarlierHold(deps, targetBasket, bookable, request, idempotencyKey)
  if (before) return ok(before)
  try {
    return await findAndHold(deps, targetBasket, actor, bookable, request, idempotencyKey)
  } catch (error) {
    if (idempotencyKey === undefined || !isDuplicateRequest(error)) throw error
    const earlierHold = await findEarlierHold(deps, targetBasket, bookable, request, idempotencyKey)
    return earlierHold ? ok(earlierHold) : fail(problem('tickets-not-added'))
  }
}

/** The seats that an earlier request with the same key holds in this basket; undefined if there are none. */
async function findEarlierHold(
  deps: HoldDeps,
  targetBasket: string | NewBasket,
  bookable: BookablePerformance,
  request: BestAvailableRequest,
  idempotencyKey: string,
): Promise<BestSeatsHeld | undefined> {
  const basket = typeof targetBasket === 'string' ? await findBasket(deps.db, targetBasket) : undefined
  if (basket?.state !== 'open' || basket.lapsedNow) return undefined
  const tickets = await ticketsOf(deps.db, basket.id)
  const seats = ticketsOfRequest(basket.id, idempotencyKey, tickets).map(({ seat }) => seat)
  if (seats.length === 0) return undefined
  // Released for the comparison, so that the same request is explained again.
  const query = await prepareBestSeats(deps, targetBasket, bookable, {
    ...request,
    giveBack: [...(request.giveBack ?? []), ...seats.map(bookable.hall.plan.idOf)],
  })
  if (!query.ok) return undefined
  const hall = await openHallFor(deps, bookable, query.value, 'cached')
  const sortedSeats = seats.toSorted((a, b) => a - b)
  const [best] = findBest(hall, query.value.best)
  const isBest = best?.seats.length === sortedSeats.length && sortedSeats.every((seat) => best.seats.includes(seat))
  const bestSeats = isBest ? best : { seats: sortedSeats, how: seatingOf(bookable, sortedSeats), score: 0 }
  return { ...describeBestSeats(hall, query.value.best, bestSeats), basketWithTickets: { basket, tickets, isNew: false } }
}

const seatingOf = ({ hall: { plan } }: BookablePerformance, seats: readonly number[]): BestSeatsResult['how'] =>
  seats.every((seat, place) => place === 0 || isBeside(plan, seats[place - 1]!, seat)) ? 'together' : 'split'

async function findAndHold(
  deps: HoldDeps,
  targetBasket: string | NewBasket,
  actor: Actor,
  bookable: BookablePerformance,
  request: BestAvailableRequest,
  idempotencyKey: string | undefined,
): Promise<Result<BestSeatsHeld, Problem>> {
  const query = await prepareBestSeats(deps, targetBasket, bookable, request)
  if (!query.ok) return query
  const takenSeats = new Set<number>()
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    await pauseBefore(attempt)
    const choice = await chooseBestSeats(deps, bookable, query.value, takenSeats)
    if (!choice.bestSeats) return fail(explainNoSeats(choice.hall, query.value.best, request))
    const holdResult = await holdFoundSeats(deps, targetBasket, actor, bookable, query.value, choice.bestSeats, idempotencyKey)
    if (holdResult.ok)
      return ok({
        ...describeBestSeats(choice.hall, query.value.best, choice.bestSeats),
        basketWithTickets: holdResult.value.basketWithTickets,
      })
    if (holdResult.error.code !== 'seats-unavailable') return fail(holdResult.error)
    for (const seat of holdResult.error.seats) takenSeats.add(seat)
  }
  return fail(problem('tickets-not-added'))
}

/** Waits before an attempt that follows lost ones, longer each time. */
export async function pauseBefore(attempt: number): Promise<void> {
  if (attempt > 2) await wait(retryPauseMs * attempt * (0.5 + Math.random()))
}

/** A random one of the candidates that are nearly as good as the best; undefined without candidates. */
export function chooseCandidate({ plan }: Pick<BookableHall, 'plan'>, candidates: readonly BestSeatsResult[]): BestSeatsResult | undefined {
  const [best] = candidates
  if (!best) return undefined
  const maxScore = best.score + best.seats.length * maxScoreGapPerSeat * usualGap(plan)
  const goodCandidates = candidates.filter(({ score }) => score <= maxScore)
  return goodCandidates[Math.floor(Math.random() * goodCandidates.length)]
}

type BestSeatsChoice = { readonly hall: BookableHall; readonly bestSeats: BestSeatsResult | undefined }

/** @param takenSeats seats that concurrent requests have claimed */
async function chooseBestSeats(
  deps: HoldDeps,
  bookable: BookablePerformance,
  query: BestSeatsQuery,
  takenSeats: ReadonlySet<number>,
): Promise<BestSeatsChoice> {
  // A new choice may include seats that were released a moment ago, which the cache may still show as taken.
  const freshness = takenSeats.size > 0 ? 'current' : query.release.length > 0 ? 'committed' : 'cached'
  const hall = await openHallFor(deps, bookable, query, freshness)
  for (const seat of takenSeats) hall.seats[seat] = seatStatus.taken
  const candidates = findBest(hall, query.best, takenSeats.size > 0 ? candidateCount : 1)
  if (candidates.length === 0) {
    // Pending claims of this process may fail. If nothing else is left, the claim decides.
    const committedHall = await openHallFor(deps, bookable, query, 'committed')
    return { hall: committedHall, bestSeats: findBest(committedHall, query.best)[0] }
  }
  return { hall, bestSeats: chooseCandidate(hall, candidates) }
}

/** The hall for the owner of a basket: the basket's seats count as taken, those that it releases as free. */
export async function openHallFor(
  deps: HoldDeps,
  bookable: BookablePerformance,
  { eligibility, remainingSeats, release }: BestSeatsQuery,
  freshness: SeatFreshness,
): Promise<OpenHall> {
  const hall = await openHall(deps, bookable, eligibility, freshness)
  for (const seat of remainingSeats) hall.seats[seat] = seatStatus.taken
  for (const seat of release) hall.seats[seat] = seatStatus.free
  return hall
}

/** Marks seats as pending, so that concurrent requests of this process choose others, and claims them. */
async function holdFoundSeats(
  deps: HoldDeps,
  targetBasket: string | NewBasket,
  actor: Actor,
  bookable: BookablePerformance,
  query: BestSeatsQuery,
  bestSeats: BestSeatsResult,
  idempotencyKey?: string,
) {
  const seats = priceSeats(
    { plan: bookable.hall.plan, bandOf: bookable.priceTable.bandOf },
    query.offeredPrices,
    bestSeats,
    query.remainingCounts,
  )
  if (!seats.ok) return seats
  const unmark = deps.availability.markPending(bookable.performanceDetails.id, bestSeats.seats)
  let isTaken = false
  try {
    const holdResult = await holdSeatsInBasket(deps, targetBasket, actor, bookable, {
      seats: seats.value,
      ifTaken: 'refuse',
      release: query.release,
      isBestAvailable: true,
      idempotencyKey,
    })
    isTaken = holdResult.ok
    return holdResult
  } finally {
    if (!isTaken) unmark()
  }
}

function describeBestSeats(hall: BookableHall, request: BestSeatsRequest, bestSeats: BestSeatsResult): BestSeats {
  return {
    seats: bestSeats.seats.map((seat) => hall.plan.idOf(seat)),
    reason: reasonFor(hall, request, bestSeats),
    hasOthers: canFind(hall, { ...request, excludedSeats: [...(request.excludedSeats ?? []), ...bestSeats.seats] }),
  }
}
