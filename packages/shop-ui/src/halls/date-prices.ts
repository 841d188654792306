import type { Prices } from '@playhouse/api-client/contract'
import { expandRuns, type Plan, typeOf } from '@playhouse/domain/plan'
import { byFit } from '@playhouse/domain/price-type'
import { type Band, bands, priceOf, type PriceType } from '@playhouse/domain/pricing'

/** The prices of the seats on one date. */
export type DatePrices = {
  /** The band of a seat; undefined for one that is not sold. */
  readonly bandAt: (seat: number) => Band | undefined
  /** The price types at which a seat is sold, the default first. */
  readonly choicesAt: (seat: number) => readonly PriceType[]
  /** Price and fee of a seat at a price type in minor units; undefined if it is not sold at that. */
  readonly priceAt: (seat: number, priceType: string) => ReturnType<typeof priceOf>
}

/** Reads the prices of a performance by seat. */
export function createDatePrices(plan: Plan, { prices, priceTypes, seatBands }: Prices): DatePrices {
  const bandOf = expandRuns(seatBands, new Uint8Array(plan.seatCount))
  const bandAt = (seat: number): Band | undefined => bands[bandOf[seat]!]
  const priceAt: DatePrices['priceAt'] = (seat, priceType) => {
    const band = bandAt(seat)
    return band && priceOf({ prices }, band, priceType)
  }
  return {
    bandAt,
    priceAt,
    choicesAt: (seat) => byFit(typeOf(plan, seat), priceTypes).filter(({ id }) => priceAt(seat, id) !== undefined),
  }
}
