import type { Kysely, Transaction } from 'kysely'
import { audit, type AuditEntry, createBatcher, type Database, transact } from '#db'
import { type ClaimResult, claimSeatsBatch, releaseHolds } from '#modules/seating'
import { attachBaskets } from '#modules/session'
import { orderLimitProblem } from '@playhouse/domain/order-limit'
import type { Money } from '@playhouse/domain/money'
import type { Problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { arePricesCurrent, type PriceTable } from '#modules/catalogue'
import {
  readClock,
  type BasketWithTickets,
  findOtherOrderProblem,
  lockBaskets,
  removeTickets,
  notOpenProblem,
  type TicketRow,
  toCountedTicket,
} from '#modules/basket'
import { openBaskets, renewBaskets, loadTickets, ownerOfNewBasket, writeTickets } from './basket-batch.ts'
import { pricePackageParts, releaseReplaced, writePackages } from './package-of-hold.ts'
import { isWholeIn } from './seat-block.ts'
import { validateSeats } from './validate.ts'
import { ticketIds } from './idempotency.ts'
import {
  type LoadedPart,
  type PartOfHold,
  type LoadedRequest,
  type ValidatedSeats,
  seatsUnavailable,
  type SeatWithPrice,
  type PricesOutdated,
  type SeatsUnavailable,
  type SeriesRejected,
  type ClaimConflictError,
  type HoldResult,
  type HeldSeats,
  type HoldRequest,
} from './hold-request.ts'
import { holdForNewVisitors, newVisitorRequestOf, type NewVisitorRequest } from './first-hold.ts'
import { checkNetworkLimit, checkSeriesNetworkLimit, countByNetwork, countSeriesByNetwork, networkKeyOf } from './network-limit.ts'
import { countWideNetworks, checkWideNetworkLimit, type WideNetworks } from './wide-network.ts'

/** A part that passes all rules except the claim. */
type PricedPart = LoadedPart & { readonly validatedSeats: ValidatedSeats }
type PricedRequest = Omit<LoadedRequest, 'parts'> & { readonly parts: readonly PricedPart[]; readonly until: Date; readonly saved: Money }
type GrantedPart = PricedPart & { readonly grantedSeats: readonly SeatWithPrice[]; readonly lostSeats: readonly number[] }
type GrantedHold = Omit<PricedRequest, 'parts'> & { readonly parts: readonly GrantedPart[] }

/** Concurrent transactions of one process: while one is written to disk, the next are prepared. */
const concurrency = 3
/** Requests of one transaction. In a bigger batch the first request would wait longer. */
const maxBatchSize = 64
/** Queued requests: more than a process can serve within a request's wait budget. */
const maxWaiting = 4_000

type Batcher<One> = (request: One) => Promise<HoldResult | undefined>
/** First holds of new visitors have a separate batcher, because they are most of a rush and need the fewest checks. */
type Batchers = { readonly newVisitors: Batcher<NewVisitorRequest>; readonly otherVisitors: Batcher<HoldRequest> }
const batchersOf = new WeakMap<Kysely<Database>, Batchers>()

/**
 * Holds seats in baskets. Requests that arrive at the same time share one transaction. Each gets the result that it would get
 * alone: all of its seats or none, by the same rules in the same order.
 */
export async function holdSeatsBatched(request: HoldRequest): Promise<HoldResult> {
  const { db } = request.deps
  const { newVisitors, otherVisitors } = batchersOf.get(db) ?? createBatchers(db)
  const processAlone = async (): Promise<HoldResult> => (await transact(db, (trx) => processBatch(trx, [request])))[0]!
  const ofNewVisitor = newVisitorRequestOf(request)
  return (await (ofNewVisitor ? newVisitors(ofNewVisitor) : otherVisitors(request))) ?? processAlone()
}

function createBatchers(db: Kysely<Database>): Batchers {
  const options = { concurrency, maxBatchSize, maxWaiting }
  const batchers: Batchers = {
    newVisitors: createBatcher((requests: readonly NewVisitorRequest[]) => holdForNewVisitors(db, requests), {
      ...options,
      conflictKeys: (request) => conflictKeys(request, [request]),
    }),
    otherVisitors: createBatcher(
      (requests: readonly HoldRequest[]) => transact(db, (trx) => processBatch(trx, requests), { attempts: requests.length > 1 ? 1 : 7 }),
      { ...options, conflictKeys: (request) => conflictKeys(request, request.parts) },
    ),
  }
  batchersOf.set(db, batchers)
  return batchers
}

const basketIdOf = ({ targetBasket }: Pick<HoldRequest, 'targetBasket'>): string =>
  typeof targetBasket === 'string' ? targetBasket : targetBasket.id

/**
 * Requests that share a key are not processed in the same batch: those for the same seat, and those that are counted together.
 */
const conflictKeys = (request: Pick<HoldRequest, 'targetBasket' | 'actor'>, parts: readonly PartOfHold[]): string[] => [
  basketIdOf(request),
  ...(typeof request.targetBasket === 'string' || !request.targetBasket.visit ? [] : [`visit ${request.targetBasket.visit.key}`]),
  ...(request.actor.network === undefined ? [] : [`network ${request.actor.network}`]),
  ...parts.flatMap(({ bookable, selection }) => selection.seats.map(({ index }) => `${bookable.performanceDetails.id} ${index}`)),
]

/**
 * Processes a batch in one transaction. The result is undefined for a request whose basket is locked by another transaction:
 * process it alone, and wait.
 */
async function processBatch(trx: Transaction<Database>, requests: readonly HoldRequest[]): Promise<(HoldResult | undefined)[]> {
  const results = new Map<string, HoldResult>()
  const networksOf = requests.flatMap(networksOfRequest)
  // Pipelined in one round trip: locks first, then what can't change any more.
  const [{ now }, loadedRequests, ofNetworks, inSeries, ofWideNetworks] = await Promise.all([
    readClock(trx, 0),
    loadBaskets(trx, requests),
    countByNetwork(trx, networksOf),
    countSeriesByNetwork(
      trx,
      requests.map((request) => ({ basket: basketIdOf(request), network: request.actor.network, series: request.series })),
    ),
    countWideNetworks(
      trx,
      requests.flatMap((request) => request.parts.map((part) => ({ ...request, ...part }))),
    ),
  ])
  const pricedRequests: PricedRequest[] = []
  for (const loadedRequest of loadedRequests.toSorted(byCustomer)) {
    const until = loadedRequest.basket.deadline ?? new Date(now.getTime() + loadedRequest.deps.brand.limits.holdSeconds * 1000)
    const validation = await validateRequest(trx, loadedRequest, { ofNetworks, inSeries, ofWideNetworks })
    const priced = validation.ok ? pricePackageParts(loadedRequest, validation.value) : validation
    if (priced.ok) pricedRequests.push({ ...loadedRequest, ...priced.value, until })
    else results.set(loadedRequest.basket.id, priced)
  }
  // Prices are checked after the claims, in the same round trip. They can't change until the transaction ends.
  const [claims, isPriced] = await Promise.all([claimParts(trx, pricedRequests), arePricesCurrent(trx, priceTablesOf(pricedRequests))])
  const grants: GrantedHold[] = []
  for (const pricedRequest of pricedRequests) {
    const grant = await resolveClaims(trx, pricedRequest, claims, isPriced)
    if (grant.ok) grants.push(grant.value)
    else results.set(pricedRequest.basket.id, grant)
  }
  for (const each of await writeHolds(trx, grants)) results.set(each.basketWithTickets.basket.id, ok(each))
  return requests.map((request) => results.get(basketIdOf(request)))
}

type NetworkCounts = {
  readonly ofNetworks: Awaited<ReturnType<typeof countByNetwork>>
  readonly inSeries: Awaited<ReturnType<typeof countSeriesByNetwork>>
  readonly ofWideNetworks: WideNetworks
}

/** Validates all parts of a request by every rule except claims, the rules of the basket first. */
async function validateRequest(
  trx: Transaction<Database>,
  loadedRequest: LoadedRequest,
  counts: NetworkCounts,
): Promise<Result<readonly PricedPart[], Problem | SeatsUnavailable | SeriesRejected>> {
  const { row, actor, deps, basket, tickets, series } = loadedRequest
  const basketProblem = row && ((await notOpenProblem(trx, row, actor)) ?? (await findOtherOrderProblem(trx, row)))
  if (basketProblem) return fail(basketProblem)
  const parts: PricedPart[] = []
  const rejections: SeriesRejected['rejections'][number][] = []
  for (const part of loadedRequest.parts) {
    const validation = await validateSeats(trx, { ...loadedRequest, ...part })
    if (validation.ok) parts.push({ ...loadedRequest, ...part, validatedSeats: validation.value })
    else if (series === null || isProblemOfBasket(validation.error)) return validation
    else rejections.push({ performance: part.bookable.performanceDetails.id, error: validation.error })
  }
  if (rejections.length > 0) return fail({ code: 'series-rejected', rejections })
  const released = new Set(parts.flatMap(({ validatedSeats }) => validatedSeats.releasedTickets))
  const newTickets = parts.flatMap(({ bookable, validatedSeats }) =>
    validatedSeats.newSeats.map(() => ({ performance: bookable.performanceDetails.id, series })),
  )
  const allTickets = [...tickets.filter((ticket) => !released.has(ticket)).map(toCountedTicket), ...newTickets]
  const orderProblem = orderLimitProblem(deps.brand.limits, allTickets)
  if (orderProblem) return fail(orderProblem)
  const seriesCount = allTickets.filter((ticket) => ticket.series !== null).length
  const seriesProblem = checkSeriesNetworkLimit(deps.brand, seriesCount, counts.inSeries.get(basket.id))
  if (seriesProblem) return fail(seriesProblem)
  for (const part of parts) {
    const count = counts.ofNetworks.get(networkKeyOf(basket.id, part.bookable.performanceDetails.id))
    const limitProblem =
      checkNetworkLimit(part, part.validatedSeats, count) ??
      (await checkWideNetworkLimit(trx, part, part.validatedSeats, counts.ofWideNetworks))
    if (limitProblem) return fail(limitProblem)
  }
  return ok(parts)
}

/** Problems that concern the whole basket, whichever performance of a series meets them first. */
const isProblemOfBasket = ({ code }: { readonly code: string }): boolean =>
  ['max-tickets-per-order', 'max-tickets-per-performance', 'voucher-in-basket', 'package-whole'].includes(code)

/**
 * Locks and loads the baskets of a batch. Leaves out baskets that another transaction has locked, except for a batch of one,
 * which waits.
 */
async function loadBaskets(trx: Transaction<Database>, requests: readonly HoldRequest[]): Promise<LoadedRequest[]> {
  const isAlone = requests.length === 1
  // A new basket exists already if the first attempt committed and its connection was lost.
  const ids = requests.flatMap((request) => (typeof request.targetBasket === 'string' || isAlone ? [basketIdOf(request)] : []))
  const [lockedBaskets, tickets] = await Promise.all([lockBaskets(trx, ids, isAlone), loadTickets(trx, ids)])
  const rows = new Map(lockedBaskets.map((row) => [row.id, row]))
  const customers = new Set<string>()
  return requests.flatMap((request) => {
    const row = rows.get(basketIdOf(request))
    const basket =
      row ?? (typeof request.targetBasket === 'string' ? undefined : { ...ownerOfNewBasket(request.targetBasket), deadline: null })
    if (!basket && isAlone) throw new Error(`there is no basket ${basketIdOf(request)}`)
    // Limits count all baskets of a customer: one per batch.
    if (!basket || (basket.customer_id !== null && customers.has(basket.customer_id))) return []
    if (basket.customer_id !== null) customers.add(basket.customer_id)
    return [{ ...request, row, basket, tickets: tickets.get(basket.id) ?? [] }]
  })
}

/** The order in which limits lock customers, so that two batches can't deadlock. */
const byCustomer = (loadedRequest: LoadedRequest, otherRequest: LoadedRequest): number =>
  (loadedRequest.basket.customer_id ?? '').localeCompare(otherRequest.basket.customer_id ?? '')

const networksOfRequest = (request: HoldRequest) =>
  request.parts.map(({ bookable }) => ({
    basket: basketIdOf(request),
    network: request.actor.network,
    performance: bookable.performanceDetails.id,
  }))

const claimRequestOf = ({ bookable, selection, basket, validatedSeats }: PricedPart, until: Date) => ({
  performance: bookable.performanceDetails.id,
  seats: validatedSeats.possible.map(({ index }) => index),
  claimant: { as: 'held' as const, basket: basket.id, until },
  ifTaken: selection.ifTaken,
})

/**
 * Claims the seats of all parts, one statement for each performance, in the order in which performances are locked. The statements
 * are sent together.
 */
async function claimParts(
  trx: Transaction<Database>,
  pricedRequests: readonly PricedRequest[],
): Promise<ReadonlyMap<PricedPart, ClaimResult>> {
  const claims = pricedRequests.flatMap(({ parts, until }) => parts.map((part) => ({ part, claim: claimRequestOf(part, until) })))
  const byPerformance = [...Map.groupBy(claims, ({ claim }) => claim.performance)].sort(([a], [b]) => (a < b ? -1 : 1))
  const results = await Promise.all(
    byPerformance.map(async ([, ofPerformance]) => {
      const claimResults = await claimSeatsBatch(
        trx,
        ofPerformance.map(({ claim }) => claim),
      )
      return ofPerformance.map(({ part }, nth) => [part, claimResults[nth]!] as const)
    }),
  )
  return new Map(results.flat())
}

/** The price tables of a batch, without duplicates. */
const priceTablesOf = (pricedRequests: readonly PricedRequest[]): PriceTable[] => [
  ...new Set(pricedRequests.flatMap(({ parts }) => parts.map(({ bookable }) => bookable.priceTable))),
]

/** Resolves the claims of a request into a granted hold or a rejection. A rejected request releases the seats that it claimed. */
async function resolveClaims(
  trx: Transaction<Database>,
  pricedRequest: PricedRequest,
  claims: ReadonlyMap<PricedPart, ClaimResult>,
  isPriced: boolean,
): Promise<Result<GrantedHold, SeatsUnavailable | SeriesRejected | ClaimConflictError | PricesOutdated>> {
  const { basket, series } = pricedRequest
  const inLockOrder = pricedRequest.parts.toSorted((a, b) => (a.bookable.performanceDetails.id < b.bookable.performanceDetails.id ? -1 : 1))
  const release = async ({ bookable }: PricedPart, seats: readonly SeatWithPrice[]): Promise<void> => {
    if (seats.length > 0)
      await releaseHolds(trx, basket.id, { performance: bookable.performanceDetails.id, seats: seats.map(({ index }) => index) })
  }
  const claimedSeatsOf = (part: PricedPart): readonly SeatWithPrice[] =>
    part.validatedSeats.newSeats.filter(({ index }) => claims.get(part)!.heldSeats.includes(index))
  const releaseAll = async (): Promise<void> => {
    for (const part of inLockOrder) await release(part, claimedSeatsOf(part))
  }
  const hasConflict = pricedRequest.parts.some((part) => claims.get(part)!.hasConflict)
  if (hasConflict || !isPriced) {
    await releaseAll()
    return fail({ code: hasConflict ? 'claim-conflict' : 'prices-outdated' })
  }
  const rejections = pricedRequest.parts.flatMap((part) => {
    const { takenSeats } = claims.get(part)!
    const isRefused = part.selection.ifTaken === 'refuse' && takenSeats.length > 0
    return isRefused ? [{ performance: part.bookable.performanceDetails.id, error: seatsUnavailable(takenSeats) }] : []
  })
  if (rejections.length > 0) {
    await releaseAll()
    return fail(series === null ? rejections[0]!.error : { code: 'series-rejected', rejections })
  }
  const parts: GrantedPart[] = []
  for (const part of pricedRequest.parts) {
    const { bookable, validatedSeats } = part
    const claimedSeats = claimedSeatsOf(part)
    // Seats of an incomplete seat block are released.
    const { seatBlocks } = bookable.priceTable.list
    const { heldSeats } = claims.get(part)!
    const grantedSeats = seatBlocks ? claimedSeats.filter(({ index }) => isWholeIn(seatBlocks, index, heldSeats)) : claimedSeats
    await release(
      part,
      claimedSeats.filter((seat) => !grantedSeats.includes(seat)),
    )
    const lostSeats = [...validatedSeats.keptSeats, ...validatedSeats.newSeats.filter((seat) => !grantedSeats.includes(seat))].map(
      ({ index }) => index,
    )
    parts.push({ ...part, grantedSeats, lostSeats })
  }
  const lostParts = parts.filter(({ lostSeats }) => lostSeats.length > 0)
  if (lostParts.length === 0 || parts.some(({ grantedSeats }) => grantedSeats.length > 0)) return ok({ ...pricedRequest, parts })
  const lost = lostParts.map(({ bookable, lostSeats }) => ({
    performance: bookable.performanceDetails.id,
    error: seatsUnavailable(lostSeats),
  }))
  return fail(series === null ? lost[0]!.error : { code: 'series-rejected', rejections: lost })
}

/** Writes granted holds: baskets, tickets, sessions and audit entries. */
async function writeHolds(
  trx: Transaction<Database>,
  grants: readonly GrantedHold[],
): Promise<{ readonly heldSeats: readonly HeldSeats[]; readonly basketWithTickets: BasketWithTickets }[]> {
  if (grants.length === 0) return []
  const updates = grants.map((grant) => ({ ...grant, id: grant.basket.id, deadline: grant.until, network: grant.actor.network ?? null }))
  const newBaskets = updates.flatMap(({ targetBasket, row, deadline, network, deps }) =>
    typeof targetBasket === 'string' || row ? [] : [{ ...targetBasket, deadline, network, brand: deps.brand }],
  )
  const renewedBaskets = updates.filter(({ id }) => newBaskets.every((newBasket) => newBasket.id !== id))
  for (const part of grants.flatMap(({ parts }) => parts)) {
    const [{ releasedTickets }, { performance, seats }] = [part.validatedSeats, heldSeatsOf(part)]
    if (releasedTickets.length > 0) await removeTickets(trx, part.basket.id, performance, releasedTickets, seats)
  }
  await releaseReplaced(trx, grants)
  const [insertedBaskets, otherRequest, insertedTickets] = await Promise.all([
    openBaskets(trx, newBaskets),
    renewBaskets(trx, renewedBaskets),
    writeTickets(trx, grants.flatMap(ticketsOfGrant)),
    attachBaskets(trx, newBaskets),
    writePackages(trx, grants),
    audit(trx, ...grants.map(auditEntryOf)),
  ])
  const rows = new Map([...insertedBaskets, ...otherRequest].map((row) => [row.id, row]))
  const tickets = Map.groupBy(insertedTickets, (ticket) => ticket.basket_id)
  return grants.map((grant) => ({
    heldSeats: grant.parts.map(heldSeatsOf),
    basketWithTickets: {
      basket: rows.get(grant.basket.id)!,
      tickets: [...remainingTicketsOf(grant), ...(tickets.get(grant.basket.id) ?? []).toSorted((a, b) => a.seat - b.seat)],
      isNew: !grant.row,
    },
  }))
}

/** The tickets of the basket that no part releases. */
function remainingTicketsOf({ tickets, parts, package: sold }: GrantedHold): readonly TicketRow[] {
  const released = new Set(parts.flatMap(({ validatedSeats }) => validatedSeats.releasedTickets))
  return tickets.filter((ticket) => !released.has(ticket) && (sold?.replaces === undefined || ticket.series !== sold.replaces))
}

/** The tickets for the seats of all parts. Their ids are derived from one idempotency key. */
function ticketsOfGrant({ basket, parts, series, idempotencyKey, package: sold }: GrantedHold) {
  const seats = parts.flatMap(({ grantedSeats, bookable }) => grantedSeats.map((seat) => ({ ...seat, bookable })))
  const ids = ticketIds(basket.id, idempotencyKey, seats.length)
  return seats.map(({ bookable, ...seat }, nth) => ({
    ...seat,
    id: ids[nth]!,
    basket: basket.id,
    performance: bookable.performanceDetails.id,
    version: sold ? null : bookable.priceTable.version,
    series,
  }))
}

const heldSeatsOf = ({ bookable, validatedSeats, lostSeats }: GrantedPart): HeldSeats => ({
  performance: bookable.performanceDetails.id,
  seats: validatedSeats.possible.map(({ index }) => index).filter((seat) => !lostSeats.includes(seat)),
  lost: lostSeats,
})

const auditEntryOf = (grant: GrantedHold): AuditEntry => ({
  actor: grant.actor.name,
  requestId: grant.actor.requestId,
  subject: 'basket',
  subjectId: grant.basket.id,
  verb: 'add-tickets',
  from: 'open',
  to: 'open',
  detail: grant.series === null ? heldSeatsOf(grant.parts[0]!) : { series: grant.series, performances: grant.parts.map(heldSeatsOf) },
})
