import { setTimeout as wait } from 'node:timers/promises'
import type { Freshness } from '#modules/seating'
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
import { type Actor, type Filled, findBasket, ticketsOf } from '#modules/basket'
import { grantedBy, wasGranted } from './idempotency.ts'
import type { HoldDeps, NewBasket, OnSale } from './hold-request.ts'
import { openHall, type OpenHall } from './open-hall.ts'
import { type Asked, readWish } from './best-seats-request.ts'
import { onSale, takeSeats } from './hold-seats.ts'

export type BestSeats = { readonly seats: readonly string[]; readonly reason: BestReason; readonly hasOthers: boolean }

type Granted = BestSeats & { readonly filled: Filled }

/** How often somebody may be quicker before we say so. */
const mostTries = 12
/** Milliseconds, about, after the first tries: whoever was quicker has their seats by then, and we see what is left. */
const pause = 15
/** After somebody was quicker: one of so many that are nearly as good, so that not everybody runs for the same again. */
const nearlyAsGood = 32
/** Nearly: by so many seats for each. */
const nearly = 4

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
  once?: string,
): Promise<Result<Granted, Problem>> {
  const at = await onSale(deps, performance)
  if (!at) return fail(problem('instance-unavailable'))
  const before = once === undefined ? undefined : await grantedBefore(deps, into, at, wish, once)
  if (before) return ok(before)
  try {
    return await grant(deps, into, actor, at, wish, once)
  } catch (error) {
    if (once === undefined || !wasGranted(error)) throw error
    const meanwhile = await grantedBefore(deps, into, at, wish, once)
    return meanwhile ? ok(meanwhile) : fail(problem('tickets-not-added'))
  }
}

/** What the same press has been granted before, as far as the basket still has it; undefined where that is nothing. */
async function grantedBefore(
  deps: HoldDeps,
  into: string | NewBasket,
  at: OnSale,
  wish: BestAvailableRequest,
  once: string,
): Promise<Granted | undefined> {
  const basket = typeof into === 'string' ? await findBasket(deps.db, into) : undefined
  if (basket?.state !== 'open' || basket.lapsedNow) return undefined
  const tickets = await ticketsOf(deps.db, basket.id)
  const seats = grantedBy(basket.id, once, tickets).map(({ seat }) => seat)
  if (seats.length === 0) return undefined
  // As it was asked: without these, which are to be explained once more.
  const asked = await readWish(deps, into, at, { ...wish, giveBack: [...(wish.giveBack ?? []), ...seats.map(at.hall.plan.idOf)] })
  if (!asked.ok) return undefined
  const hall = await hallFor(deps, at, asked.value, 'usual')
  const sorted = seats.toSorted((a, b) => a - b)
  const [best] = findBest(hall, asked.value.best)
  const isBest = best?.seats.length === sorted.length && sorted.every((seat) => best.seats.includes(seat))
  const found = isBest ? best : { seats: sorted, how: howTheySit(at, sorted), score: 0 }
  return { ...tell(hall, asked.value.best, found), filled: { basket, tickets, isNew: false } }
}

const howTheySit = ({ hall: { plan } }: OnSale, seats: readonly number[]): BestSeatsResult['how'] =>
  seats.every((seat, place) => place === 0 || isBeside(plan, seats[place - 1]!, seat)) ? 'together' : 'split'

async function grant(
  deps: HoldDeps,
  into: string | NewBasket,
  actor: Actor,
  at: OnSale,
  wish: BestAvailableRequest,
  once: string | undefined,
): Promise<Result<Granted, Problem>> {
  const asked = await readWish(deps, into, at, wish)
  if (!asked.ok) return asked
  const gone = new Set<number>()
  for (let tries = 1; tries <= mostTries; tries++) {
    if (tries > 2) await wait(pause * tries * (0.5 + Math.random()))
    const choice = await choose(deps, at, asked.value, gone)
    if (!choice.found) return fail(explainNoSeats(choice.hall, asked.value.best, wish))
    const held = await hold(deps, into, actor, at, asked.value, choice.found, once)
    if (held.ok) return ok({ ...tell(choice.hall, asked.value.best, choice.found), filled: held.value.filled })
    if (held.error.code !== 'seats-gone') return fail(held.error)
    for (const seat of held.error.seats) gone.add(seat)
  }
  return fail(problem('tickets-not-added'))
}

type Choice = { readonly hall: BookableHall; readonly found: BestSeatsResult | undefined }

/** @param gone what others were quicker to take */
async function choose(deps: HoldDeps, at: OnSale, asked: Asked, gone: ReadonlySet<number>): Promise<Choice> {
  // Who chooses anew may want back what they let go of a moment ago, and memory may not know yet that it is free.
  const how = gone.size > 0 ? 'afresh' : asked.giveBack.length > 0 ? 'settled' : 'usual'
  const hall = await hallFor(deps, at, asked, how)
  for (const seat of gone) hall.seats[seat] = seatStatus.taken
  const answers = findBest(hall, asked.best, gone.size > 0 ? nearlyAsGood : 1)
  const [best] = answers
  if (!best) {
    // What this process reaches for may yet come back: where nothing else is left, the claim is to say.
    const settled = await hallFor(deps, at, asked, 'settled')
    return { hall: settled, found: findBest(settled, asked.best)[0] }
  }
  const enough = best.score + best.seats.length * nearly * usualGap(hall.plan)
  const good = answers.filter(({ score }) => score <= enough)
  return { hall, found: good[Math.floor(Math.random() * good.length)] }
}

/** The hall as the basket's owner finds it: what they have is taken, what they would give back is free. */
async function hallFor(deps: HoldDeps, at: OnSale, { eligibility, staying, giveBack }: Asked, how: Freshness): Promise<OpenHall> {
  const hall = await openHall(deps, at, eligibility, how)
  for (const seat of staying) hall.seats[seat] = seatStatus.taken
  for (const seat of giveBack) hall.seats[seat] = seatStatus.free
  return hall
}

/** Reaches for the seats, so that the next one in this process looks elsewhere, and claims them. */
async function hold(
  deps: HoldDeps,
  into: string | NewBasket,
  actor: Actor,
  at: OnSale,
  asked: Asked,
  found: BestSeatsResult,
  once?: string,
) {
  const seats = priceSeats({ plan: at.hall.plan, bandOf: at.tariff.bandOf }, asked.offered, found, asked.before)
  if (!seats.ok) return seats
  const letGo = deps.outlook.pick(at.showing.id, found.seats)
  let isTaken = false
  try {
    const taken = await takeSeats(deps, into, actor, at, {
      seats: seats.value,
      ifTaken: 'refuse',
      giveBack: asked.giveBack,
      isHouseChoice: true,
      once,
    })
    isTaken = taken.ok
    return taken
  } finally {
    if (!isTaken) letGo()
  }
}

function tell(hall: BookableHall, wish: BestSeatsRequest, found: BestSeatsResult): BestSeats {
  return {
    seats: found.seats.map((seat) => hall.plan.idOf(seat)),
    reason: reasonFor(hall, wish, found),
    hasOthers: canFind(hall, { ...wish, excludedSeats: [...(wish.excludedSeats ?? []), ...found.seats] }),
  }
}
