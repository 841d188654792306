import { ballotEntryProblem, ballotStateOf, drawBallot, lowestPriceOf } from '@playhouse/domain/ballot'
import { reshapesBallot, type StoredBallotRecord } from '@playhouse/domain/ballot-record'
import type { ChangeDependent } from '@playhouse/domain/change'
import { bands, priceOf } from '@playhouse/domain/pricing'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { BallotView } from '#contract'
import type { MockHandlers, Contract } from './mock-handler.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'
import { type MockReservation, reserve } from './reservation.ts'

type MockEntry = { readonly id: string; readonly customer: string; quantity: number; choices: readonly string[] }
type MockOutcome = { readonly place: number; readonly performance: string | undefined; readonly reservation: MockReservation | undefined }
/** A ballot of a mock shop. Instants in epoch milliseconds. */
export type MockBallot = {
  /** The id of a ballot that staff know; absent for another. */
  readonly id?: string
  readonly kind: 'choices' | 'dress-rehearsal'
  readonly opensAt: number
  readonly closesAt: number
  readonly drawsAt: number
  readonly holdHours: number
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

/** Mock handlers of ballots. The draw is made by the first call after `drawsAt`. */
export function ballotHandlers(shop: MockShop): MockHandlers<Contract['ballot']> {
  const ofInstance = (instance: string): MockBallot | undefined => {
    const ballot = shop.ballots.find(({ seats }) => seats.has(instance))
    if (ballot && shop.now() >= ballot.drawsAt) ballot.outcomes ??= draw(shop, ballot)
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
    return entryProblem ? fail(entryProblem) : ok(view(shop, ballot, visit))
  }
  return {
    read: ({ params: { instance }, visit }) => {
      const ballot = ofInstance(instance)
      return ballot ? ok(view(shop, ballot, visit)) : fail(problem('instance-unavailable'))
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

const stateOf = (shop: MockShop, { opensAt, closesAt, drawsAt, outcomes }: MockBallot) =>
  ballotStateOf({ opensAt, closesAt, drawnAt: outcomes && drawsAt }, shop.now())

/** Draws by entry id, and reserves the first free seats for each winner. */
function draw(shop: MockShop, { entries, seats, drawsAt, holdHours, priceType }: MockBallot): ReadonlyMap<string, MockOutcome> {
  return new Map(
    drawBallot(entries, seats, (id) => id).map(({ entry, place, performance }) => {
      const { customer, quantity } = entries.find(({ id }) => id === entry)!
      const free = performance === undefined ? [] : freeSeats(shop, performance, priceType)
      const wonSeats = performance && {
        customer,
        instance: performance,
        seats: free.slice(0, quantity),
        heldUntil: drawsAt + holdHours * 3_600_000,
        priceType,
      }
      return [entry, { place, performance, reservation: wonSeats ? reserve(shop, wonSeats) : undefined }]
    }),
  )
}

/** The free seats of a performance in the bands that have a price of a price type, by plan index. */
function freeSeats(shop: MockShop, performance: string, priceType: string | undefined): number[] {
  const { list, bandOf } = shop.pricedPerformanceOf(performance)!
  const isPriced = (seat: number): boolean => {
    const band = bands[bandOf[seat] ?? -1]
    return priceType === undefined || (band !== undefined && priceOf(list, band, priceType) !== undefined)
  }
  return [...shop.availability(performance).values.entries()].flatMap(([seat, value]) => (value === 0 && isPriced(seat) ? [seat] : []))
}

function view(shop: MockShop, ballot: MockBallot, { customer }: MockVisit): BallotView {
  const state = stateOf(shop, ballot)
  const isClosed = state === 'closed' || state === 'drawn'
  const instant = (at: number): string => new Date(at).toISOString()
  const { kind, maxQuantity, holdHours, entries, outcomes } = ballot
  const mine = entries.find((entry) => entry.customer === customer?.id)
  const outcome = mine && outcomes?.get(mine.id)
  return {
    kind,
    state,
    opensAt: instant(ballot.opensAt),
    closesAt: instant(ballot.closesAt),
    drawsAt: instant(ballot.drawsAt),
    maxQuantity,
    holdHours,
    performances: [...ballot.seats].map(([instance, seats]) => {
      const { startsAtInstant, timeZone } = shop.performance(instance)!
      const price = (ballot.priceType !== undefined && lowestPriceOf(shop.pricedPerformanceOf(instance)!.list, ballot.priceType)) || null
      return { instance, startsAt: instant(startsAtInstant), timeZone, seats, price }
    }),
    seedHash,
    seed: isClosed ? seed : null,
    entries: isClosed ? entries.length : null,
    entry: mine
      ? {
          id: mine.id,
          quantity: mine.quantity,
          choices: [...mine.choices],
          outcome: outcome ? (outcome.performance === undefined ? 'lost' : 'won') : null,
          place: outcome?.place ?? null,
          instance: outcome?.performance ?? null,
          order: outcome?.reservation?.number ?? null,
          heldUntil: outcome?.reservation ? instant(outcome.reservation.heldUntil) : null,
        }
      : null,
  }
}
