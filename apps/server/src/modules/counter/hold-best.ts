import type { FoundSeats, SeatRequest } from '@playhouse/api-client/contract'
import { type Actor, ticketsOf } from '#modules/basket'
import { type HoldDeps, openHall, type OpenHall } from '#modules/hold'
import { priceTypesFor } from '#modules/pricing'
import { eligibilityOf, type Entitlement, anonymousVisitor } from '@playhouse/domain/eligibility'
import { type BestSeatsRequest, canFind, findBest, type BestSeatsResult, reasonFor, seatStatus } from '@playhouse/domain/plan/best'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { toBestSeatsRequest, type OfferedPrices, priceSeats, explainNoSeats } from '@playhouse/domain/seat-wish'
import { type ClerkContext, type CounterSeat, holdAtCounter, type CounterPerformance } from './hold.ts'

export type CounterBestSeats = Pick<FoundSeats, 'reason' | 'hasOthers'> & { readonly seats: readonly string[] }

/** How often somebody may be quicker before we say so. */
const maxTries = 8
/** As many as are looked at after somebody was quicker, so that two clerks don't run for the same again. */
const alternativesAfterConflict = 16

export const counterEntitlement: Entitlement = { ...anonymousVisitor, isStaff: true }

/**
 * Finds the best seats for a wish as it is done for everybody, and holds them at once: every price, seats kept for some
 * among them, and no limits. The seats seen before, and those the wish gives back, leave the counter in the same step.
 */
export async function holdBestAtCounter(
  deps: HoldDeps,
  basketId: string,
  actor: Actor,
  at: CounterPerformance,
  wish: SeatRequest,
  asking: ClerkContext,
): Promise<Result<CounterBestSeats, Problem>> {
  const { performanceDetails, plan, priceTable } = at
  const { buys } = eligibilityOf(counterEntitlement, performanceDetails, await deps.catalogue.now())
  const types = priceTypesFor(priceTable, buys).filter(({ id, kind }) =>
    wish.priceType === undefined ? kind !== 'staff' : id === wish.priceType,
  )
  if (types.length === 0) return fail(problem('price-type-unavailable', { priceType: wish.priceType ?? '' }))
  // The limits of a price type are those of the web.
  const offered: OfferedPrices = { list: priceTable.list, types: types.map(({ limit: _ofTheWeb, ...type }) => type) }
  const best = toBestSeatsRequest({ plan }, offered, wish, plan.seatCount)
  const seen = new Set([...(wish.others ?? []), ...(wish.giveBack ?? [])].map((seat) => plan.indexOf(seat)))
  const here = (await ticketsOf(deps.db, basketId))
    .filter((ticket) => ticket.performance_id === performanceDetails.id)
    .map(({ seat }) => seat)
  const mine = { leaving: here.filter((seat) => seen.has(seat)), staying: here.filter((seat) => !seen.has(seat)) }
  const gone = new Set<number>()
  for (let tries = 1; tries <= maxTries; tries++) {
    const hall = await openCounterHall(deps, at, mine, gone)
    const answers = findBest(hall, best, gone.size > 0 ? alternativesAfterConflict : 1)
    const found = answers[Math.floor(Math.random() * answers.length)]
    if (!found) return fail(explainNoSeats(hall, best, wish))
    const held = await holdFound(deps, { basketId, actor, at, asking, offered, giveBack: mine.leaving }, found)
    if (held.ok) return ok(describeBest(hall, best, found))
    if (held.error.code !== 'seats-taken') return held
    for (const seat of held.error.params.seats) gone.add(plan.indexOf(seat)!)
  }
  return fail(problem('tickets-not-added'))
}

type BasketSeats = { readonly leaving: readonly number[]; readonly staying: readonly number[] }

async function openCounterHall(
  deps: HoldDeps,
  { performanceDetails, plan, priceTable }: CounterPerformance,
  { leaving, staying }: BasketSeats,
  gone: ReadonlySet<number>,
): Promise<OpenHall> {
  const eligibility = eligibilityOf(counterEntitlement, performanceDetails, await deps.catalogue.now())
  const how = gone.size > 0 ? 'afresh' : leaving.length > 0 ? 'settled' : 'usual'
  const hall = await openHall(deps, { performanceDetails, hall: { plan }, priceTable }, eligibility, how)
  for (const seat of leaving) hall.seats[seat] = seatStatus.free
  for (const seat of [...staying, ...gone]) hall.seats[seat] = seatStatus.taken
  return hall
}

type CounterHold = {
  readonly basketId: string
  readonly actor: Actor
  readonly at: CounterPerformance
  readonly asking: ClerkContext
  readonly offered: OfferedPrices
  readonly giveBack: readonly number[]
}

/** Reaches for the seats, so that the next one in this process looks elsewhere, and claims them. */
async function holdFound(
  deps: HoldDeps,
  { basketId, actor, at, asking, offered, giveBack }: CounterHold,
  found: BestSeatsResult,
): Promise<Result<unknown, Problem>> {
  const { plan, priceTable, performanceDetails } = at
  const priced = priceSeats({ plan, bandOf: priceTable.bandOf }, offered, found, new Map())
  if (!priced.ok) return priced
  const letGo = deps.availability.markPending(performanceDetails.id, found.seats)
  const seats = priced.value.map(({ index, priceType }): CounterSeat => ({ seat: plan.idOf(index), priceType }))
  let isHeld = false
  try {
    const held = await holdAtCounter(deps, basketId, actor, at, seats, asking, giveBack)
    isHeld = held.ok
    return held
  } finally {
    if (!isHeld) letGo()
  }
}

function describeBest(hall: OpenHall, wish: BestSeatsRequest, found: BestSeatsResult): CounterBestSeats {
  const { parts, notBetter, ...reason } = reasonFor(hall, wish, found)
  const others: BestSeatsRequest = { ...wish, excludedSeats: [...(wish.excludedSeats ?? []), ...found.seats] }
  return {
    seats: found.seats.map((seat) => hall.plan.idOf(seat)),
    reason: { ...reason, parts: [...parts], notBetter: [...notBetter] },
    hasOthers: canFind(hall, others),
  }
}
