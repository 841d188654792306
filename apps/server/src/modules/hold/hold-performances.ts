import type { BestAvailableRequest } from '@playhouse/domain/best-available'
import { explainNoSeats, priceSeats, withPriceTypes } from '@playhouse/domain/best-available'
import {
  findBest,
  findInSeveral,
  type SameSeatsPolicy,
  type SearchedPerformance,
  type SeatNeed,
  seatStatus,
  splitGroups,
} from '@playhouse/domain/plan/best'
import type { Band } from '@playhouse/domain/pricing'
import { type Problem, problem, type ProblemParams } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { newId } from '#db'
import { type Actor, type BasketWithTickets, findBasket, ticketsOf, type TicketRow } from '#modules/basket'
import type { IfTaken, SeatFreshness } from '#modules/seating'
import { closedProblemOf, type RequestedSeat } from './add-tickets.ts'
import { suggestAlternatives, type UnavailableSeats } from './alternatives.ts'
import { candidateCount, chooseCandidate, maxAttempts, openHallFor, pauseBefore } from './best-available.ts'
import { type BestSeatsQuery, prepareBestSeats } from './best-seats-request.ts'
import type { BookablePerformance, HoldDeps, NewBasket, PackageOfHold, PartOfHold, SeriesRejected } from './hold-request.ts'
import { holdPartsInBasket, loadBookable } from './hold-seats.ts'
import { isDuplicateRequest, ticketsOfRequest } from './idempotency.ts'

/** A performance of a request: its chosen seats, or the best available ones. Seats by their ids. */
export type RequestedPerformance = {
  readonly instance: string
  readonly seats?: readonly RequestedSeat[] | undefined
  /** The band of the best available seats, in place of that of the wish. */
  readonly band?: Band | undefined
  /** The needs of the best available seats, in place of those of the wish. */
  readonly needs?: readonly SeatNeed[] | undefined
  /** Seats of the basket that are released in the same step. */
  readonly giveBack?: readonly string[] | undefined
}

/** A request for seats of several performances. */
export type SeriesRequest = {
  readonly performances: readonly RequestedPerformance[]
  /** For the performances without chosen seats. */
  readonly wish?: BestAvailableRequest | undefined
  readonly sameSeats?: SameSeatsPolicy | undefined
  /** If chosen seats are taken: hold none, or hold the rest. */
  readonly ifTaken?: IfTaken | undefined
  /** A series of the basket to which the seats are added. */
  readonly series?: string | undefined
  /** Idempotency key: a retry with the same key holds no more seats. */
  readonly once?: string | undefined
  /** The package that the tickets belong to. */
  readonly package?: PackageOfHold | undefined
}

type MissingPerformance = ProblemParams<'performances-unavailable'>['performances'][number]
type SeatsOfPerformance = { readonly instance: string; readonly seats: string[] }

/** The seats of several performances that a basket holds. */
export type HeldSeries = {
  readonly series: string
  readonly held: readonly SeatsOfPerformance[]
  /** Chosen seats that are taken, with equal ones that are free. */
  readonly lost: readonly ({ readonly instance: string } & UnavailableSeats)[]
  readonly basketWithTickets: BasketWithTickets
}

/** A performance of a request with what is needed to hold its seats. */
type SeriesPart = {
  readonly bookable: BookablePerformance
  /** Indices of seats to release. */
  readonly release: readonly number[]
  /** The chosen seats; undefined for the best available ones. */
  readonly chosen: readonly { readonly index: number; readonly priceType: string }[] | undefined
  /** For the best available seats. */
  readonly query: BestSeatsQuery | undefined
  /** Seats that were lost to concurrent requests. */
  readonly takenSeats: Set<number>
}

/** The visitor's basket, and who asks. */
type Context = { readonly deps: HoldDeps; readonly targetBasket: string | NewBasket; readonly actor: Actor }

/**
 * Holds seats of several performances in one transaction, with one deadline: all of them or none. With `ifTaken: 'keep'`, chosen
 * seats that are still free are held, and the others are returned with equal seats. The best available seats are found for every
 * performance or for none. The problem `performances-unavailable` lists the performances that lack seats.
 */
export async function holdPerformances(
  deps: HoldDeps,
  targetBasket: string | NewBasket,
  actor: Actor,
  request: SeriesRequest,
): Promise<Result<HeldSeries, Problem>> {
  const context = { deps, targetBasket, actor }
  const earlier = await findEarlierHold(context, request)
  if (earlier) return ok(earlier)
  const tickets = typeof targetBasket === 'string' ? await ticketsOf(deps.db, targetBasket) : []
  if (request.series !== undefined && tickets.every(({ series }) => series !== request.series)) return fail(problem('basket-line-unknown'))
  const parts = await prepareParts(context, request)
  if (!parts.ok) return parts
  try {
    return await holdParts(context, request, parts.value, request.series ?? newId())
  } catch (error) {
    if (!isDuplicateRequest(error)) throw error
    const repeated = await findEarlierHold(context, request)
    return repeated ? ok(repeated) : fail(problem('tickets-not-added'))
  }
}

/** The seats that an earlier request with the same key holds in this basket; undefined if there are none. */
export async function findEarlierHold(
  { deps, targetBasket }: Pick<Context, 'deps' | 'targetBasket'>,
  { once }: Pick<SeriesRequest, 'once'>,
): Promise<HeldSeries | undefined> {
  const basket = once !== undefined && typeof targetBasket === 'string' ? await findBasket(deps.db, targetBasket) : undefined
  if (once === undefined || basket?.state !== 'open' || basket.lapsedNow) return undefined
  const tickets = await ticketsOf(deps.db, basket.id)
  const ofRequest = ticketsOfRequest(basket.id, once, tickets)
  const series = ofRequest[0]?.series
  if (!series) return undefined
  return { series, held: await seatsOfTickets(deps, ofRequest), lost: [], basketWithTickets: { basket, tickets, isNew: false } }
}

async function seatsOfTickets(deps: HoldDeps, tickets: readonly TicketRow[]): Promise<SeatsOfPerformance[]> {
  const groups = Map.groupBy(tickets, (ticket) => ticket.performance_id)
  return Promise.all(
    [...groups].map(async ([instance, ofPerformance]) => {
      const bookable = await loadBookable(deps, instance)
      return { instance, seats: ofPerformance.flatMap(({ seat }) => bookable?.hall.plan.idOf(seat) ?? []) }
    }),
  )
}

/** A performance that lacks seats for a reason. */
const missing = (instance: string, { code }: Pick<Problem, 'code'>, facts: Partial<MissingPerformance> = {}): MissingPerformance => ({
  instance,
  code,
  seats: [],
  instead: null,
  best: [],
  ...facts,
})
const unavailable = (performances: readonly MissingPerformance[]) =>
  fail(problem('performances-unavailable', { performances: [...performances] }))

/** Problems of a request that concern the basket as a whole. */
const isOfBasket = ({ code }: Problem): boolean => code === 'max-tickets-per-order' || code === 'max-tickets-per-performance'

/** Loads every performance with its requested seats. Lists those that can't be booked as requested. */
async function prepareParts(context: Context, { performances, wish }: SeriesRequest): Promise<Result<readonly SeriesPart[], Problem>> {
  const parts: SeriesPart[] = []
  const failures: MissingPerformance[] = []
  for (const requested of performances) {
    const part = await preparePart(context, requested, wish)
    if (part.ok) parts.push(part.value)
    else if (isOfBasket(part.error)) return part
    else failures.push(missing(requested.instance, part.error))
  }
  return failures.length > 0 ? unavailable(failures) : ok(parts)
}

async function preparePart(
  { deps, targetBasket }: Context,
  { instance, seats, band, needs, giveBack = [] }: RequestedPerformance,
  wish: BestAvailableRequest | undefined,
): Promise<Result<SeriesPart, Problem>> {
  const bookable = await loadBookable(deps, instance)
  if (!bookable) return fail(problem('instance-unavailable'))
  const { plan } = bookable.hall
  const takenSeats = new Set<number>()
  if (!seats) {
    const query = await prepareBestSeats(
      deps,
      targetBasket,
      bookable,
      { ...wish!, ...(band && { band }), ...(needs && { needs }), giveBack },
      { inSeries: true },
    )
    return query.ok ? ok({ bookable, takenSeats, chosen: undefined, query: query.value, release: query.value.release }) : query
  }
  const saleProblem = await closedProblemOf(deps, targetBasket, bookable)
  if (saleProblem) return fail(saleProblem)
  const chosen: { index: number; priceType: string }[] = []
  for (const { seat, priceType } of new Map(seats.map((each) => [each.seat, each])).values()) {
    const index = plan.indexOf(seat)
    if (index === undefined) return fail(problem('seat-unknown', { seat }))
    chosen.push({ index, priceType })
  }
  return ok({ bookable, takenSeats, chosen, query: undefined, release: giveBack.flatMap((seat) => plan.indexOf(seat) ?? []) })
}

/** Holds the seats of all parts. After a claim conflict other best available seats are tried; chosen seats are not replaced. */
async function holdParts(
  context: Context,
  request: SeriesRequest,
  parts: readonly SeriesPart[],
  series: string,
): Promise<Result<HeldSeries, Problem>> {
  const { deps } = context
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    await pauseBefore(attempt)
    const selections = await selectSeats(context, request, parts)
    if (!selections.ok) return selections
    const unmarks = selections.value.map(({ bookable, selection }) =>
      deps.availability.markPending(
        bookable.performanceDetails.id,
        selection.isBestAvailable ? selection.seats.map(({ index }) => index) : [],
      ),
    )
    let isHeld = false
    try {
      const result = await holdPartsInBasket({
        ...context,
        parts: selections.value,
        series,
        idempotencyKey: request.once,
        package: request.package,
      })
      isHeld = result.ok
      if (result.ok) return ok(await describeHeld(context, parts, series, result.value))
      const { error } = result
      if (error.code === 'seats-unavailable') return fail(problem('tickets-not-added'))
      if (error.code !== 'series-rejected') return fail(error)
      if (!noteTakenSeats(parts, error)) return unavailable(await describeRejections(context, parts, error))
    } finally {
      if (!isHeld) for (const unmark of unmarks) unmark()
    }
  }
  return fail(problem('tickets-not-added'))
}

const idOf = ({ bookable }: Pick<SeriesPart, 'bookable'>): string => bookable.performanceDetails.id

/** Notes seats that concurrent requests took. Returns whether other seats may be tried: not if chosen seats are among them. */
function noteTakenSeats(parts: readonly SeriesPart[], { rejections }: SeriesRejected): boolean {
  return rejections.every(({ performance, error }) => {
    const part = parts.find((each) => idOf(each) === performance)!
    if (part.chosen || error.code !== 'seats-unavailable' || !('seats' in error)) return false
    for (const seat of error.seats) part.takenSeats.add(seat)
    return true
  })
}

async function describeRejections(
  { deps, targetBasket }: Context,
  parts: readonly SeriesPart[],
  { rejections }: SeriesRejected,
): Promise<MissingPerformance[]> {
  return Promise.all(
    rejections.map(async ({ performance, error }) => {
      const { bookable, chosen } = parts.find((part) => idOf(part) === performance)!
      if (error.code !== 'seats-unavailable' || !('seats' in error)) return missing(performance, error as Problem)
      const party = chosen?.map(({ index }) => index) ?? error.seats
      const { seats, instead } = await suggestAlternatives(deps, targetBasket, bookable, party, error.seats)
      return missing(performance, { code: 'seats-taken' }, { seats, instead })
    }),
  )
}

async function describeHeld(
  { deps, targetBasket }: Context,
  parts: readonly SeriesPart[],
  series: string,
  { heldSeats, basketWithTickets }: Extract<Awaited<ReturnType<typeof holdPartsInBasket>>, { ok: true }>['value'],
): Promise<HeldSeries> {
  const held = heldSeats.map(({ performance, seats }, nth) => ({
    instance: performance,
    seats: seats.map((seat) => parts[nth]!.bookable.hall.plan.idOf(seat)),
  }))
  const lost: HeldSeries['lost'][number][] = []
  for (const [nth, { performance, lost: lostSeats }] of heldSeats.entries()) {
    if (lostSeats.length === 0) continue
    const { bookable, chosen = [] } = parts[nth]!
    const party = chosen.map(({ index }) => index)
    lost.push({ instance: performance, ...(await suggestAlternatives(deps, targetBasket, bookable, party, lostSeats)) })
  }
  return { series, held, lost, basketWithTickets }
}

/** The seats to hold for every part: the chosen ones, or the best available ones. */
async function selectSeats(
  { deps }: Context,
  { wish, sameSeats = 'no', ifTaken = 'refuse' }: SeriesRequest,
  parts: readonly SeriesPart[],
): Promise<Result<readonly PartOfHold[], Problem>> {
  const searched = parts.flatMap((part) => (part.query ? [{ part, query: part.query }] : []))
  const best = wish && searched.length > 0 ? await searchSeats(deps, searched, wish, sameSeats) : ok(new Map<SeriesPart, PartOfHold>())
  if (!best.ok) return best
  return ok(
    parts.map((part): PartOfHold => {
      const { bookable, release, chosen } = part
      return best.value.get(part) ?? { bookable, selection: { seats: chosen!, ifTaken, release, isBestAvailable: false } }
    }),
  )
}

type SearchedPart = { readonly part: SeriesPart; readonly query: BestSeatsQuery }

/** The best available seats of several performances, each at its price type. */
async function searchSeats(
  deps: HoldDeps,
  searched: readonly SearchedPart[],
  wish: BestAvailableRequest,
  policy: SameSeatsPolicy,
): Promise<Result<ReadonlyMap<SeriesPart, PartOfHold>, Problem>> {
  const isRetry = searched.some(({ part }) => part.takenSeats.size > 0)
  let performances = await openHalls(deps, searched, isRetry ? 'current' : 'cached')
  let groups = findInSeveral(performances, policy, isRetry ? candidateCount : 1)
  if (groups.some(({ results }) => results.length === 0)) {
    // Pending claims of this process may fail. If nothing else is left, the claim decides.
    performances = await openHalls(deps, searched, 'committed')
    groups = findInSeveral(performances, policy)
  }
  const failures = groups.flatMap(({ members, results }) =>
    results.length === 0 ? explainGroup(searched, performances, members, wish) : [],
  )
  if (failures.length > 0) return unavailable(failures)
  const found = new Map<SeriesPart, PartOfHold>()
  for (const { members, results } of groups) {
    const bestSeats = chooseCandidate(performances[members[0]!]!.hall, results)!
    for (const member of members) {
      const { part, query } = searched[member]!
      const seats = priceSeats(performances[member]!.hall, query.offeredPrices, bestSeats, query.remainingCounts)
      if (!seats.ok) return unavailable([missing(idOf(part), seats.error)])
      const selection = {
        seats: withPriceTypes(seats.value, wish),
        ifTaken: 'refuse' as const,
        release: query.release,
        isBestAvailable: true,
      }
      found.set(part, { bookable: part.bookable, selection })
    }
  }
  return ok(found)
}

async function openHalls(deps: HoldDeps, searched: readonly SearchedPart[], freshness: SeatFreshness): Promise<SearchedPerformance[]> {
  return Promise.all(
    searched.map(async ({ part, query }) => {
      // Seats that were released a moment ago may be shown as taken by the cache.
      const ofPart = freshness === 'cached' && query.release.length > 0 ? 'committed' : freshness
      const hall = await openHallFor(deps, part.bookable, query, ofPart)
      for (const seat of part.takenSeats) hall.seats[seat] = seatStatus.taken
      return { hall, request: query.best }
    }),
  )
}

/**
 * The performances of a group without common seats: those that have no seats for the request, or otherwise those that have none in
 * common with most of the others, each with its own best seats.
 */
function explainGroup(
  searched: readonly SearchedPart[],
  performances: readonly SearchedPerformance[],
  members: readonly number[],
  wish: BestAvailableRequest,
): MissingPerformance[] {
  const best = new Map(members.map((member) => [member, findBest(performances[member]!.hall, performances[member]!.request)[0]]))
  const instanceOf = (member: number): string => idOf(searched[member]!.part)
  const reason = (member: number): Problem => explainNoSeats(performances[member]!.hall, performances[member]!.request, wish)
  const empty = members.filter((member) => !best.get(member))
  if (empty.length > 0) return empty.map((member) => missing(instanceOf(member), reason(member)))
  const groups = splitGroups(performances, members).toSorted((a, b) => b.length - a.length)
  return groups.slice(1).flatMap((group) =>
    group.map((member) => {
      const { plan } = performances[member]!.hall
      return missing(instanceOf(member), { code: 'seats-not-found' }, { best: best.get(member)!.seats.map((seat) => plan.idOf(seat)) })
    }),
  )
}
