import type { Kysely, Transaction } from 'kysely'
import { audit, type AuditEntry, createBatcher, type Database, transact } from '#db'
import { type ClaimResult, claimSeatsBatch, releaseHolds } from '#modules/seating'
import { attachBaskets } from '#modules/session'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { arePricesCurrent, type PriceTable } from '#modules/catalogue'
import { readClock, type BasketWithTickets, removeTickets, notOpenProblem } from '#modules/basket'
import { lockBaskets, openBaskets, renewBaskets, loadTickets, ownerOfNewBasket, writeTickets } from './basket-batch.ts'
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

type PricedRequest = LoadedRequest & { readonly chosen: ValidatedSeats; readonly until: Date }
type GrantedHold = PricedRequest & { readonly grantedSeats: readonly SeatWithPrice[]; readonly lost: readonly number[] }

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
  const alone = async (): Promise<HoldResult> => (await transact(db, (trx) => processBatch(trx, [request])))[0]!
  return (await (isNewVisitor(request) ? newVisitors(request) : otherVisitors(request))) ?? alone()
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

const basketIdOf = ({ into }: HoldRequest): string => (typeof into === 'string' ? into : into.id)

/**
 * Requests that share a key are not processed in the same batch: those for the same seat, and those that are counted together.
 */
const conflictKeys = (request: HoldRequest): string[] => [
  basketIdOf(request),
  ...(typeof request.into === 'string' || !request.into.visit ? [] : [`visit ${request.into.visit.key}`]),
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
  for (const loaded of loadedRequests.toSorted(byCustomer)) {
    const closed = loaded.row && (await notOpenProblem(trx, loaded.row, loaded.actor))
    const chosen = closed ? fail(closed) : await validateSeats(trx, loaded)
    const until = loaded.basket.deadline ?? new Date(now.getTime() + loaded.deps.brand.limits.holdSeconds * 1000)
    const over =
      chosen.ok &&
      (checkNetworkLimit(loaded, chosen.value, networkCounts.get(loaded.basket.id)) ??
        (await checkWideNetworkLimit(trx, loaded, chosen.value, wideNetworks)))
    if (!chosen.ok) results.set(loaded.basket.id, chosen)
    else if (over) results.set(loaded.basket.id, fail(over))
    else pricedRequests.push({ ...loaded, chosen: chosen.value, until })
  }
  // Prices are checked after the claim, in the same round trip. They can't change until the transaction ends.
  const [claims, isPriced] = await Promise.all([
    claimSeatsBatch(trx, pricedRequests.map(claimRequestOf)),
    arePricesCurrent(trx, priceTablesOf(pricedRequests)),
  ])
  const grants: GrantedHold[] = []
  for (const [nth, priced] of pricedRequests.entries()) {
    const grantedSeats = await resolveClaim(trx, priced, claims[nth]!, isPriced)
    if (grantedSeats.ok) grants.push(grantedSeats.value)
    else results.set(priced.basket.id, grantedSeats)
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
  const ids = requests.flatMap((request) => (typeof request.into === 'string' || isAlone ? [basketIdOf(request)] : []))
  const [locked, tickets] = await Promise.all([lockBaskets(trx, ids, isAlone), loadTickets(trx, ids)])
  const rows = new Map(locked.map((row) => [row.id, row]))
  const customers = new Set<string>()
  return requests.flatMap((request) => {
    const row = rows.get(basketIdOf(request))
    const basket = row ?? (typeof request.into === 'string' ? undefined : { ...ownerOfNewBasket(request.into), deadline: null })
    if (!basket && isAlone) throw new Error(`there is no basket ${basketIdOf(request)}`)
    // Limits count all baskets of a customer: one per batch.
    if (!basket || (basket.customer_id !== null && customers.has(basket.customer_id))) return []
    if (basket.customer_id !== null) customers.add(basket.customer_id)
    return [{ ...request, row, basket, tickets: tickets.get(basket.id) ?? [] }]
  })
}

/** The order in which limits lock customers, so that two batches can't deadlock. */
const byCustomer = (loaded: LoadedRequest, otherRequest: LoadedRequest): number =>
  (loaded.basket.customer_id ?? '').localeCompare(otherRequest.basket.customer_id ?? '')

const networkOf = (request: HoldRequest) => ({
  basket: basketIdOf(request),
  network: request.actor.network,
  performance: request.bookable.performanceDetails.id,
})

const claimRequestOf = ({ bookable, selection, basket, chosen, until }: PricedRequest) => ({
  performance: bookable.performanceDetails.id,
  seats: chosen.possible.map(({ index }) => index),
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
  priced: PricedRequest,
  { held, taken, hasConflict }: ClaimResult,
  isPriced: boolean,
): Promise<Result<GrantedHold, SeatsUnavailable | ClaimConflictError | PricesOutdated>> {
  const { selection, basket, bookable, chosen } = priced
  const release = async (seats: readonly SeatWithPrice[]): Promise<void> => {
    if (seats.length > 0)
      await releaseHolds(trx, basket.id, { performance: bookable.performanceDetails.id, seats: seats.map(({ index }) => index) })
  }
  const claimedSeats = chosen.added.filter(({ index }) => held.includes(index))
  if (hasConflict || !isPriced) {
    await release(claimedSeats)
    return fail({ code: hasConflict ? 'claim-conflict' : 'prices-outdated' })
  }
  if (selection.ifTaken === 'refuse' && taken.length > 0) return fail(seatsUnavailable(taken))
  // Seats of an incomplete seat block are released.
  const { seatBlocks } = bookable.priceTable.list
  const grantedSeats = seatBlocks ? claimedSeats.filter(({ index }) => isWholeIn(seatBlocks, index, held)) : claimedSeats
  await release(claimedSeats.filter((each) => !grantedSeats.includes(each)))
  const lost = [...chosen.keptSeats, ...chosen.added.filter((each) => !grantedSeats.includes(each))].map(({ index }) => index)
  return lost.length > 0 && grantedSeats.length === 0 ? fail(seatsUnavailable(lost)) : ok({ ...priced, grantedSeats, lost })
}

/** Whether the whole seat block of a seat is among some seats. */
const isWholeIn = (blocks: NonNullable<PriceTable['list']['seatBlocks']>, seat: number, among: readonly number[]): boolean => {
  const block = blocks.find(([first, seats]) => seat >= first && seat < first + seats)
  return !block || Array.from({ length: block[1] }, (_, place) => block[0] + place).every((each) => among.includes(each))
}

/** Writes granted holds: baskets, tickets, sessions and audit entries. */
async function writeHolds(
  trx: Transaction<Database>,
  grants: readonly GrantedHold[],
): Promise<{ readonly taken: HeldSeats; readonly basketWithTickets: BasketWithTickets }[]> {
  if (grants.length === 0) return []
  const updates = grants.map((grant) => ({ ...grant, id: grant.basket.id, deadline: grant.until, network: grant.actor.network ?? null }))
  const opened = updates.flatMap(({ into, row, deadline, network, deps }) =>
    typeof into === 'string' || row ? [] : [{ ...into, deadline, network, brand: deps.brand }],
  )
  const renewed = updates.filter(({ id }) => opened.every((loaded) => loaded.id !== id))
  for (const grant of grants) {
    const [{ releasedTickets }, { performance, seats }] = [grant.chosen, heldSeatsOf(grant)]
    if (releasedTickets.length > 0) await removeTickets(trx, grant.basket.id, performance, releasedTickets, seats)
  }
  const [added, otherRequest, insertedTickets] = await Promise.all([
    openBaskets(trx, opened),
    renewBaskets(trx, renewed),
    writeTickets(
      trx,
      grants.flatMap(({ grantedSeats, basket, bookable, selection }) => {
        const ids = ticketIds(basket.id, selection.idempotencyKey, grantedSeats.length)
        return grantedSeats.map((each, nth) => ({
          ...{
            ...each,
            id: ids[nth]!,
            basket: basket.id,
            performance: bookable.performanceDetails.id,
            version: bookable.priceTable.version,
          },
        }))
      }),
    ),
    attachBaskets(trx, opened),
    audit(trx, ...grants.map(auditEntryOf)),
  ])
  const rows = new Map([...added, ...otherRequest].map((row) => [row.id, row]))
  const tickets = Map.groupBy(insertedTickets, (ticket) => ticket.basket_id)
  return grants.map((grant) => ({
    taken: heldSeatsOf(grant),
    basketWithTickets: {
      basket: rows.get(grant.basket.id)!,
      tickets: [...grant.chosen.remainingTickets, ...(tickets.get(grant.basket.id) ?? []).toSorted((a, b) => a.seat - b.seat)],
      isNew: !grant.row,
    },
  }))
}

const heldSeatsOf = ({ bookable, chosen, lost }: Pick<GrantedHold, 'bookable' | 'chosen' | 'lost'>): HeldSeats => ({
  performance: bookable.performanceDetails.id,
  seats: chosen.possible.map(({ index }) => index).filter((seat) => !lost.includes(seat)),
  lost,
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
