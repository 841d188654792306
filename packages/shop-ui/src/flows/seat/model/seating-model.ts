import type { Prices } from '@playhouse/api-client/contract'
import type { Money } from '@playhouse/domain/money'
import { expandRuns, type HallOccupancy, type Plan, type SeatBlocks, typeOf } from '@playhouse/domain/plan'
import { byFit, usualPrice } from '@playhouse/domain/price-type'
import { type Band, bands, type PriceType, priceOf } from '@playhouse/domain/pricing'
import { seatAvailability } from '@playhouse/domain/seat'
import { notForSale } from '@playhouse/seatmap/list'

/** A hall with the prices of a performance: the data of the seat screen. */
export type SeatingModel = {
  readonly plan: Plan
  readonly priceTypes: readonly PriceType[]
  /** By seat: an index into `bands`, or `notForSale` if this visitor can't buy the seat at any price type. */
  readonly bandOf: Uint8Array
  readonly prices: Prices['prices']
  /** Seats that are sold only in whole blocks. */
  readonly blocks?: SeatBlocks
}

/** A price type of a seat with its price. */
export type SeatPrice = { readonly priceType: PriceType; readonly price: Money }

/** What {@link buildSeatingModel} reads of the prices. */
type SeatPrices = Omit<Prices, 'seatingVersion'>

/** @throws RangeError when the price list doesn't cover the plan's seats exactly. */
export function buildSeatingModel(plan: Plan, { prices, priceTypes, seatBands, seatBlocks }: SeatPrices): SeatingModel {
  const bandOf = expandRuns(seatBands, new Uint8Array(plan.seatCount))
  const sold = bands.map((band) => priceTypes.some(({ id }) => priceOf({ prices }, band, id) !== undefined))
  for (let seat = 0; seat < plan.seatCount; seat++) if (!sold[bandOf[seat]!]) bandOf[seat] = notForSale
  return { plan, priceTypes, bandOf, prices, ...(seatBlocks && { blocks: seatBlocks }) }
}

/**
 * Occupancy of the hall for this visitor. Live: reads `availability` on each call.
 * @param availability one value of `seatAvailability` a seat
 * @param mine seats that the visitor has already
 * @param accepts the visitor's filters
 */
export function hallOccupancy(
  { plan, bandOf }: SeatingModel,
  availability: Readonly<Uint8Array>,
  mine: readonly number[],
  accepts: (seat: number) => boolean = () => true,
): HallOccupancy {
  const isOpen = (seat: number): boolean =>
    availability[seat] === seatAvailability.free && bandOf[seat] !== notForSale && !mine.includes(seat) && accepts(seat)
  return { plan, bandOf, isOpen }
}

/** Whether any seat is outside of a seat block. */
export const hasSingleSeats = ({ plan, blocks }: SeatingModel): boolean =>
  !blocks || blocks.reduce((sum, [, seats]) => sum + seats, 0) < plan.seatCount

export const bandAt = (model: SeatingModel, seat: number): Band | undefined => bands[model.bandOf[seat] ?? notForSale]

/** The prices of a seat, the default first. For access seats that is the price type of the visitors who need them. */
export function choicesAt(model: SeatingModel, seat: number): SeatPrice[] {
  const band = bandAt(model, seat)
  if (!band) return []
  return byFit(typeOf(model.plan, seat), model.priceTypes).flatMap((priceType) => {
    const price = priceOf(model, band, priceType.id)
    return price ? [{ priceType, price: price.price }] : []
  })
}

/** The price of a seat at a price type, or at its default. */
export function priceAt(model: SeatingModel, seat: number, priceType?: string): SeatPrice | undefined {
  const choices = choicesAt(model, seat)
  return choices.find((choice) => choice.priceType.id === priceType) ?? choices[0]
}

/** The usual price of a band for this visitor. */
export const priceFrom = (model: Pick<SeatingModel, 'prices' | 'priceTypes'>, band: Band): Money | undefined =>
  usualPrice(model, model.priceTypes, band)

export type BandCount = { readonly band: Band; readonly full: Money; readonly free: number }

/**
 * The bands for sale in order, with their usual price and number of free seats.
 * @param availability one value of `seatAvailability` a seat
 */
export function countBands(model: SeatingModel, availability: Readonly<Uint8Array>): BandCount[] {
  const seats = new Uint32Array(bands.length)
  const freeSeats = new Uint32Array(bands.length)
  model.bandOf.forEach((band, seat) => {
    if (band === notForSale) return
    seats[band]! += 1
    if (availability[seat] === seatAvailability.free) freeSeats[band]! += 1
  })
  return bands.flatMap((band, index) => {
    const full = priceFrom(model, band)
    return seats[index]! > 0 && full !== undefined ? [{ band, full, free: freeSeats[index]! }] : []
  })
}
