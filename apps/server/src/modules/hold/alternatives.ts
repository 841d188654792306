import { eligibilityFor } from '#modules/eligibility'
import { equalSeats, isWhole, judgeOrphans } from '@playhouse/domain/plan'
import { seatStatus } from '@playhouse/domain/plan/best'
import type { ProblemParams } from '@playhouse/domain/problem'
import { entitlementSubjectOf } from '#modules/basket'
import { loadBasketOwner } from './basket-batch.ts'
import type { HoldDeps, NewBasket, BookablePerformance } from './hold-request.ts'
import { openHall } from './open-hall.ts'

/** Taken seats, by seat id, and equal seats that are free. */
export type UnavailableSeats = ProblemParams<'seats-taken'>

/**
 * Lists seats that are taken, and suggests equal seats for them.
 * @param party indices of all requested seats
 * @param lostSeats indices of those that are taken
 */
export async function suggestAlternatives(
  deps: HoldDeps,
  targetBasket: string | NewBasket,
  bookable: BookablePerformance,
  party: readonly number[],
  lostSeats: readonly number[],
): Promise<UnavailableSeats> {
  const { plan } = bookable.hall
  const eligibility = await eligibilityFor(
    deps,
    entitlementSubjectOf(await loadBasketOwner(deps.db, targetBasket)),
    bookable.performanceDetails,
  )
  const hall = await openHall(deps, bookable, eligibility)
  const isOpen = (seat: number): boolean => hall.seats[seat] === seatStatus.free && !lostSeats.includes(seat)
  const alternatives = equalSeats(
    { ...hall, isOpen },
    party,
    lostSeats,
    (seats) =>
      isWhole(hall.blocks, seats) &&
      (hall.blocks !== undefined || !judgeOrphans(hall.orphans, { ...hall, isOpen }, seats.filter(isOpen)).isRefused),
  )
  return {
    seats: lostSeats.map((seat) => plan.idOf(seat)),
    instead: alternatives
      ? {
          swaps: alternatives.swaps.map(([from, to]) => ({ from: plan.idOf(from), to: plan.idOf(to) })),
          isTogether: alternatives.isTogether,
        }
      : null,
  }
}
