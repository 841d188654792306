import { eligibilityFor, whyClosed } from '#modules/eligibility'
import type { IfTaken } from '#modules/seating'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type Actor, type BasketDeps, type Filled, whoHas } from '#modules/basket'
import { ownerOf } from './basket-batch.ts'
import type { HoldDeps, NewBasket, OnSale } from './hold-request.ts'
import { type LostSeats, seatsInstead } from './alternatives.ts'
import { onSale, takeSeats } from './hold-seats.ts'

export type WantedSeat = { readonly seat: string; readonly priceType: string }

export type AddOptions = { readonly ifTaken?: IfTaken | undefined; readonly giveBack?: readonly string[] | undefined }

/**
 * Holds the seats that somebody chose, all or none, or those that are still to be had. Where some have gone it says which,
 * and which others would do as well.
 */
export async function addTickets(
  deps: HoldDeps,
  into: string | NewBasket,
  actor: Actor,
  performanceId: string,
  wanted: readonly WantedSeat[],
  { ifTaken = 'refuse', giveBack = [] }: AddOptions = {},
): Promise<Result<{ readonly lost: LostSeats | null; readonly filled: Filled }, Problem>> {
  const at = await onSale(deps, performanceId)
  if (!at) return fail(problem('instance-unavailable'))
  const { plan } = at.hall
  const seats: { index: number; priceType: string }[] = []
  for (const { seat, priceType } of new Map(wanted.map((each) => [each.seat, each])).values()) {
    const index = plan.indexOf(seat)
    if (index === undefined) {
      const closed = await whyShut(deps, into, at)
      return fail(closed ?? problem('seat-unknown', { seat }))
    }
    seats.push({ index, priceType })
  }
  const taken = await takeSeats(deps, into, actor, at, {
    seats,
    ifTaken,
    giveBack: giveBack.flatMap((seat) => plan.indexOf(seat) ?? []),
    isHouseChoice: false,
  })
  const lost = taken.ok ? taken.value.taken.lost : taken.error.code === 'seats-gone' ? taken.error.seats : []
  const party = seats.map(({ index }) => index)
  const instead = lost.length > 0 ? await seatsInstead(deps, into, at, party, lost) : null
  if (taken.ok) return ok({ lost: instead, filled: taken.value.filled })
  return fail(taken.error.code === 'seats-gone' ? problem('seats-taken', instead!) : taken.error)
}

/** A performance that is over or not on sale says so first, whatever seats of it are asked for. */
async function whyShut(deps: BasketDeps, into: string | NewBasket, { showing }: OnSale): Promise<Problem | undefined> {
  const basket = await ownerOf(deps.db, into)
  return whyClosed(await eligibilityFor(deps, whoHas(basket), showing), showing)
}
