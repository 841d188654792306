import type { Kysely, Transaction } from 'kysely'
import { audit, type AuditEntry, createBatcher, type Database, transact } from '#db'
import { type ClaimResult, claimSeatsBatch, releaseHolds } from '#modules/seating'
import { attachBaskets } from '#modules/session'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { arePricesCurrent, type PriceTable } from '#modules/catalogue'
import { readClock, type BasketWithTickets, findOtherOrderProblem, lockBaskets, removeTickets, notOpenProblem } from '#modules/basket'
import { openBaskets, renewBaskets, loadTickets, ownerOfNewBasket, writeTickets } from './basket-batch.ts'
import { validateSeats } from './validate.ts'
import { ticketIds } from './idempotency.ts'
import {
  type LoadedRequest,
  type ValidatedSeats,
  seatsUnavailable,
  type SeatWithPrice,
  type PricesOutdated,
  type SeatsUnavailable,
  type ClaimConflictError,
  type HoldResult,
  type HeldSeats,
  type HoldRequest,
} from './hold-request.ts'
import { holdForNewVisitors, isNewVisitor, type NewVisitorRequest } from './first-hold.ts'
import { countByNetwork, checkNetworkLimit } from './network-limit.ts'
import { countWideNetworks, checkWideNetworkLimit } from './wide-network.ts'

type PricedRequest = LoadedRequest & { readonly validatedSeats: ValidatedSeats; readonly until: Date }
type GrantedHold = PricedRequest & { readonly grantedSeats: readonly SeatWithPrice[]; readonly lostSeats: readonly number[] }

/** Concurrent transactions of one process: while one is written to disk, the next are prepared. */
const concurrency = 3
/** Requests of one transaction. In a bigger batch the first request would wait longer. */
const maxBatchSize = 64
/** Queued requests: more than a process can serve within a request's wait budget. */
const maxWaiting = 4_000

type Batcher<One extends HoldRequest> = (request: One) => Promise<HoldResult | undefined>
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
  return (await (isNewVisitor(request) ? newVisitors(request) : otherVisitors(request))) ?? processAlone()
}

function createBatchers(db: Kysely<Database>): Batchers {
  const options = { concurrency, maxBatchSize, maxWaiting, conflictKeys }
  const batchers: Batchers = {
    newVisitors: createBatcher((requests: readonly NewVisitorRequest[]) => holdForNewVisitors(db, requests), options),
    otherVisitors: createBatcher(
      (requests: readonly HoldRequest[]) => transact(db, (trx) => processBatch(trx, requests), { attempts: requests.length > 1 ? 1 : 7 }),
      options,
    ),
  }
  batchersOf.set(db, batchers)
  return batchers
}

const basketIdOf = ({ targetBasket }: HoldRequest): string => (typeof targetBasket === 'string' ? targetBasket : targetBasket.id)

/**
 * Requests that share a key are not processed in the same batch: those for the same seat, and those that are counted together.
 */
const conflictKeys = (request: HoldRequest): string[] => [
  basketIdOf(request),
  ...(typeof request.targetBasket === 'string' || !request.targetBasket.visit ? [] : [`visit ${request.targetBasket.visit.key}`]),
  ...(request.actor.network === undefined ? [] : [`network ${request.actor.network}`]),
  ...request.selection.seats.map(({ index }) => `${request.bookable.performanceDetails.id} ${index}`),
]

/**
 * Processes a batch in one transaction. The result is undefined for a request whose basket is locked by another transaction:
 * process it alone, and wait.
 */
async function processBatch(trx: Transaction<Database>, requests: readonly HoldRequest[]): Promise<(HoldResult | undefined)[]> {
  const results = new Map<string, HoldResult>()
  // Pipelined in one round trip: locks first, then what can't change any more.
  const [{ now }, loadedRequests, networkCounts, wideNetworks] = await Promise.all([
    readClock(trx, 0),
    loadBaskets(trx, requests),
    countByNetwork(trx, requests.map(networkOf)),
    countWideNetworks(trx, requests),
  ])
  const pricedRequests: PricedRequest[] = []
  for (const loadedRequest of loadedRequests.toSorted(byCustomer)) {
    const { row, actor } = loadedRequest
    const basketProblem = row && ((await notOpenProblem(trx, row, actor)) ?? (await findOtherOrderProblem(trx, row)))
    const validation = basketProblem ? fail(basketProblem) : await validateSeats(trx, loadedRequest)
    const until = loadedRequest.basket.deadline ?? new Date(now.getTime() + loadedRequest.deps.brand.limits.holdSeconds * 1000)
    const limitProblem =
      validation.ok &&
      (checkNetworkLimit(loadedRequest, validation.value, networkCounts.get(loadedRequest.basket.id)) ??
        (await checkWideNetworkLimit(trx, loadedRequest, validation.value, wideNetworks)))
    if (!validation.ok) results.set(loadedRequest.basket.id, validation)
    else if (limitProblem) results.set(loadedRequest.basket.id, fail(limitProblem))
    else pricedRequests.push({ ...loadedRequest, validatedSeats: validation.value, until })
  }
  // Prices are checked after the claim, in the same round trip. They can't change until the transaction ends.
  const [claims, isPriced] = await Promise.all([
    claimSeatsBatch(trx, pricedRequests.map(claimRequestOf)),
    arePricesCurrent(trx, priceTablesOf(pricedRequests)),
  ])
  const grants: GrantedHold[] = []
  for (const [nth, pricedRequest] of pricedRequests.entries()) {
    const grantedSeats = await resolveClaim(trx, pricedRequest, claims[nth]!, isPriced)
    if (grantedSeats.ok) grants.push(grantedSeats.value)
    else results.set(pricedRequest.basket.id, grantedSeats)
  }
  for (const each of await writeHolds(trx, grants)) results.set(each.basketWithTickets.basket.id, ok(each))
  return requests.map((request) => results.get(basketIdOf(request)))
}

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

const networkOf = (request: HoldRequest) => ({
  basket: basketIdOf(request),
  network: request.actor.network,
  performance: request.bookable.performanceDetails.id,
})

const claimRequestOf = ({ bookable, selection, basket, validatedSeats, until }: PricedRequest) => ({
  performance: bookable.performanceDetails.id,
  seats: validatedSeats.possible.map(({ index }) => index),
  claimant: { as: 'held' as const, basket: basket.id, until },
  ifTaken: selection.ifTaken,
})

/** The price tables of a batch, without duplicates. */
const priceTablesOf = (pricedRequests: readonly PricedRequest[]): PriceTable[] => [
  ...new Set(pricedRequests.map(({ bookable }) => bookable.priceTable)),
]

/** Resolves a claim into a granted hold or a rejection. A rejected request releases the seats that it claimed. */
async function resolveClaim(
  trx: Transaction<Database>,
  pricedRequest: PricedRequest,
  { heldSeats, takenSeats, hasConflict }: ClaimResult,
  isPriced: boolean,
): Promise<Result<GrantedHold, SeatsUnavailable | ClaimConflictError | PricesOutdated>> {
  const { selection, basket, bookable, validatedSeats } = pricedRequest
  const release = async (seats: readonly SeatWithPrice[]): Promise<void> => {
    if (seats.length > 0)
      await releaseHolds(trx, basket.id, { performance: bookable.performanceDetails.id, seats: seats.map(({ index }) => index) })
  }
  const claimedSeats = validatedSeats.newSeats.filter(({ index }) => heldSeats.includes(index))
  if (hasConflict || !isPriced) {
    await release(claimedSeats)
    return fail({ code: hasConflict ? 'claim-conflict' : 'prices-outdated' })
  }
  if (selection.ifTaken === 'refuse' && takenSeats.length > 0) return fail(seatsUnavailable(takenSeats))
  // Seats of an incomplete seat block are released.
  const { seatBlocks } = bookable.priceTable.list
  const grantedSeats = seatBlocks ? claimedSeats.filter(({ index }) => isWholeIn(seatBlocks, index, heldSeats)) : claimedSeats
  await release(claimedSeats.filter((seat) => !grantedSeats.includes(seat)))
  const lostSeats = [...validatedSeats.keptSeats, ...validatedSeats.newSeats.filter((seat) => !grantedSeats.includes(seat))].map(
    ({ index }) => index,
  )
  return lostSeats.length > 0 && grantedSeats.length === 0
    ? fail(seatsUnavailable(lostSeats))
    : ok({ ...pricedRequest, grantedSeats, lostSeats })
}

/** Whether the whole seat block of a seat is among some seats. */
const isWholeIn = (blocks: NonNullable<PriceTable['list']['seatBlocks']>, seat: number, seats: readonly number[]): boolean => {
  const block = blocks.find(([first, seats]) => seat >= first && seat < first + seats)
  return !block || Array.from({ length: block[1] }, (_, place) => block[0] + place).every((each) => seats.includes(each))
}

/** Writes granted holds: baskets, tickets, sessions and audit entries. */
async function writeHolds(
  trx: Transaction<Database>,
  grants: readonly GrantedHold[],
): Promise<{ readonly heldSeats: HeldSeats; readonly basketWithTickets: BasketWithTickets }[]> {
  if (grants.length === 0) return []
  const updates = grants.map((grant) => ({ ...grant, id: grant.basket.id, deadline: grant.until, network: grant.actor.network ?? null }))
  const newBaskets = updates.flatMap(({ targetBasket, row, deadline, network, deps }) =>
    typeof targetBasket === 'string' || row ? [] : [{ ...targetBasket, deadline, network, brand: deps.brand }],
  )
  const renewedBaskets = updates.filter(({ id }) => newBaskets.every((newBasket) => newBasket.id !== id))
  for (const grant of grants) {
    const [{ releasedTickets }, { performance, seats }] = [grant.validatedSeats, heldSeatsOf(grant)]
    if (releasedTickets.length > 0) await removeTickets(trx, grant.basket.id, performance, releasedTickets, seats)
  }
  const [insertedBaskets, otherRequest, insertedTickets] = await Promise.all([
    openBaskets(trx, newBaskets),
    renewBaskets(trx, renewedBaskets),
    writeTickets(
      trx,
      grants.flatMap(({ grantedSeats, basket, bookable, selection }) => {
        const ids = ticketIds(basket.id, selection.idempotencyKey, grantedSeats.length)
        return grantedSeats.map((seat, nth) => ({
          ...{
            ...seat,
            id: ids[nth]!,
            basket: basket.id,
            performance: bookable.performanceDetails.id,
            version: bookable.priceTable.version,
          },
        }))
      }),
    ),
    attachBaskets(trx, newBaskets),
    audit(trx, ...grants.map(auditEntryOf)),
  ])
  const rows = new Map([...insertedBaskets, ...otherRequest].map((row) => [row.id, row]))
  const tickets = Map.groupBy(insertedTickets, (ticket) => ticket.basket_id)
  return grants.map((grant) => ({
    heldSeats: heldSeatsOf(grant),
    basketWithTickets: {
      basket: rows.get(grant.basket.id)!,
      tickets: [...grant.validatedSeats.remainingTickets, ...(tickets.get(grant.basket.id) ?? []).toSorted((a, b) => a.seat - b.seat)],
      isNew: !grant.row,
    },
  }))
}

const heldSeatsOf = ({
  bookable,
  validatedSeats,
  lostSeats,
}: Pick<GrantedHold, 'bookable' | 'validatedSeats' | 'lostSeats'>): HeldSeats => ({
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
  detail: heldSeatsOf(grant),
})
