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
  seatsByPerformance,
  ticketsOf,
} from '#modules/basket'
import { requireCurrentPrices, type PerformanceDetails, type PriceTable, withCurrentPrices } from '#modules/catalogue'
import { eligibilityFor } from '#modules/eligibility'
import { type ChosenPrice, priceChosenSeat, priceSeat } from '#modules/pricing'
import { claimSeats, extendHolds, ClaimConflict } from '#modules/seating'
import { isWhole, type Plan } from '@playhouse/domain/plan'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type StaffRole, complimentaryProblem } from '@playhouse/domain/staff'
import { closedProblem } from '@playhouse/domain/eligibility'

export type CounterSeat = { readonly seat: string; readonly priceType: string }
/** The clerk's role, and the reason for free tickets. */
export type ClerkContext = { readonly role: StaffRole; readonly reason?: string | undefined }

/** A performance with its plan and prices. */
export type CounterPerformance = { readonly performanceDetails: PerformanceDetails; readonly plan: Plan; readonly priceTable: PriceTable }

/** Loads a performance with its plan and prices. @returns undefined for an unknown performance */
export async function openCounterPerformance(
  { catalogue }: Pick<BasketDeps, 'catalogue'>,
  performance: string,
): Promise<CounterPerformance | undefined> {
  const performanceDetails = await catalogue.performanceDetails(performance)
  const hall = performanceDetails && (await catalogue.hall(performanceDetails.hall, performanceDetails.planVersion))
  return (
    hall && {
      performanceDetails,
      plan: hall.plan,
      priceTable: await catalogue.priceTable(performanceDetails.priceList, performanceDetails.priceVersion),
    }
  )
}

/** Converts seat ids to plan indices, without duplicates. @returns `seat-unknown` for the first id that is not in the plan */
export function seatIndices(plan: Plan, seats: readonly string[]): Result<number[], Problem<'seat-unknown'>> {
  const places: number[] = []
  for (const seat of new Set(seats)) {
    const place = plan.indexOf(seat)
    if (place === undefined) return fail(problem('seat-unknown', { seat }))
    places.push(place)
  }
  return ok(places)
}

/** The problem of seats that were chosen on a plan that the performance no longer has: the counter reads the current one. */
export const seatsOfOtherPlan = (seats: readonly string[]): Problem<'seats-taken'> =>
  problem('seats-taken', { seats: [...seats], instead: null })

/** Tries after claim conflicts. */
const maxTries = 10

/**
 * Holds seats in a counter basket, all or none, with the same claims as on the web. The limits of the web and the rules on orphan
 * and kept seats do not apply. Each hold restarts the deadline of the basket and of all its
 * holds.
 * @param releasedSeats seats of the basket that are released in the same transaction
 */
export async function holdAtCounter(
  deps: BasketDeps,
  basketId: string,
  actor: Actor,
  at: CounterPerformance,
  requestedSeats: readonly CounterSeat[],
  clerk: ClerkContext,
  releasedSeats: readonly number[] = [],
): Promise<Result<unknown, Problem>> {
  const { performanceDetails, plan } = at
  const places = seatIndices(
    plan,
    requestedSeats.map(({ seat }) => seat),
  )
  if (!places.ok) return places
  const types = new Map(requestedSeats.map(({ seat, priceType }) => [plan.indexOf(seat)!, priceType]))
  const hold = async (trx: Transaction<Database>, basket: BasketRow): Promise<Result<unknown, Problem>> => {
    const now = await openCounterPerformance(deps, performanceDetails.id)
    if (now?.performanceDetails.planVersion !== performanceDetails.planVersion)
      return fail(seatsOfOtherPlan(requestedSeats.map(({ seat }) => seat)))
    const priceProblem = [...types.values()].map((priceType) => checkStaffPrice(now.priceTable, priceType, clerk)).find((reason) => reason)
    if (priceProblem) return fail(priceProblem)
    const claimResult = await claimForCounter(trx, deps, basket, now, types, releasedSeats)
    if (!claimResult.ok) return claimResult
    return ok({ performance: performanceDetails.id, seats: claimResult.value, ...(clerk.reason !== undefined && { reason: clerk.reason }) })
  }
  for (let tries = 1; ; tries++)
    try {
      return await withCurrentPrices(deps.catalogue, () => editBasket(deps, basketId, actor, 'add-tickets', hold))
    } catch (error) {
      if (!(error instanceof ClaimConflict) || tries === maxTries) throw error
    }
}

async function claimForCounter(
  trx: Transaction<Database>,
  deps: BasketDeps,
  basket: BasketRow,
  { performanceDetails, plan, priceTable }: CounterPerformance,
  types: ReadonlyMap<number, string>,
  releasedSeats: readonly number[],
): Promise<Result<readonly number[], Problem>> {
  const eligibility = await eligibilityFor(
    { ...deps, db: trx },
    { customer: basket.customer_id, basket: undefined, isAtCounter: true },
    performanceDetails,
  )
  const saleProblem = closedProblem(eligibility, performanceDetails)
  if (saleProblem) return fail(saleProblem)
  const basketTickets = await ticketsOf(trx, basket.id)
  const currentTickets = basketTickets.filter((ticket) => ticket.performance_id === performanceDetails.id)
  const releasedTickets = currentTickets.filter(({ seat }) => releasedSeats.includes(seat) && !types.has(seat))
  if (releasedTickets.length > 0 && (await holdsVoucher(trx, basket.id))) return fail(problem('voucher-in-basket'))
  const remainingSeats = currentTickets.filter((ticket) => !releasedTickets.includes(ticket)).map(({ seat }) => seat)
  const newSeats = [...types.keys()].filter((seat) => !remainingSeats.includes(seat))
  if (!isWhole(priceTable.list.seatBlocks, [...remainingSeats, ...newSeats])) return fail(problem('distanced-block-incomplete'))
  const rows = []
  for (const seat of newSeats) {
    const price_type = types.get(seat)!
    const pricedSeat = priceSeat(priceTable, seat, price_type, eligibility.buys)
    if (!pricedSeat.ok) return pricedSeat
    const { band, price, fee } = pricedSeat.value
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
  const { takenSeats } = await claimSeats(
    trx,
    { performance: performanceDetails.id, seats: newSeats },
    { as: 'held', basket: basket.id, until },
  )
  if (takenSeats.length > 0) return fail(problem('seats-taken', { seats: takenSeats.map(plan.idOf), instead: null }))
  await requireCurrentPrices(trx, priceTable)
  if (releasedTickets.length > 0) await removeTickets(trx, basket.id, performanceDetails.id, releasedTickets)
  // The deadline is the basket's: its seats of every performance are held until then.
  const keptTickets = basketTickets.filter((ticket) => !releasedTickets.includes(ticket))
  const performances = seatsByPerformance(keptTickets).map(({ performance }) => performance)
  if (performances.length > 0) await extendHolds(trx, basket.id, performances, until)
  if (rows.length > 0) await trx.insertInto('basket_ticket').values(rows).execute()
  await trx.updateTable('basket').set({ deadline: until, lapsed: '[]' }).where('id', '=', basket.id).execute()
  return ok(newSeats)
}

/** Changes the price type of a held ticket, at the current price, or at what the customer chose where it is pay what you can. */
export async function changeTicketAtCounter(
  deps: BasketDeps,
  basketId: string,
  actor: Actor,
  ticketId: string,
  chosen: ChosenPrice,
  clerk: ClerkContext,
): Promise<Result<unknown, Problem | CannotEdit>> {
  const { priceType } = chosen
  const change = async (trx: Transaction<Database>, basket: BasketRow): Promise<Result<unknown, Problem>> => {
    const ticket = (await ticketsOf(trx, basketId)).find((each) => each.id === ticketId)
    const at = ticket && (await openCounterPerformance(deps, ticket.performance_id))
    if (!ticket || !at) return fail(problem('basket-line-unknown'))
    const priceProblem = checkStaffPrice(at.priceTable, priceType, clerk)
    if (priceProblem) return fail(priceProblem)
    await requireCurrentPrices(trx, at.priceTable)
    const buyer = { customer: basket.customer_id, basket: undefined, isAtCounter: true }
    const { buys } = await eligibilityFor({ ...deps, db: trx }, buyer, at.performanceDetails)
    const pricedSeat = priceChosenSeat(at.priceTable, ticket.seat, chosen, buys)
    if (!pricedSeat.ok) return pricedSeat
    const { band, price, fee } = pricedSeat.value
    await trx
      .updateTable('basket_ticket')
      .set({ price_type: priceType, band, price, fee, price_version: at.priceTable.version })
      .where('id', '=', ticketId)
      .execute()
    return ok({
      performance: ticket.performance_id,
      seats: [ticket.seat],
      ...chosen,
      ...(clerk.reason !== undefined && { reason: clerk.reason }),
    })
  }
  return withCurrentPrices(deps.catalogue, () => editBasket(deps, basketId, actor, 'change-ticket', change))
}

/** Staff price types need a role that may give tickets away, and a reason, which is audited. */
function checkStaffPrice(
  priceTable: PriceTable,
  priceType: string,
  { role, reason }: ClerkContext,
): Problem<'not-allowed' | 'invalid-input'> | undefined {
  return complimentaryProblem(
    priceTable.list.priceTypes.find(({ id }) => id === priceType),
    { role, reason },
  )
}
