import { eligibilityFor } from '#modules/eligibility'
import { equalSeats, isWhole, judgeOrphans } from '@playhouse/domain/plan'
import { seatStatus } from '@playhouse/domain/plan/best'
import type { ProblemParams } from '@playhouse/domain/problem'
import { whoHas } from '#modules/basket'
import { ownerOf } from './basket-batch.ts'
import type { HoldDeps, NewBasket, OnSale } from './hold-request.ts'
import { openHall } from './open-hall.ts'

/** Seats gone, by their names, and others as good that are free just now. */
export type LostSeats = ProblemParams<'seats-taken'>

/** What to say of seats that somebody else has: which they are, and which would do as well. */
export async function seatsInstead(
  deps: HoldDeps,
  into: string | NewBasket,
  at: OnSale,
  party: readonly number[],
  lost: readonly number[],
): Promise<LostSeats> {
  const { plan } = at.hall
  const eligibility = await eligibilityFor(deps, whoHas(await ownerOf(deps.db, into)), at.showing)
  const hall = await openHall(deps, at, eligibility)
  const isOpen = (seat: number): boolean => hall.seats[seat] === seatStatus.free && !lost.includes(seat)
  const found = equalSeats(
    { ...hall, isOpen },
    party,
    lost,
    (seats) =>
      isWhole(hall.blocks, seats) &&
      (hall.blocks !== undefined || !judgeOrphans(hall.orphans, { ...hall, isOpen }, seats.filter(isOpen)).isRefused),
  )
  return {
    seats: lost.map((seat) => plan.idOf(seat)),
    instead: found
      ? { swaps: found.swaps.map(([from, to]) => ({ from: plan.idOf(from), to: plan.idOf(to) })), isTogether: found.isTogether }
      : null,
  }
}
