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
  into: string | NewBasket,
  actor: Actor,
  performanceId: string,
  selection: readonly RequestedSeat[],
  { ifTaken = 'refuse', release = [] }: AddTicketsOptions = {},
): Promise<Result<{ readonly lost: UnavailableSeats | null; readonly basketWithTickets: BasketWithTickets }, Problem>> {
  const bookable = await loadBookable(deps, performanceId)
  if (!bookable) return fail(problem('instance-unavailable'))
  const { plan } = bookable.hall
  const seats: { index: number; priceType: string }[] = []
  for (const { seat, priceType } of new Map(selection.map((each) => [each.seat, each])).values()) {
    const index = plan.indexOf(seat)
    if (index === undefined) {
      const closed = await closedProblemOf(deps, into, bookable)
      return fail(closed ?? problem('seat-unknown', { seat }))
    }
    seats.push({ index, priceType })
  }
  const taken = await holdSeatsInBasket(deps, into, actor, bookable, {
    seats,
    ifTaken,
    release: release.flatMap((seat) => plan.indexOf(seat) ?? []),
    isBestAvailable: false,
  })
  const lost = taken.ok ? taken.value.taken.lost : taken.error.code === 'seats-unavailable' ? taken.error.seats : []
  const party = seats.map(({ index }) => index)
  const instead = lost.length > 0 ? await suggestAlternatives(deps, into, bookable, party, lost) : null
  if (taken.ok) return ok({ lost: instead, basketWithTickets: taken.value.basketWithTickets })
  return fail(taken.error.code === 'seats-unavailable' ? problem('seats-taken', instead!) : taken.error)
}

/** The problem of a performance that is over or not on sale: it takes precedence over an unknown seat. */
async function closedProblemOf(
  deps: BasketDeps,
  into: string | NewBasket,
  { performanceDetails }: BookablePerformance,
): Promise<Problem | undefined> {
  const basket = await loadBasketOwner(deps.db, into)
  return closedProblem(await eligibilityFor(deps, entitlementSubjectOf(basket), performanceDetails), performanceDetails)
}
