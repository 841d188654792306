import { ballotEntryProblem, ballotStateOf, drawBallot, lowestPriceOf } from '@playhouse/domain/ballot'
import { reshapesBallot, type StoredBallotRecord } from '@playhouse/domain/ballot-record'
import type { ChangeDependent } from '@playhouse/domain/change'
import { type Problem, problem } from '@playhouse/domain/problem'
import { titleOf } from '@playhouse/domain/production-texts'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { BallotView } from '#contract'
import { countLocked, drawsOf, offeredSeatsOf, pricedIn, takeLocked } from './locked-day-seats.ts'
import type { MockCounter } from './mock-counter.ts'
import type { MockHandlers, Contract } from './mock-handler.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'
import { linkReservation } from './reservation-links.ts'
import { productionOf } from './read-basket.ts'
import { type MockReservation, reserve } from './reservation.ts'

type MockEntry = { readonly id: string; readonly customer: string; quantity: number; choices: readonly string[] }
type MockOutcome = { readonly place: number; readonly performance: string | undefined; readonly reservation: MockReservation | undefined }
/** A ballot of a mock shop. Instants in epoch milliseconds. */
export type MockBallot = {
  /** The id of a ballot that staff know; absent for another. */
  readonly id?: string
  readonly kind: BallotView['kind']
  /** Of day seats: the lottery whose draw for one performance it is, and until when winners pay. */
  readonly daySeats?: { readonly lottery: string; readonly payUntil: number }
  readonly opensAt: number
  readonly closesAt: number
  readonly drawsAt: number
  /** Null for day seats. */
  readonly holdHours: number | null
  readonly maxQuantity: number
  readonly priceType?: string | undefined
  readonly seats: ReadonlyMap<string, number>
  readonly entries: MockEntry[]
  /** Outcomes by entry id; undefined before the draw. */
  outcomes: ReadonlyMap<string, MockOutcome> | undefined
}

/** A fixed seed, which is not secret in a mock, and its SHA-256. */
const seed = '6d6f636b'.repeat(8)
const seedHash = '840e80c8be4fc001d711442528d1e9359a506039b2a5e4b38abd01b70b0809e3'

/** The ballot that visitors see of a performance: one of its draws. Day seats come after a ballot that is not drawn yet. */
export function shownBallotOf(shop: Pick<MockShop, 'ballots' | 'now'>, instance: string): MockBallot | undefined {
  const ballots = shop.ballots.filter(({ seats }) => seats.has(instance))
  const isDrawn = ({ outcomes, drawsAt }: MockBallot): boolean => outcomes !== undefined || shop.now() >= drawsAt
  return (
    ballots.find((ballot) => !ballot.daySeats && !isDrawn(ballot)) ?? ballots.find(({ daySeats }) => daySeats !== undefined) ?? ballots[0]
  )
}

/** The digest of the seed, and the seed once entries are closed. */
export const seedOf = (state: BallotView['state']) => ({ seedHash, seed: state === 'closed' || state === 'drawn' ? seed : null })

/** Mock handlers of ballots. The draw is made by the first call after `drawsAt`. */
export function ballotHandlers(shop: MockShop, counter: Pick<MockCounter, 'holds'>): MockHandlers<Contract['ballot']> {
  const ofInstance = (instance: string): MockBallot | undefined => {
    const ballot = shownBallotOf(shop, instance)
    if (ballot) drawWhenDue(shop, counter, ballot)
    return ballot
  }
  /** Changes the entry of a customer while the ballot is open. */
  const change = (
    visit: MockVisit,
    instance: string,
    work: (ballot: MockBallot, customer: string) => Problem | undefined,
  ): Result<BallotView, Problem> => {
    if (!visit.customer) return fail(problem('login-required'))
    const ballot = ofInstance(instance)
    if (!ballot) return fail(problem('instance-unavailable'))
    if (stateOf(shop, ballot) !== 'open') return fail(problem('ballot-closed'))
    const entryProblem = work(ballot, visit.customer.id)
    return entryProblem ? fail(entryProblem) : ok(view(shop, counter, ballot, visit))
  }
  return {
    read: ({ params: { instance }, visit }) => {
      const ballot = ofInstance(instance)
      return ballot ? ok(view(shop, counter, ballot, visit)) : fail(problem('instance-unavailable'))
    },
    enter: ({ params: { instance }, body: { quantity, choices }, visit }) =>
      change(visit, instance, (ballot, customer) => {
        const entryProblem = ballotEntryProblem(
          { quantity, choices },
          { offeredPerformances: new Set(ballot.seats.keys()), maxQuantity: ballot.maxQuantity },
        )
        if (entryProblem) return entryProblem
        const before = ballot.entries.find((entry) => entry.customer === customer)
        if (before) Object.assign(before, { quantity, choices })
        else ballot.entries.push({ id: crypto.randomUUID(), customer, quantity, choices })
        return undefined
      }),
    leave: ({ params: { instance }, visit }) =>
      change(visit, instance, ({ entries }, customer) => {
        const at = entries.findIndex((entry) => entry.customer === customer)
        if (at !== -1) entries.splice(at, 1)
        return undefined
      }),
  }
}

/** The entries of a ballot whose terms a change would change, and its draw. */
export function ballotUses(
  shop: MockShop,
  id: string,
  before: StoredBallotRecord | undefined,
  after: Partial<StoredBallotRecord>,
): ChangeDependent[] {
  const ballot = shop.ballots.find((each) => each.id === id)
  if (!before || !ballot || !reshapesBallot(before, { isWithdrawn: before.isWithdrawn, ...after })) return []
  const isDrawn = ballot.outcomes !== undefined
  return [
    ...(ballot.entries.length > 0 ? [{ kind: 'reference' as const, id: 'ballot_entry', count: ballot.entries.length }] : []),
    ...(isDrawn ? [{ kind: 'reference' as const, id: 'ballot', count: 1 }] : []),
  ]
}

/** The state of a mock ballot. */
export const stateOf = (shop: Pick<MockShop, 'now'>, { opensAt, closesAt, drawsAt, outcomes }: MockBallot) =>
  ballotStateOf({ opensAt, closesAt, drawnAt: outcomes && drawsAt }, shop.now())

/** Makes the draw of a ballot that is due and not drawn. */
export function drawWhenDue(shop: MockShop, counter: Pick<MockCounter, 'holds'>, ballot: MockBallot): void {
  if (shop.now() >= ballot.drawsAt) ballot.outcomes ??= draw(shop, counter, ballot)
}

/** Draws by entry id, and reserves the first free seats for each winner: those that locks keep for the draw, where it is of day seats. */
function draw(shop: MockShop, counter: Pick<MockCounter, 'holds'>, ballot: MockBallot): ReadonlyMap<string, MockOutcome> {
  const { entries, drawsAt, holdHours, priceType, daySeats } = ballot
  const offered = daySeats ? offeredSeatsOf(shop, counter, ballot) : ballot.seats
  const heldUntil = daySeats?.payUntil ?? drawsAt + (holdHours ?? 0) * 3_600_000
  return new Map(
    drawBallot(entries, offered, (id) => id).map(({ entry, place, performance }): readonly [string, MockOutcome] => {
      const { customer, quantity } = entries.find(({ id }) => id === entry)!
      if (performance === undefined) return [entry, { place, performance, reservation: undefined }]
      const taken = daySeats ? takeLocked(counter, performance, quantity, pricedIn(shop, performance, priceType)) : undefined
      const seats = taken?.seats ?? freeSeats(shop, performance, priceType).slice(0, quantity)
      const reservation = reserve(shop, { customer, instance: performance, seats, heldUntil, priceType })
      if (taken) reservation.returnToLock = taken.returnToLock
      linkReservation(shop, reservation)
      return [entry, { place, performance, reservation }]
    }),
  )
}

/** The free seats of a performance in the bands that have a price of a price type, by plan index. */
function freeSeats(shop: MockShop, performance: string, priceType: string | undefined): number[] {
  const isPriced = pricedIn(shop, performance, priceType)
  return [...shop.availability(performance).values.entries()].flatMap(([seat, value]) => (value === 0 && isPriced(seat) ? [seat] : []))
}

/** The reserved order of a winner. One of day seats is shown while it can be paid, and then whether it is paid. */
function orderOf(shop: MockShop, { daySeats }: MockBallot, reservation: MockReservation | undefined) {
  if (!reservation) return { order: null, heldUntil: null }
  const { state, number, heldUntil } = reservation
  const isOpen = (state === 'reserved' || state === 'in-basket') && heldUntil > shop.now()
  return {
    ...(daySeats && !isOpen ? { order: null, heldUntil: null } : { order: number, heldUntil: new Date(heldUntil).toISOString() }),
    ...(daySeats && { isPaid: state === 'confirmed' }),
  }
}

function view(shop: MockShop, counter: Pick<MockCounter, 'holds'>, ballot: MockBallot, { customer }: MockVisit): BallotView {
  const state = stateOf(shop, ballot)
  const isClosed = state === 'closed' || state === 'drawn'
  const instant = (at: number): string => new Date(at).toISOString()
  const { kind, maxQuantity, holdHours, entries, outcomes, daySeats } = ballot
  const mine = entries.find((entry) => entry.customer === customer?.id)
  const outcome = mine && outcomes?.get(mine.id)
  return {
    kind,
    state,
    opensAt: instant(ballot.opensAt),
    closesAt: instant(ballot.closesAt),
    drawsAt: instant(ballot.drawsAt),
    ...(daySeats && { payUntil: instant(daySeats.payUntil) }),
    maxQuantity,
    holdHours,
    performances: (daySeats ? drawsOf(shop, daySeats.lottery) : [ballot]).flatMap((each) => {
      const times = each.daySeats && {
        ...{ opensAt: instant(each.opensAt), closesAt: instant(each.closesAt) },
        ...{ drawsAt: instant(each.drawsAt), payUntil: instant(each.daySeats.payUntil) },
      }
      return [...each.seats].map(([instance, count]) => {
        const seats = daySeats ? countLocked(counter, instance) : count
        const { production, startsAtInstant, timeZone } = shop.performance(instance)!
        const named = { event: shop.slugs.get(production) ?? production, ...titleOf(productionOf(shop, instance)) }
        const price = (each.priceType !== undefined && lowestPriceOf(shop.pricedPerformanceOf(instance)!.list, each.priceType)) || null
        return { instance, ...named, startsAt: instant(startsAtInstant), timeZone, seats, price, ...(times && { times }) }
      })
    }),
    ...seedOf(state),
    entries: isClosed ? entries.length : null,
    entry: mine
      ? {
          id: mine.id,
          quantity: mine.quantity,
          choices: [...mine.choices],
          outcome: outcome ? (outcome.performance === undefined ? 'lost' : 'won') : null,
          place: outcome?.place ?? null,
          instance: outcome?.performance ?? null,
          ...orderOf(shop, ballot, outcome?.reservation),
        }
      : null,
  }
}
