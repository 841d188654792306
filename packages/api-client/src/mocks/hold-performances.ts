import { type BestAvailableRequest, explainNoSeats, priceSeats, withPriceTypes } from '@playhouse/domain/best-available'
import { findBest, findInSeveral, type SeatNeed, splitGroups } from '@playhouse/domain/plan/best'
import type { Band } from '@playhouse/domain/pricing'
import { type Problem, problem, type ProblemParams } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { PerformancesRequest, ReplyInput } from '#contract'
import { addSeats, closedProblem } from './add-seats.ts'
import type { Contract } from './mock-handler.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'
import { seriesNetworkProblem } from './network-limit.ts'
import { type PreparedWish, prepareWish } from './prepare-wish.ts'

type Reply = ReplyInput<Contract['seats']['holdPerformances']>
type HeldSeries = Pick<Reply, 'series' | 'held' | 'lost'>
type Missing = ProblemParams<'performances-unavailable'>['performances'][number]
type RequestedPerformance = PerformancesRequest['performances'][number] & {
  readonly band?: Band | undefined
  readonly needs?: readonly SeatNeed[] | undefined
}
type SeatsOf = NonNullable<RequestedPerformance['seats']>

type HoldRequest = Omit<PerformancesRequest, 'wish' | 'performances'> & {
  readonly performances: readonly RequestedPerformance[]
  readonly wish?: BestAvailableRequest | undefined
  readonly proof?: string | undefined
}

/** Results by visit and idempotency key. */
const earlierResults = new WeakMap<MockVisit, Map<string, HeldSeries>>()

const missing = (instance: string, code: string, facts: Partial<Missing> = {}): Missing => ({
  ...{ instance, code, seats: [], instead: null, best: [] },
  ...facts,
})
const unavailable = (performances: Missing[]) => fail(problem('performances-unavailable', { performances }))

/** Problems that concern the basket or the network as a whole. */
const wholeProblems: ReadonlySet<string> = new Set([
  ...['max-tickets-per-order', 'max-tickets-per-performance', 'network-limit', 'bot-check-required', 'basket-adds-to-order'],
  'voucher-in-basket',
])

/** Holds seats of several performances, all or none; with `ifTaken: 'keep'` the chosen seats that are still free. A problem changes nothing. */
export function holdPerformances(
  shop: MockShop,
  visit: MockVisit,
  { performances, wish, sameSeats = 'no', ifTaken, series: joined, once, proof }: HoldRequest,
): Result<HeldSeries, Problem> {
  const earlier = once === undefined ? undefined : earlierResults.get(visit)?.get(once)
  if (earlier && visit.tickets.some(({ series }) => series === earlier.series)) return ok(earlier)
  if (joined !== undefined && visit.tickets.every(({ series }) => series !== joined)) return fail(problem('basket-line-unknown'))
  const series = joined ?? crypto.randomUUID()
  const prepared = prepare(shop, visit, performances, wish, series)
  if (!prepared.ok) return prepared
  const chosen = chooseSeats(prepared.value, performances, wish, sameSeats)
  if (!chosen.ok) return chosen
  const restore = rememberSeats(shop, visit, performances)
  const [held, lost, failures]: [HeldSeries['held'], HeldSeries['lost'], Missing[]] = [[], [], []]
  for (const [nth, { instance, giveBack }] of performances.entries()) {
    const seats = chosen.value[nth]!
    const isChosen = performances[nth]!.seats !== undefined
    const added = addSeats(shop, visit, { instance, seats, giveBack, proof, series, ifTaken: isChosen ? ifTaken : 'refuse' })
    if (added.ok) {
      held.push({ instance, seats: seats.map(({ seat }) => seat).filter((seat) => !added.value?.seats.includes(seat)) })
      if (added.value) lost.push({ instance, ...added.value })
      continue
    }
    const { error } = added
    if (wholeProblems.has(error.code)) {
      restore()
      return fail(error)
    }
    const taken = error.code === 'seats-taken' ? (error as Problem<'seats-taken'>).params : undefined
    // With `keep`, a performance of which every seat is lost does not end the others.
    if (taken && isChosen && ifTaken === 'keep') {
      held.push({ instance, seats: [] })
      lost.push({ instance, ...taken })
    } else failures.push(missing(instance, error.code, taken))
  }
  const overNetwork = seriesNetworkProblem(shop, visit)
  const hasNone = lost.length > 0 && held.every(({ seats }) => seats.length === 0)
  if (failures.length > 0 || overNetwork || hasNone) restore()
  if (failures.length > 0) return unavailable(failures)
  if (overNetwork) return fail(overNetwork)
  if (hasNone) return unavailable(lost.map(({ instance, ...taken }) => missing(instance, 'seats-taken', taken)))
  const result = { series, held, lost }
  if (once !== undefined) earlierResults.set(visit, new Map([...(earlierResults.get(visit) ?? []), [once, result]]))
  return ok(result)
}

/** Remembers the seats of some performances. Returns a function that restores them. */
function rememberSeats(shop: MockShop, visit: MockVisit, performances: readonly RequestedPerformance[]): () => void {
  const before = { tickets: visit.tickets, deadline: visit.deadline, lapsed: visit.lapsed }
  const claims = performances.map(({ instance }) => {
    const { taken } = shop.pricedPerformanceOf(instance)!
    return { taken, entries: [...taken] }
  })
  return () => {
    Object.assign(visit, before)
    for (const { taken, entries } of claims) {
      taken.clear()
      for (const [seat, holder] of entries) taken.set(seat, holder)
    }
  }
}

/** For each performance its request for the best available seats; undefined where seats are chosen. */
function prepare(
  shop: MockShop,
  visit: MockVisit,
  performances: readonly RequestedPerformance[],
  wish: BestAvailableRequest | undefined,
  series: string,
): Result<(PreparedWish | undefined)[], Problem> {
  const prepared: (PreparedWish | undefined)[] = []
  const failures: Missing[] = []
  for (const { instance, seats, band, needs, giveBack } of performances) {
    const result = seats
      ? chosenProblem(shop, visit, instance, seats)
      : prepareWish(shop, visit, instance, { ...wish!, ...(band && { band }), ...(needs && { needs }), giveBack }, series)
    if (result.ok) prepared.push(result.value)
    else if (wholeProblems.has(result.error.code)) return result
    else failures.push(missing(instance, result.error.code))
  }
  return failures.length > 0 ? unavailable(failures) : ok(prepared)
}

function chosenProblem(shop: MockShop, visit: MockVisit, instance: string, seats: SeatsOf): Result<undefined, Problem> {
  const mockPerformance = shop.performance(instance)
  const saleProblem = mockPerformance ? closedProblem(shop, visit, mockPerformance) : problem('instance-unavailable')
  if (saleProblem) return fail(saleProblem)
  const { plan } = shop.pricedPerformanceOf(instance)!
  const unknown = seats.find(({ seat }) => plan.indexOf(seat) === undefined)
  return unknown ? fail(problem('seat-unknown', { seat: unknown.seat })) : ok(undefined)
}

/** The seats to hold in each performance: the chosen ones, or the best available ones. */
function chooseSeats(
  prepared: readonly (PreparedWish | undefined)[],
  performances: readonly RequestedPerformance[],
  wish: BestAvailableRequest | undefined,
  sameSeats: NonNullable<PerformancesRequest['sameSeats']>,
): Result<readonly SeatsOf[], Problem> {
  const places = prepared.flatMap((each, place) => (each ? [place] : []))
  const searched = places.map((place) => prepared[place]!)
  const chosen: SeatsOf[] = performances.map(({ seats = [] }) => seats)
  const failures: Missing[] = []
  const instanceAt = (member: number): string => performances[places[member]!]!.instance
  for (const { members, results } of findInSeveral(searched, sameSeats)) {
    const [bestSeats] = results
    if (!bestSeats) {
      failures.push(...explainGroup(searched, members, wish!, instanceAt))
      continue
    }
    for (const member of members) {
      const { hall, offeredPrices, before } = searched[member]!
      const priced = priceSeats(hall, offeredPrices, bestSeats, before)
      if (priced.ok)
        chosen[places[member]!] = withPriceTypes(priced.value, wish!).map(({ index, priceType }) => ({
          seat: hall.plan.idOf(index),
          priceType,
        }))
      else failures.push(missing(instanceAt(member), priced.error.code))
    }
  }
  return failures.length > 0 ? unavailable(failures) : ok(chosen)
}

/** The performances without seats, or otherwise those without seats in common with most of the others. */
function explainGroup(
  searched: readonly PreparedWish[],
  members: readonly number[],
  wish: BestAvailableRequest,
  instanceAt: (member: number) => string,
): Missing[] {
  const best = new Map(members.map((member) => [member, findBest(searched[member]!.hall, searched[member]!.request)[0]]))
  const empty = members.filter((member) => !best.get(member))
  if (empty.length > 0)
    return empty.map((member) => {
      const { hall, request } = searched[member]!
      return missing(instanceAt(member), explainNoSeats(hall, request, wish).code)
    })
  const groups = splitGroups(searched, members).toSorted((a, b) => b.length - a.length)
  return groups.slice(1).flatMap((group) =>
    group.map((member) => {
      const { plan } = searched[member]!.hall
      return missing(instanceAt(member), 'seats-not-found', { best: best.get(member)!.seats.map((seat) => plan.idOf(seat)) })
    }),
  )
}
