import { type Kysely, sql } from 'kysely'
import { type Database, isBusy, isConnectionLost, newId, Overloaded } from '#db'
import { havePricesChanged } from '#modules/catalogue'
import { maxHeldByNetwork, wideNetworkProblem } from '@playhouse/domain/limit'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import type { BasketRow, TicketRow } from '#modules/basket'
import { ownerOfNewBasket } from './basket-batch.ts'
import { validateSeats } from './validate.ts'
import { ticketIds } from './idempotency.ts'
import {
  type ValidatedSeats,
  seatsUnavailable,
  type NewBasket,
  type SeatWithPrice,
  type HoldResult,
  type HoldRequest,
  type PartOfHold,
} from './hold-request.ts'
import { wideNetworkOf } from './wide-network.ts'

/** A request of a visitor without account, code or basket, for all of some seats or none. */
export type NewVisitorRequest = Omit<HoldRequest, 'parts'> &
  PartOfHold & { readonly targetBasket: NewBasket & { readonly visit: NonNullable<NewBasket['visit']> } }

/** The request of a new visitor, if the database function can apply all rules that it depends on; undefined otherwise. */
export function newVisitorRequestOf({ parts, targetBasket, series, ...request }: HoldRequest): NewVisitorRequest | undefined {
  const [part] = parts
  if (!part || parts.length > 1 || series !== null || typeof targetBasket === 'string') return undefined
  if (part.selection.ifTaken !== 'refuse' || part.selection.release.length > 0) return undefined
  const { id, seed, visit } = targetBasket
  const isPlain = visit !== undefined && Object.values(seed).every((column) => column === null || column === undefined)
  return isPlain ? { ...request, ...part, series, targetBasket: { id, seed, visit } } : undefined
}

type ValidatedRequest = NewVisitorRequest & { readonly validatedSeats: ValidatedSeats; readonly basketId: string }
type FirstHoldRow = { over: number | null; over_wide: number | null; taken: number[]; has_slipped: boolean; at: Date; until: Date }

/**
 * Holds first seats for new visitors in one statement: network limits, claims, baskets, tickets, sessions and audit entries, all
 * or none for each request. Applies the same rules in the same order as `batch-hold.ts`. A result is undefined if the database
 * was busy or the connection was lost, so that the outcome is unknown: process these requests one by one.
 */
export async function holdForNewVisitors(
  db: Kysely<Database>,
  requests: readonly NewVisitorRequest[],
): Promise<(HoldResult | undefined)[]> {
  const rejections = new Map<NewVisitorRequest, HoldResult>()
  const validatedRequests: ValidatedRequest[] = []
  for (const request of requests) {
    const validation = await validateSeats(db, {
      ...request,
      row: undefined,
      basket: { ...ownerOfNewBasket(request.targetBasket), deadline: null },
      tickets: [],
    })
    if (validation.ok) validatedRequests.push({ ...request, validatedSeats: validation.value, basketId: request.targetBasket.id })
    else rejections.set(request, validation)
  }
  try {
    const results = new Map(await holdInDatabase(db, validatedRequests))
    return requests.map((request) => rejections.get(request) ?? results.get(request.targetBasket.id))
  } catch (error) {
    if (error instanceof Overloaded) throw error
    if (havePricesChanged(error)) return requests.map((request) => rejections.get(request) ?? fail({ code: 'prices-outdated' }))
    if (isBusy(error) || isConnectionLost(error)) return requests.map((request) => rejections.get(request))
    throw error
  }
}

async function holdInDatabase(db: Kysely<Database>, validatedRequests: readonly ValidatedRequest[]): Promise<[string, HoldResult][]> {
  if (validatedRequests.length === 0) return []
  const columnOf = <Value>(valueOf: (request: ValidatedRequest) => Value): Value[] => validatedRequests.map(valueOf)
  const seats = validatedRequests.flatMap(({ validatedSeats, basketId, idempotencyKey }, nth) => {
    const ids = ticketIds(basketId, idempotencyKey, validatedSeats.newSeats.length)
    return validatedSeats.newSeats
      .toSorted((a, b) => a.index - b.index)
      .map((seat, place) => ({ ...seat, owner: nth + 1, ticket: ids[place]! }))
  })
  const limits = ({ deps }: ValidatedRequest) => deps.brand.limits
  const wide = validatedRequests.map(wideNetworkOf)
  const { rows } = await sql<FirstHoldRow>`
    select * from hold_for_newcomers(
      ${toArrayLiteral(columnOf(({ basketId }) => basketId))}::uuid[], ${columnOf(({ bookable }) => bookable.performanceDetails.id)}::text[],
      ${columnOf(({ actor }) => actor.network ?? null)}::text[], ${toArrayLiteral(columnOf(({ validatedSeats }) => validatedSeats.newSeats.length))}::int[],
      ${toArrayLiteral(columnOf((request) => maxHeldByNetwork(request.bookable.performanceDetails.seats, limits(request).ticketsPerOrder)))}::int[],
      ${toArrayLiteral(columnOf((request) => limits(request).ticketsPerNetwork ?? null))}::int[], ${toArrayLiteral(columnOf((request) => limits(request).holdSeconds))}::int[],
      ${columnOf((request) => JSON.stringify(deliveryFor(request)))}::text[], ${columnOf(({ targetBasket }) => targetBasket.visit.key)}::text[],
      ${toArrayLiteral(columnOf(({ targetBasket }) => String(targetBasket.visit.isNew)))}::boolean[], ${columnOf(({ actor }) => actor.requestId ?? null)}::text[],
      ${toArrayLiteral(columnOf(newId))}::uuid[], ${toArrayLiteral(seats.map(({ owner }) => owner))}::int[], ${toArrayLiteral(seats.map(({ index }) => index))}::int[],
      ${toArrayLiteral(seats.map(({ ticket }) => ticket))}::uuid[], ${toArrayLiteral(seats.map(({ band }) => band))}::text[],
      ${seats.map(({ priceType }) => priceType)}::text[], ${toArrayLiteral(seats.map(({ price }) => price))}::int[],
      ${toArrayLiteral(seats.map(({ fee }) => fee))}::int[], ${columnOf(({ bookable }) => bookable.priceTable.id)}::text[],
      ${toArrayLiteral(columnOf(({ bookable }) => bookable.priceTable.version))}::int[], ${wide.map((wideNetwork) => wideNetwork?.prefix ?? null)}::text[],
      ${toArrayLiteral(wide.map((wideNetwork) => wideNetwork?.withoutLock ?? null))}::int[], ${toArrayLiteral(wide.map((wideNetwork) => wideNetwork?.limit.held ?? null))}::int[],
      ${toArrayLiteral(wide.map((wideNetwork) => wideNetwork?.limit.heldAndBought ?? null))}::int[],
      ${validatedRequests.some((request) => limits(request).ticketsPerNetwork !== undefined)}::boolean)`.execute(db)
  const seatsOf = Map.groupBy(seats, ({ owner }) => owner)
  return validatedRequests.map((request, nth): [string, HoldResult] => [
    request.basketId,
    toHoldResult(request, rows[nth]!, seatsOf.get(nth + 1) ?? []),
  ])
}

/** A PostgreSQL array literal, for values that need no quotes: numbers, ids and constants. */
const toArrayLiteral = (values: readonly (string | number | null)[]): string => `{${values.map((value) => value ?? 'null').join()}}`

const deliveryFor = ({ deps }: ValidatedRequest): BasketRow['delivery'] => ({ method: deps.brand.delivery[0]!.method, address: null })

function toHoldResult(
  request: ValidatedRequest,
  { over, over_wide, taken: takenSeats, has_slipped, at, until }: FirstHoldRow,
  seats: readonly (SeatWithPrice & { ticket: string })[],
): HoldResult {
  if (over !== null) return fail<Problem>(problem('network-limit', { maximum: over }))
  if (over_wide !== null) return fail(wideNetworkProblem(request.actor.isVerified ?? false, over_wide))
  if (takenSeats.length > 0) return fail(seatsUnavailable(takenSeats))
  if (has_slipped) return fail({ code: 'claim-conflict' })
  const { basketId: basket_id, validatedSeats } = request
  const performance_id = request.bookable.performanceDetails.id
  return ok({
    heldSeats: [{ performance: performance_id, seats: validatedSeats.possible.map(({ index }) => index), lost: [] }],
    basketWithTickets: {
      basket: newBasketRow(request, at, until),
      tickets: seats.map(({ ticket: id, index: seat, priceType: price_type, band, price, fee }): TicketRow => ({
        ...{
          id,
          basket_id,
          performance_id,
          seat,
          band,
          price_type,
          price,
          fee,
          price_version: request.bookable.priceTable.version,
          series: null,
          added_at: at,
        },
      })),
      isNew: true,
    },
  })
}

/** The inserted row: the values that were written, and the defaults of the other columns. */
const newBasketRow = (request: ValidatedRequest, at: Date, until: Date): BasketRow => ({
  id: request.basketId,
  customer_id: null,
  state: 'open',
  version: 1,
  deadline: until,
  kept_until: null,
  extensions: 0,
  delivery: deliveryFor(request),
  billing: null,
  gift_aid_answer: null,
  notes: { order: '', access: '' },
  terms_at: null,
  lapsed: [],
  lapsed_items: [],
  held_memberships: [],
  last_payment: null,
  credit_seen: null,
  uses_subscriptions: true,
  promo: null,
  single_use_code: null,
  named_code: null,
  network: request.actor.network ?? null,
  reservation_id: null,
  adds_to_order: null,
  staff_id: null,
  is_off_session: false,
  created_at: at,
  lapsedNow: false,
})
