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
import { priceSeats, type BestAvailableRequest, explainNoSeats } from '@playhouse/domain/seat-wish'
import { type Actor, type BasketWithTickets, findBasket, ticketsOf } from '#modules/basket'
import { ticketsOfRequest, isDuplicateRequest } from './idempotency.ts'
import type { HoldDeps, NewBasket, BookablePerformance } from './hold-request.ts'
import { openHall, type OpenHall } from './open-hall.ts'
import { type BestSeatsQuery, prepareBestSeats } from './best-seats-request.ts'
import { loadBookable, holdSeatsInBasket } from './hold-seats.ts'

export type BestSeats = { readonly seats: readonly string[]; readonly reason: BestReason; readonly hasOthers: boolean }

type BestSeatsHeld = BestSeats & { readonly filled: BasketWithTickets }

/** How often somebody may be quicker before we say so. */
const maxAttempts = 12
/** Milliseconds, about, after the first tries: whoever was quicker has their seats by then, and we see what is left. */
const retryPauseMs = 15
/** After somebody was quicker: one of so many that are nearly as good, so that not everybody runs for the same again. */
const candidateCount = 32
/** Nearly: by so many seats for each. */
const maxScoreGapPerSeat = 4

/**
 * Finds the best seats for a wish and holds them, all or none. Seats come from memory, the claim decides: where it is
 * refused, we look again and choose among the nearly best. The first choice is the same for everybody who asks the same.
 * @param once what this one press is called: asked again by the same name, because its answer was lost, it takes no more seats
 */
export async function holdBest(
  deps: HoldDeps,
  into: string | NewBasket,
  actor: Actor,
  performance: string,
  wish: BestAvailableRequest,
  idempotencyKey?: string,
): Promise<Result<BestSeatsHeld, Problem>> {
  const bookable = await loadBookable(deps, performance)
  if (!bookable) return fail(problem('instance-unavailable'))
  const before = idempotencyKey === undefined ? undefined : await findEarlierHold(deps, into, bookable, wish, idempotencyKey)
  if (before) return ok(before)
  try {
    return await findAndHold(deps, into, actor, bookable, wish, idempotencyKey)
  } catch (error) {
    if (idempotencyKey === undefined || !isDuplicateRequest(error)) throw error
    const meanwhile = await findEarlierHold(deps, into, bookable, wish, idempotencyKey)
    return meanwhile ? ok(meanwhile) : fail(problem('tickets-not-added'))
  }
}

/** What the same press has been granted before, as far as the basket still has it; undefined where that is nothing. */
async function findEarlierHold(
  deps: HoldDeps,
  into: string | NewBasket,
  bookable: BookablePerformance,
  wish: BestAvailableRequest,
  idempotencyKey: string,
): Promise<BestSeatsHeld | undefined> {
  const basket = typeof into === 'string' ? await findBasket(deps.db, into) : undefined
  if (basket?.state !== 'open' || basket.lapsedNow) return undefined
  const tickets = await ticketsOf(deps.db, basket.id)
  const seats = ticketsOfRequest(basket.id, idempotencyKey, tickets).map(({ seat }) => seat)
  if (seats.length === 0) return undefined
  // As it was asked: without these, which are to be explained once more.
  const asked = await prepareBestSeats(deps, into, bookable, {
    ...wish,
    giveBack: [...(wish.giveBack ?? []), ...seats.map(bookable.hall.plan.idOf)],
  })
  if (!asked.ok) return undefined
  const hall = await openHallFor(deps, bookable, asked.value, 'usual')
  const sorted = seats.toSorted((a, b) => a - b)
  const [best] = findBest(hall, asked.value.best)
  const isBest = best?.seats.length === sorted.length && sorted.every((seat) => best.seats.includes(seat))
  const found = isBest ? best : { seats: sorted, how: seatingOf(bookable, sorted), score: 0 }
  return { ...describeBestSeats(hall, asked.value.best, found), filled: { basket, tickets, isNew: false } }
}

const seatingOf = ({ hall: { plan } }: BookablePerformance, seats: readonly number[]): BestSeatsResult['how'] =>
  seats.every((seat, place) => place === 0 || isBeside(plan, seats[place - 1]!, seat)) ? 'together' : 'split'

async function findAndHold(
  deps: HoldDeps,
  into: string | NewBasket,
  actor: Actor,
  bookable: BookablePerformance,
  wish: BestAvailableRequest,
  idempotencyKey: string | undefined,
): Promise<Result<BestSeatsHeld, Problem>> {
  const asked = await prepareBestSeats(deps, into, bookable, wish)
  if (!asked.ok) return asked
  const gone = new Set<number>()
  for (let tries = 1; tries <= maxAttempts; tries++) {
    if (tries > 2) await wait(retryPauseMs * tries * (0.5 + Math.random()))
    const choice = await chooseBestSeats(deps, bookable, asked.value, gone)
    if (!choice.found) return fail(explainNoSeats(choice.hall, asked.value.best, wish))
    const held = await holdFoundSeats(deps, into, actor, bookable, asked.value, choice.found, idempotencyKey)
    if (held.ok) return ok({ ...describeBestSeats(choice.hall, asked.value.best, choice.found), filled: held.value.filled })
    if (held.error.code !== 'seats-gone') return fail(held.error)
    for (const seat of held.error.seats) gone.add(seat)
  }
  return fail(problem('tickets-not-added'))
}

type BestSeatsChoice = { readonly hall: BookableHall; readonly found: BestSeatsResult | undefined }

/** @param gone what others were quicker to take */
async function chooseBestSeats(
  deps: HoldDeps,
  bookable: BookablePerformance,
  asked: BestSeatsQuery,
  gone: ReadonlySet<number>,
): Promise<BestSeatsChoice> {
  // Who chooses anew may want back what they let go of a moment ago, and memory may not know yet that it is free.
  const how = gone.size > 0 ? 'afresh' : asked.release.length > 0 ? 'settled' : 'usual'
  const hall = await openHallFor(deps, bookable, asked, how)
  for (const seat of gone) hall.seats[seat] = seatStatus.taken
  const answers = findBest(hall, asked.best, gone.size > 0 ? candidateCount : 1)
  const [best] = answers
  if (!best) {
    // What this process reaches for may yet come back: where nothing else is left, the claim is to say.
    const settled = await openHallFor(deps, bookable, asked, 'settled')
    return { hall: settled, found: findBest(settled, asked.best)[0] }
  }
  const enough = best.score + best.seats.length * maxScoreGapPerSeat * usualGap(hall.plan)
  const good = answers.filter(({ score }) => score <= enough)
  return { hall, found: good[Math.floor(Math.random() * good.length)] }
}

/** The hall as the basket's owner finds it: what they have is taken, what they would give back is free. */
async function openHallFor(
  deps: HoldDeps,
  bookable: BookablePerformance,
  { eligibility, remainingSeats, release }: BestSeatsQuery,
  how: SeatFreshness,
): Promise<OpenHall> {
  const hall = await openHall(deps, bookable, eligibility, how)
  for (const seat of remainingSeats) hall.seats[seat] = seatStatus.taken
  for (const seat of release) hall.seats[seat] = seatStatus.free
  return hall
}

/** Reaches for the seats, so that the next one in this process looks elsewhere, and claims them. */
async function holdFoundSeats(
  deps: HoldDeps,
  into: string | NewBasket,
  actor: Actor,
  bookable: BookablePerformance,
  asked: BestSeatsQuery,
  found: BestSeatsResult,
  idempotencyKey?: string,
) {
  const seats = priceSeats({ plan: bookable.hall.plan, bandOf: bookable.priceTable.bandOf }, asked.offered, found, asked.remainingCounts)
  if (!seats.ok) return seats
  const letGo = deps.availability.markPending(bookable.performanceDetails.id, found.seats)
  let isTaken = false
  try {
    const taken = await holdSeatsInBasket(deps, into, actor, bookable, {
      seats: seats.value,
      ifTaken: 'refuse',
      release: asked.release,
      isBestAvailable: true,
      idempotencyKey,
    })
    isTaken = taken.ok
    return taken
  } finally {
    if (!isTaken) letGo()
  }
}

function describeBestSeats(hall: BookableHall, wish: BestSeatsRequest, found: BestSeatsResult): BestSeats {
  return {
    seats: found.seats.map((seat) => hall.plan.idOf(seat)),
    reason: reasonFor(hall, wish, found),
    hasOthers: canFind(hall, { ...wish, excludedSeats: [...(wish.excludedSeats ?? []), ...found.seats] }),
  }
}
