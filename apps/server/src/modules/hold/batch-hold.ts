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
  type ClaimConflicted,
  type HoldResult,
  type HeldSeats,
  type HoldRequest,
} from './hold-request.ts'
import { holdForNewVisitors, isNewVisitor, type NewVisitorRequest } from './first-hold.ts'
import { countByNetwork, checkNetworkLimit } from './network-limit.ts'
import { countWideNetworks, checkWideNetworkLimit } from './wide-network.ts'

type PricedRequest = LoadedRequest & { readonly chosen: ValidatedSeats; readonly until: Date }
type GrantedHold = PricedRequest & { readonly won: readonly SeatWithPrice[]; readonly lost: readonly number[] }

/** Transactions of a process that take seats at once: while one is written to disk the next are got ready. */
const concurrency = 3
/** Wants of one transaction: with more, whoever comes first waits for the last. */
const maxBatchSize = 64
/** Wants that may wait: more than a process can serve within a request's wait budget. */
const maxWaiting = 4_000

type Batcher<One extends HoldRequest> = (request: One) => Promise<HoldResult | undefined>
/** Newcomers are served at one of their own: theirs is the rush, and the least to look after. */
type Batchers = { readonly newVisitors: Batcher<NewVisitorRequest>; readonly otherVisitors: Batcher<HoldRequest> }
const batchersOf = new WeakMap<Kysely<Database>, Batchers>()

/**
 * Takes seats into baskets: the one way for whoever fills a basket, in one transaction for all who come at the same time.
 * To each it is as if they were alone: all of what they ask for or nothing, by the same rules in the same order.
 */
export async function holdSeatsBatched(request: HoldRequest): Promise<HoldResult> {
  const { db } = request.deps
  const { newVisitors, otherVisitors } = batchersOf.get(db) ?? createBatchers(db)
  const alone = async (): Promise<HoldResult> => (await transact(db, (trx) => processBatch(trx, [request])))[0]!
  return (await (isNewVisitor(request) ? newVisitors(request) : otherVisitors(request))) ?? alone()
}

function createBatchers(db: Kysely<Database>): Batchers {
  const sharing = { concurrency, maxBatchSize, maxWaiting, conflictKeys }
  const desks: Batchers = {
    newVisitors: createBatcher((requests: readonly NewVisitorRequest[]) => holdForNewVisitors(db, requests), sharing),
    otherVisitors: createBatcher(
      (requests: readonly HoldRequest[]) => transact(db, (trx) => processBatch(trx, requests), { attempts: requests.length > 1 ? 1 : 7 }),
      sharing,
    ),
  }
  batchersOf.set(db, desks)
  return desks
}

const basketIdOf = ({ into }: HoldRequest): string => (typeof into === 'string' ? into : into.id)

/** Two that want the same seat, or are counted together, are served one after the other. */
const conflictKeys = (request: HoldRequest): string[] => [
  basketIdOf(request),
  ...(typeof request.into === 'string' || !request.into.visit ? [] : [`visit ${request.into.visit.key}`]),
  ...(request.actor.network === undefined ? [] : [`network ${request.actor.network}`]),
  ...request.selection.seats.map(({ index }) => `${request.bookable.performanceDetails.id} ${index}`),
]

/** Undefined for whom others hold up: they are served alone, and wait. */
async function processBatch(trx: Transaction<Database>, requests: readonly HoldRequest[]): Promise<(HoldResult | undefined)[]> {
  const results = new Map<string, HoldResult>()
  // Sent in one go: locks first, then what nobody else can change any more.
  const [{ now }, loadedRequests, crowds, wideNetworks] = await Promise.all([
    readClock(trx, 0),
    loadBaskets(trx, requests),
    countByNetwork(trx, requests.map(networkOf)),
    countWideNetworks(trx, requests),
  ])
  const pricedRequests: PricedRequest[] = []
  for (const loaded of loadedRequests.toSorted(byCustomer)) {
    const shut = loaded.row && (await notOpenProblem(trx, loaded.row, loaded.actor))
    const chosen = shut ? fail(shut) : await validateSeats(trx, loaded)
    const until = loaded.basket.deadline ?? new Date(now.getTime() + loaded.deps.brand.limits.holdSeconds * 1000)
    const over =
      chosen.ok &&
      (checkNetworkLimit(loaded, chosen.value, crowds.get(loaded.basket.id)) ??
        (await checkWideNetworkLimit(trx, loaded, chosen.value, wideNetworks)))
    if (!chosen.ok) results.set(loaded.basket.id, chosen)
    else if (over) results.set(loaded.basket.id, fail(over))
    else pricedRequests.push({ ...loaded, chosen: chosen.value, until })
  }
  // Prices are checked after the claim, in the same round trip: they can't change any more until it is written.
  const [claims, isPriced] = await Promise.all([
    claimSeatsBatch(trx, pricedRequests.map(claimRequestOf)),
    arePricesCurrent(trx, priceTablesOf(pricedRequests)),
  ])
  const grants: GrantedHold[] = []
  for (const [nth, priced] of pricedRequests.entries()) {
    const won = await resolveClaim(trx, priced, claims[nth]!, isPriced)
    if (won.ok) grants.push(won.value)
    else results.set(priced.basket.id, won)
  }
  for (const each of await writeHolds(trx, grants)) results.set(each.filled.basket.id, ok(each))
  return requests.map((request) => results.get(basketIdOf(request)))
}

/** The baskets of those who come together, but those that others hold; whoever is alone waits for theirs. */
async function loadBaskets(trx: Transaction<Database>, requests: readonly HoldRequest[]): Promise<LoadedRequest[]> {
  const isAlone = requests.length === 1
  // A new basket may be there already where the commit of a first try counted and nobody heard of it.
  const ids = requests.flatMap((request) => (typeof request.into === 'string' || isAlone ? [basketIdOf(request)] : []))
  const [locked, tickets] = await Promise.all([lockBaskets(trx, ids, isAlone), loadTickets(trx, ids)])
  const rows = new Map(locked.map((row) => [row.id, row]))
  const customers = new Set<string>()
  return requests.flatMap((request) => {
    const row = rows.get(basketIdOf(request))
    const basket = row ?? (typeof request.into === 'string' ? undefined : { ...ownerOfNewBasket(request.into), deadline: null })
    if (!basket && isAlone) throw new Error(`there is no basket ${basketIdOf(request)}`)
    // A customer has limits over all of their baskets.
    if (!basket || (basket.customer_id !== null && customers.has(basket.customer_id))) return []
    if (basket.customer_id !== null) customers.add(basket.customer_id)
    return [{ ...request, row, basket, tickets: tickets.get(basket.id) ?? [] }]
  })
}

/** Limits lock customers: in one order, so that no two batches wait for each other. */
const byCustomer = (loaded: LoadedRequest, other: LoadedRequest): number =>
  (loaded.basket.customer_id ?? '').localeCompare(other.basket.customer_id ?? '')

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

/** The price list of each, once. */
const priceTablesOf = (pricedRequests: readonly PricedRequest[]): PriceTable[] => [
  ...new Set(pricedRequests.map(({ bookable }) => bookable.priceTable)),
]

/** What came of a claim. Whoever lost keeps nothing of it. */
async function resolveClaim(
  trx: Transaction<Database>,
  priced: PricedRequest,
  { held, taken, hasConflict }: ClaimResult,
  isPriced: boolean,
): Promise<Result<GrantedHold, SeatsUnavailable | ClaimConflicted | PricesOutdated>> {
  const { selection, basket, bookable, chosen } = priced
  const release = async (seats: readonly SeatWithPrice[]): Promise<void> => {
    if (seats.length > 0)
      await releaseHolds(trx, basket.id, { performance: bookable.performanceDetails.id, seats: seats.map(({ index }) => index) })
  }
  const got = chosen.added.filter(({ index }) => held.includes(index))
  if (hasConflict || !isPriced) {
    await release(got)
    return fail({ code: hasConflict ? 'seats-slipped' : 'prices-outdated' })
  }
  if (selection.ifTaken === 'refuse' && taken.length > 0) return fail(seatsUnavailable(taken))
  // Of a block that somebody has a part of nothing is left to take.
  const { seatBlocks } = bookable.priceTable.list
  const won = seatBlocks ? got.filter(({ index }) => isWholeIn(seatBlocks, index, held)) : got
  await release(got.filter((each) => !won.includes(each)))
  const lost = [...chosen.keptSeats, ...chosen.added.filter((each) => !won.includes(each))].map(({ index }) => index)
  return lost.length > 0 && won.length === 0 ? fail(seatsUnavailable(lost)) : ok({ ...priced, won, lost })
}

/** Whether all of the block that a seat is in is among some seats. */
const isWholeIn = (blocks: NonNullable<PriceTable['list']['seatBlocks']>, seat: number, among: readonly number[]): boolean => {
  const block = blocks.find(([first, seats]) => seat >= first && seat < first + seats)
  return !block || Array.from({ length: block[1] }, (_, place) => block[0] + place).every((each) => among.includes(each))
}

/** Puts what was won into the baskets, with its row in the audit. */
async function writeHolds(
  trx: Transaction<Database>,
  grants: readonly GrantedHold[],
): Promise<{ readonly taken: HeldSeats; readonly filled: BasketWithTickets }[]> {
  if (grants.length === 0) return []
  const ended = grants.map((grant) => ({ ...grant, id: grant.basket.id, deadline: grant.until, network: grant.actor.network ?? null }))
  const opened = ended.flatMap(({ into, row, deadline, network, deps }) =>
    typeof into === 'string' || row ? [] : [{ ...into, deadline, network, brand: deps.brand }],
  )
  const renewed = ended.filter(({ id }) => opened.every((loaded) => loaded.id !== id))
  for (const grant of grants) {
    const [{ releasedTickets }, { performance, seats }] = [grant.chosen, heldSeatsOf(grant)]
    if (releasedTickets.length > 0) await removeTickets(trx, grant.basket.id, performance, releasedTickets, seats)
  }
  const [added, other, written] = await Promise.all([
    openBaskets(trx, opened),
    renewBaskets(trx, renewed),
    writeTickets(
      trx,
      grants.flatMap(({ won, basket, bookable, selection }) => {
        const ids = ticketIds(basket.id, selection.idempotencyKey, won.length)
        return won.map((each, nth) => ({
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
  const rows = new Map([...added, ...other].map((row) => [row.id, row]))
  const tickets = Map.groupBy(written, (ticket) => ticket.basket_id)
  return grants.map((grant) => ({
    taken: heldSeatsOf(grant),
    filled: {
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
