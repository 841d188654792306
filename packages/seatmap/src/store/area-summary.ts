import type { Plan } from '@playhouse/domain/plan'
import { type Band, bands } from '@playhouse/domain/pricing'
import type { Money } from '@playhouse/domain/money'
import { type Hall, seatState, stateOf } from './standing.ts'

/** What is left of an area: the free (and chosen) seats of it and what they cost. */
export type AreaTally = {
  readonly area: number
  readonly free: number
  /** Every seat that isn't hidden. */
  readonly seats: number
  readonly from: Money | undefined
  readonly to: Money | undefined
  /** The band most of its free seats are in, -1 without any. */
  readonly mainBand: number
}

/** Counts one area; only seats that `counts` accepts, where a filter is set. */
export function tallyArea(
  plan: Plan,
  hall: Hall,
  prices: ReadonlyMap<Band, { readonly priceFrom: Money }>,
  area: number,
  counts?: (seat: number) => boolean,
): AreaTally {
  const { firstSeat, seatCount } = plan.areas[area]!
  const perBand = new Uint32Array(bands.length)
  let [free, seats] = [0, 0]
  for (let seat = firstSeat; seat < firstSeat + seatCount; seat++) {
    const state = stateOf(hall, seat)
    if (state === seatState.hidden) continue
    seats += 1
    if ((state !== seatState.free && state !== seatState.selected) || (counts && !counts(seat))) continue
    free += 1
    perBand[hall.bandOf[seat]!]! += 1
  }
  let mainBand = -1
  let [from, to]: [Money | undefined, Money | undefined] = [undefined, undefined]
  bands.forEach((band, index) => {
    const price = prices.get(band)?.priceFrom
    if (!perBand[index] || price === undefined) return
    if (mainBand < 0 || perBand[index]! > perBand[mainBand]!) mainBand = index
    if (from === undefined || price < from) from = price
    if (to === undefined || price > to) to = price
  })
  return { area, free, seats, from, to, mainBand }
}
