import { eligibilityFor } from '#modules/eligibility'
import type { IfTaken } from '#modules/seating'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { closedProblem } from '@playhouse/domain/eligibility'
import { type Actor, type BasketDeps, type BasketWithTickets, entitlementSubjectOf } from '#modules/basket'
import { loadBasketOwner } from './basket-batch.ts'
import type { HoldDeps, NewBasket, BookablePerformance } from './hold-request.ts'
import { type UnavailableSeats, suggestAlternatives } from './alternatives.ts'
import { loadBookable, holdSeatsInBasket } from './hold-seats.ts'

export type RequestedSeat = { readonly seat: string; readonly priceType: string }

export type AddTicketsOptions = { readonly ifTaken?: IfTaken | undefined; readonly release?: readonly string[] | undefined }

/**
 * Holds the seats that a visitor chose: all or none, or those that are available. If some are taken, the result lists them with
 * equal seats that are free.
 */
export async function addTickets(
  deps: HoldDeps,
  targetBasket: string | NewBasket,
  actor: Actor,
  performanceId: string,
  selection: readonly RequestedSeat[],
  { ifTaken = 'refuse', release = [] }: AddTicketsOptions = {},
): Promise<Result<{ readonly unavailableSeats: UnavailableSeats | null; readonly basketWithTickets: BasketWithTickets }, Problem>> {
  const bookable = await loadBookable(deps, performanceId)
  if (!bookable) return fail(problem('instance-unavailable'))
  const { plan } = bookable.hall
  const seats: { index: number; priceType: string }[] = []
  for (const { seat, priceType } of new Map(selection.map((each) => [each.seat, each])).values()) {
    const index = plan.indexOf(seat)
    if (index === undefined) {
      const saleProblem = await closedProblemOf(deps, targetBasket, bookable)
      return fail(saleProblem ?? problem('seat-unknown', { seat }))
    }
    seats.push({ index, priceType })
  }
  const holdResult = await holdSeatsInBasket(deps, targetBasket, actor, bookable, {
    seats,
    ifTaken,
    release: release.flatMap((seat) => plan.indexOf(seat) ?? []),
    isBestAvailable: false,
  })
  const lostSeats = holdResult.ok
    ? holdResult.value.heldSeats.lost
    : holdResult.error.code === 'seats-unavailable'
      ? holdResult.error.seats
      : []
  const party = seats.map(({ index }) => index)
  const alternatives = lostSeats.length > 0 ? await suggestAlternatives(deps, targetBasket, bookable, party, lostSeats) : null
  if (holdResult.ok) return ok({ unavailableSeats: alternatives, basketWithTickets: holdResult.value.basketWithTickets })
  return fail(holdResult.error.code === 'seats-unavailable' ? problem('seats-taken', alternatives!) : holdResult.error)
}

/** The problem of a performance that is over or not on sale: it takes precedence over an unknown seat. */
export async function closedProblemOf(
  deps: BasketDeps,
  targetBasket: string | NewBasket,
  { performanceDetails }: BookablePerformance,
): Promise<Problem | undefined> {
  const basket = await loadBasketOwner(deps.db, targetBasket)
  return closedProblem(await eligibilityFor(deps, entitlementSubjectOf(basket), performanceDetails), performanceDetails)
}
