import type { Kysely } from 'kysely'
import type { Database } from '#db'
import { eligibilityFor } from '#modules/eligibility'
import { priceSeat } from '#modules/pricing'
import { isWhole } from '@playhouse/domain/plan'
import { orderLimitProblem } from '@playhouse/domain/order-limit'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { closedProblem, isKeptFrom } from '@playhouse/domain/eligibility'
import {
  findWholePackageProblem,
  holdsVoucher,
  checkTicketLimits,
  type TicketRow,
  entitlementSubjectOf,
  toCountedTicket,
} from '#modules/basket'
import { type LoadedPart, type ValidatedSeats, seatsUnavailable, type SeatWithPrice, type SeatsUnavailable } from './hold-request.ts'
import { findOrphanProblem } from './orphan-rule.ts'

/** Validates a selection by every rule except claims, and prices it by the current price table. */
export async function validateSeats(
  db: Kysely<Database>,
  { deps, basket, tickets, series, package: sold, bookable: { performanceDetails, hall, priceTable }, selection }: LoadedPart,
): Promise<Result<ValidatedSeats, Problem | SeatsUnavailable>> {
  const { ifTaken, release, isBestAvailable } = selection
  const eligibility = await eligibilityFor({ ...deps, db }, entitlementSubjectOf(basket), performanceDetails)
  const saleProblem = closedProblem(eligibility, performanceDetails)
  if (saleProblem) return fail(saleProblem)
  const pricedSeats: SeatWithPrice[] = []
  for (const { index, priceType } of selection.seats) {
    const price = priceSeat(priceTable, index, priceType, eligibility.buys)
    if (!price.ok) return price
    pricedSeats.push({ index, priceType, ...price.value })
  }
  const performance = performanceDetails.id
  const isLeaving = (ticket: TicketRow): boolean => ticket.performance_id === performance && release.includes(ticket.seat)
  const [releasedTickets, remainingTickets] = [tickets.filter(isLeaving), tickets.filter((ticket) => !isLeaving(ticket))]
  const basketSeats = remainingTickets.filter((ticket) => ticket.performance_id === performance).map((ticket) => ticket.seat)
  const keptSeats = pricedSeats.filter(
    ({ index }) => isKeptFrom(performanceDetails.kept, eligibility, index) || (isBestAvailable && basketSeats.includes(index)),
  )
  if (keptSeats.length > 0 && (ifTaken === 'refuse' || keptSeats.length === pricedSeats.length))
    return fail(seatsUnavailable(keptSeats.map(({ index }) => index)))
  const possible = pricedSeats.filter((seat) => !keptSeats.includes(seat))
  const newSeats = possible.filter(({ index }) => !basketSeats.includes(index))

  const newTickets = newSeats.map(() => ({ performance, series }))
  const orderProblem = orderLimitProblem(deps.brand.limits, [...remainingTickets.map(toCountedTicket), ...newTickets])
  if (orderProblem) return fail(orderProblem)
  const types = [...remainingTickets, ...newSeats.map((seat) => ({ performance_id: performance, price_type: seat.priceType }))]
  const limitProblem = await checkTicketLimits(db, { basket, performanceDetails, priceTable, perCustomer: eligibility.perCustomer }, types)
  if (limitProblem) return fail(limitProblem)
  const addedSeats = newSeats.map((seat) => seat.index)
  if (!isWhole(priceTable.list.seatBlocks, [...basketSeats, ...addedSeats])) return fail(problem('distanced-block-incomplete'))
  const orphanProblem =
    !isBestAvailable &&
    // The seats of a series are judged on all dates together, before.
    sold?.kind !== 'series' &&
    (await findOrphanProblem(db, deps.brand.seating.orphans, hall.plan, priceTable, { performance, seats: addedSeats }, release))
  if (orphanProblem) return fail(orphanProblem)
  const whole = await findWholePackageProblem(db, releasedTickets, sold?.replaces)
  if (whole) return fail(whole)
  if (releasedTickets.length > 0 && (await holdsVoucher(db, basket.id))) return fail(problem('voucher-in-basket'))
  return ok({ keptSeats, possible, newSeats, releasedTickets, remainingTickets })
}
