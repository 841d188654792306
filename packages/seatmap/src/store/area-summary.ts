import type { Plan } from '@playhouse/domain/plan'
import { type Band, bands } from '@playhouse/domain/pricing'
import type { Money } from '@playhouse/domain/money'
import { type Hall, seatState, stateOf } from './seat-status.ts'

/** The remaining seats of an area: the free (and chosen) ones and their prices. */
export type AreaTally = {
  readonly area: number
  readonly free: number
  /** All seats that are not hidden. */
  readonly seats: number
  readonly from: Money | undefined
  readonly to: Money | undefined
  /** The band of most of its free seats, -1 without any. */
  readonly mainBand: number
}

export type Prices = ReadonlyMap<Band, { readonly priceFrom: Money }>

/** Counts one area; with a filter, only the seats that `counts` accepts. */
export function tallyArea(plan: Plan, hall: Hall, prices: Prices, area: number, counts?: (seat: number) => boolean): AreaTally {
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
  return { area, free, seats, ...priceRange(perBand, prices) }
}

/** The lowest and the highest price of bands with free seats, and the band with most of them. A band without a price is ignored. */
export function priceRange(perBand: Readonly<Uint32Array>, prices: Prices): Pick<AreaTally, 'from' | 'to' | 'mainBand'> {
  let mainBand = -1
  let from: Money | undefined
  let to: Money | undefined
  for (let band = 0; band < bands.length; band++) {
    const price = perBand[band] ? prices.get(bands[band]!)?.priceFrom : undefined
    if (price === undefined) continue
    if (mainBand < 0 || perBand[band]! > perBand[mainBand]!) mainBand = band
    if (from === undefined || price < from) from = price
    if (to === undefined || price > to) to = price
  }
  return { from, to, mainBand }
}
