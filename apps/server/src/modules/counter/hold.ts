import type { Transaction } from 'kysely'
import { type Database, newId } from '#db'
import {
  type Actor,
  type BasketDeps,
  type BasketRow,
  type CannotEdit,
  readClock,
  editBasket,
  holdsVoucher,
  removeTickets,
  ticketsOf,
} from '#modules/basket'
import { requireCurrentPrices, type PerformanceDetails, type PriceTable, withCurrentPrices } from '#modules/catalogue'
import { eligibilityFor, closedProblem } from '#modules/eligibility'
import { priceSeat } from '#modules/pricing'
import { claimSeats, extendHolds, ClaimConflict } from '#modules/seating'
import { isWhole, type Plan } from '@playhouse/domain/plan'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type StaffRole, isStaffAllowed } from '@playhouse/domain/staff'

export type CounterSeat = { readonly seat: string; readonly priceType: string }
/** Who asks, and why tickets are given away where some are. */
export type ClerkContext = { readonly role: StaffRole; readonly reason?: string | undefined }

/** A performance with all that the counter needs to sell its seats. */
export type CounterPerformance = { readonly performanceDetails: PerformanceDetails; readonly plan: Plan; readonly priceTable: PriceTable }

export async function openCounterPerformance(
  { catalogue }: Pick<BasketDeps, 'catalogue'>,
  performance: string,
): Promise<CounterPerformance | undefined> {
  const performanceDetails = await catalogue.performanceDetails(performance)
  const hall = performanceDetails && (await catalogue.hall(performanceDetails.hall, performanceDetails.planVersion))
  return hall && { performanceDetails, plan: hall.plan, priceTable: await catalogue.priceTable(performanceDetails.priceList) }
}

/** Of seats by their ids the places in the plan, or the first that isn't in it. */
export function seatIndices(plan: Plan, seats: readonly string[]): Result<number[], Problem<'seat-unknown'>> {
  const places: number[] = []
  for (const seat of new Set(seats)) {
    const place = plan.indexOf(seat)
    if (place === undefined) return fail(problem('seat-unknown', { seat }))
    places.push(place)
  }
  return ok(places)
}

/** In a storm of claims a seat may slip away more than once, to one rival after the other. */
const maxTries = 10

/**
 * Holds seats for whoever is served, all or none. As {@link claimSeats} goes for everybody; what doesn't count here are the
 * limits of the web, its rule about seats left alone, and whom seats are kept for. Each hold gives the clerk the whole time anew.
 * @param giveBack seats on the counter that leave it in the same step
 */
export async function holdAtCounter(
  deps: BasketDeps,
  basketId: string,
  actor: Actor,
  at: CounterPerformance,
  wanted: readonly CounterSeat[],
  asking: ClerkContext,
  giveBack: readonly number[] = [],
): Promise<Result<unknown, Problem>> {
  const { performanceDetails, plan } = at
  const places = seatIndices(
    plan,
    wanted.map(({ seat }) => seat),
  )
  if (!places.ok) return places
  const types = new Map(wanted.map(({ seat, priceType }) => [plan.indexOf(seat)!, priceType]))
  const hold = async (trx: Transaction<Database>, basket: BasketRow): Promise<Result<unknown, Problem>> => {
    const now = { ...at, priceTable: await deps.catalogue.priceTable(performanceDetails.priceList) }
    const refused = [...types.values()].map((priceType) => checkStaffPrice(now.priceTable, priceType, asking)).find((reason) => reason)
    if (refused) return fail(refused)
    const taken = await claimForCounter(trx, deps, basket, now, types, giveBack)
    if (!taken.ok) return taken
    return ok({ performance: performanceDetails.id, seats: taken.value, ...(asking.reason !== undefined && { reason: asking.reason }) })
  }
  for (let looks = 1; ; looks++)
    try {
      return await withCurrentPrices(deps.catalogue, () => editBasket(deps, basketId, actor, 'add-tickets', hold))
    } catch (error) {
      if (!(error instanceof ClaimConflict) || looks === maxTries) throw error
    }
}

async function claimForCounter(
  trx: Transaction<Database>,
  deps: BasketDeps,
  basket: BasketRow,
  { performanceDetails, plan, priceTable }: CounterPerformance,
  types: ReadonlyMap<number, string>,
  giveBack: readonly number[],
): Promise<Result<readonly number[], Problem>> {
  const eligibility = await eligibilityFor(
    { ...deps, db: trx },
    { customer: basket.customer_id, basket: undefined, isAtCounter: true },
    performanceDetails,
  )
  const closed = closedProblem(eligibility, performanceDetails)
  if (closed) return fail(closed)
  const here = (await ticketsOf(trx, basket.id)).filter((ticket) => ticket.performance_id === performanceDetails.id)
  const leaving = here.filter(({ seat }) => giveBack.includes(seat) && !types.has(seat))
  if (leaving.length > 0 && (await holdsVoucher(trx, basket.id))) return fail(problem('voucher-in-basket'))
  const mine = here.filter((ticket) => !leaving.includes(ticket)).map(({ seat }) => seat)
  const fresh = [...types.keys()].filter((seat) => !mine.includes(seat))
  if (!isWhole(priceTable.list.seatBlocks, [...mine, ...fresh])) return fail(problem('distanced-block-incomplete'))
  const rows = []
  for (const seat of fresh) {
    const price_type = types.get(seat)!
    const priced = priceSeat(priceTable, seat, price_type, eligibility.buys)
    if (!priced.ok) return priced
    const { band, price, fee } = priced.value
    rows.push({
      id: newId(),
      basket_id: basket.id,
      performance_id: performanceDetails.id,
      seat,
      band,
      price_type,
      price,
      fee,
      price_version: priceTable.version,
    })
  }
  const { later: until } = await readClock(trx, deps.brand.limits.holdSeconds)
  const { taken } = await claimSeats(trx, { performance: performanceDetails.id, seats: fresh }, { as: 'held', basket: basket.id, until })
  if (taken.length > 0) return fail(problem('seats-taken', { seats: taken.map(plan.idOf), instead: null }))
  await requireCurrentPrices(trx, priceTable)
  if (leaving.length > 0) await removeTickets(trx, basket.id, performanceDetails.id, leaving)
  if (mine.length > 0) await extendHolds(trx, basket.id, [performanceDetails.id], until)
  if (rows.length > 0) await trx.insertInto('basket_ticket').values(rows).execute()
  await trx.updateTable('basket').set({ deadline: until, lapsed: '[]' }).where('id', '=', basket.id).execute()
  return ok(fresh)
}

/** Another price type; the price comes from the list as it is now. */
export async function changeTicketAtCounter(
  deps: BasketDeps,
  basketId: string,
  actor: Actor,
  ticketId: string,
  priceType: string,
  asking: ClerkContext,
): Promise<Result<unknown, Problem | CannotEdit>> {
  const change = async (trx: Transaction<Database>, basket: BasketRow): Promise<Result<unknown, Problem>> => {
    const ticket = (await ticketsOf(trx, basketId)).find((each) => each.id === ticketId)
    const at = ticket && (await openCounterPerformance(deps, ticket.performance_id))
    if (!ticket || !at) return fail(problem('basket-line-unknown'))
    const refused = checkStaffPrice(at.priceTable, priceType, asking)
    if (refused) return fail(refused)
    await requireCurrentPrices(trx, at.priceTable)
    const known = { customer: basket.customer_id, basket: undefined, isAtCounter: true }
    const { buys } = await eligibilityFor({ ...deps, db: trx }, known, at.performanceDetails)
    const priced = priceSeat(at.priceTable, ticket.seat, priceType, buys)
    if (!priced.ok) return priced
    const { band, price, fee } = priced.value
    await trx
      .updateTable('basket_ticket')
      .set({ price_type: priceType, band, price, fee, price_version: at.priceTable.version })
      .where('id', '=', ticketId)
      .execute()
    return ok({
      performance: ticket.performance_id,
      seats: [ticket.seat],
      priceType,
      ...(asking.reason !== undefined && { reason: asking.reason }),
    })
  }
  return withCurrentPrices(deps.catalogue, () => editBasket(deps, basketId, actor, 'change-ticket', change))
}

/** Tickets of the house's own kind are given away by who may, and with a reason that stays in the book. */
function checkStaffPrice(
  priceTable: PriceTable,
  priceType: string,
  { role, reason }: ClerkContext,
): Problem<'not-allowed' | 'invalid-input'> | undefined {
  if (priceTable.list.priceTypes.find(({ id }) => id === priceType)?.kind !== 'staff') return undefined
  if (!isStaffAllowed(role, 'give-away')) return problem('not-allowed')
  return reason ? undefined : problem('invalid-input', { fields: ['reason'] })
}
