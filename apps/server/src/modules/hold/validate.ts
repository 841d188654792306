import type { Kysely } from 'kysely'
import type { Database } from '#db'
import { eligibilityFor } from '#modules/eligibility'
import { priceSeat } from '#modules/pricing'
import { isWhole } from '@playhouse/domain/plan'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { closedProblem, isKeptFrom } from '@playhouse/domain/eligibility'
import { holdsVoucher, checkTicketLimits, type TicketRow, entitlementSubjectOf } from '#modules/basket'
import { type LoadedRequest, type ValidatedSeats, seatsUnavailable, type SeatWithPrice, type SeatsUnavailable } from './hold-request.ts'
import { findOrphanProblem } from './orphan-rule.ts'

/** Validates a selection by every rule except claims, and prices it by the current price table. */
export async function validateSeats(
  db: Kysely<Database>,
  { deps, basket, tickets, bookable: { performanceDetails, hall, priceTable }, selection }: LoadedRequest,
): Promise<Result<ValidatedSeats, Problem | SeatsUnavailable>> {
  const { ifTaken, release, isBestAvailable } = selection
  const eligibility = await eligibilityFor({ ...deps, db }, entitlementSubjectOf(basket), performanceDetails)
  const closed = closedProblem(eligibility, performanceDetails)
  if (closed) return fail(closed)
  const priced: SeatWithPrice[] = []
  for (const { index, priceType } of selection.seats) {
    const price = priceSeat(priceTable, index, priceType, eligibility.buys)
    if (!price.ok) return price
    priced.push({ index, priceType, ...price.value })
  }
  const performance = performanceDetails.id
  const isLeaving = (ticket: TicketRow): boolean => ticket.performance_id === performance && release.includes(ticket.seat)
  const [releasedTickets, remainingTickets] = [tickets.filter(isLeaving), tickets.filter((ticket) => !isLeaving(ticket))]
  const here = remainingTickets.filter((ticket) => ticket.performance_id === performance).map((ticket) => ticket.seat)
  const keptSeats = priced.filter(
    ({ index }) => isKeptFrom(performanceDetails.kept, eligibility, index) || (isBestAvailable && here.includes(index)),
  )
  if (keptSeats.length > 0 && (ifTaken === 'refuse' || keptSeats.length === priced.length))
    return fail(seatsUnavailable(keptSeats.map(({ index }) => index)))
  const possible = priced.filter((each) => !keptSeats.includes(each))
  const added = possible.filter(({ index }) => !here.includes(index))

  const { ticketsPerOrder } = deps.brand.limits
  if (remainingTickets.length + added.length > ticketsPerOrder)
    return fail(problem('max-tickets-per-order', { maximum: ticketsPerOrder, requested: remainingTickets.length + added.length }))
  const types = [...remainingTickets, ...added.map((each) => ({ performance_id: performance, price_type: each.priceType }))]
  const over = await checkTicketLimits(db, { basket, performanceDetails, priceTable }, types)
  if (over) return fail(over)
  const addedSeats = added.map((each) => each.index)
  if (!isWhole(priceTable.list.seatBlocks, [...here, ...addedSeats])) return fail(problem('distanced-block-incomplete'))
  const alone =
    !isBestAvailable &&
    (await findOrphanProblem(db, deps.brand.seating.orphans, hall.plan, priceTable, { performance, seats: addedSeats }, release))
  if (alone) return fail(alone)
  if (releasedTickets.length > 0 && (await holdsVoucher(db, basket.id))) return fail(problem('voucher-in-basket'))
  return ok({ keptSeats, possible, added, releasedTickets, remainingTickets })
}
