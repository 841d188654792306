import type { TicketCount } from '../../basket/limit.ts'
import { typeOf } from '../index.ts'
import { type BookableHall, type BestSeatsRequest, type BestSeatsResult, type SeatNeed, seatStatus, findAlternatives } from './index.ts'
import { choosePriceTypes } from '../../pricing/price-type.ts'
import { type Band, bands, priceOf, type PriceList, type PriceType } from '../../pricing/pricing.ts'
import { type Problem, problem } from '../../problem.ts'
import { fail, ok, type Result } from '../../result.ts'

/** A request for best available seats. Seats and areas by their ids, money in minor units. */
export type BestAvailableRequest = {
  readonly quantity: number
  readonly band?: Band | undefined
  /** Several price bands; any band where empty or absent. */
  readonly bands?: readonly Band[] | undefined
  /** For each ticket. */
  readonly maxPrice?: number | undefined
  readonly priceType?: string | undefined
  /** One for each ticket, in the order of the seats; the usual ones if absent. */
  readonly priceTypes?: readonly string[] | undefined
  readonly area?: string | undefined
  readonly needs?: readonly SeatNeed[] | undefined
  readonly together: boolean
  /** Seats seen already: not these again, and back with those that the basket holds. */
  readonly others?: readonly string[] | undefined
  /** Seats of the basket that are released in the same step, so the result may contain them. */
  readonly giveBack?: readonly string[] | undefined
}

/** The prices for a visitor: the list, and the price types they may buy, the usual one first. */
export type OfferedPrices = { readonly list: Pick<PriceList, 'prices'>; readonly types: readonly PriceType[] }

/** The request in indexes of the hall. @param room maximum number of seats that the order can take */
export function toBestSeatsRequest(
  { plan }: Pick<BookableHall, 'plan'>,
  offeredPrices: OfferedPrices,
  wish: BestAvailableRequest,
  room: number,
): BestSeatsRequest {
  return {
    size: wish.quantity,
    maxSeats: room,
    bands: allowedBands(offeredPrices, wish),
    // An unknown area has no seats.
    area: wish.area === undefined ? undefined : plan.areas.findIndex(({ id }) => id === wish.area),
    needs: wish.needs,
    together: wish.together,
    excludedSeats: (wish.others ?? []).flatMap((seat) => plan.indexOf(seat) ?? []),
  }
}

/** The bands that the prices allow; undefined where every band on sale will do. */
function allowedBands(
  offeredPrices: OfferedPrices,
  { band: onlyBand, bands: someBands = [], maxPrice, priceType, priceTypes = [] }: BestAvailableRequest,
): ReadonlySet<number> | undefined {
  if (onlyBand === undefined && maxPrice === undefined && priceType === undefined && someBands.length === 0 && priceTypes.length === 0)
    return undefined
  const isAllowed = (band: Band): boolean => {
    const usual = usualPrice(offeredPrices, band)
    if (someBands.length > 0 && !someBands.includes(band)) return false
    if (!priceTypes.every((type) => priceOf(offeredPrices.list, band, type))) return false
    return usual !== undefined && (onlyBand === undefined ? maxPrice === undefined || usual <= maxPrice : band === onlyBand)
  }
  return new Set(bands.flatMap((band, index) => (isAllowed(band) ? [index] : [])))
}

/** The price of a seat of the band at the usual price type. */
function usualPrice({ list, types }: OfferedPrices, band: Band): number | undefined {
  const [type] = choosePriceTypes(list, types, [{ band, type: 'standard' }], new Map()) ?? []
  return type === undefined ? undefined : priceOf(list, band, type)?.price
}

/** The seats that were found, each at its price type. @param before tickets that count towards the limits already */
export function priceSeats(
  { plan, bandOf }: Pick<BookableHall, 'plan' | 'bandOf'>,
  { list, types }: OfferedPrices,
  { seats }: Pick<BestSeatsResult, 'seats'>,
  before: TicketCount,
): Result<{ readonly index: number; readonly priceType: string }[], Problem<'max-per-price-category' | 'price-type-unavailable'>> {
  const wantedSeats = seats.map((seat) => ({ band: bands[bandOf[seat]!]!, type: typeOf(plan, seat) }))
  const chosenTypes = choosePriceTypes(list, types, wantedSeats, before)
  if (chosenTypes) return ok(seats.map((index, place) => ({ index, priceType: chosenTypes[place]! })))
  const limitedType = types.find(({ limit }) => limit !== undefined)
  return fail(
    limitedType?.limit === undefined
      ? problem('price-type-unavailable', { priceType: types[0]?.id ?? '' })
      : problem('max-per-price-category', { maximum: limitedType.limit, priceType: limitedType.name }),
  )
}

/** Seats at the price types of a request, one for each seat in their order; unchanged if the request has none. */
export const withPriceTypes = <Seat extends { readonly priceType: string }>(
  seats: readonly Seat[],
  { priceTypes }: Pick<BestAvailableRequest, 'priceTypes'>,
): Seat[] => seats.map((seat, place) => ({ ...seat, priceType: priceTypes?.[place] ?? seat.priceType }))

/** The reason that no seats were found, and alternatives. */
export function explainNoSeats(
  hall: BookableHall,
  best: BestSeatsRequest,
  { area, band, quantity: requested }: BestAvailableRequest,
): Problem {
  const { plan, seats } = hall
  if (!seats.includes(seatStatus.free)) return problem('instance-sold-out')
  const alternatives = findAlternatives(hall, best)
  const ways = {
    apart: alternatives.apart,
    bands: alternatives.bands.map((index) => bands[index]!),
    areas: alternatives.areas.map((index) => plan.areas[index]!.id),
    atMost: alternatives.atMost,
  }
  if (area !== undefined) {
    const { firstSeat = 0, seatCount = 0 } = plan.areas[best.area ?? -1] ?? {}
    const own = seats.subarray(firstSeat, firstSeat + seatCount)
    if (own.every((each) => each === seatStatus.closed)) return problem('section-not-on-sale', { ways })
    if (!own.includes(seatStatus.free)) return problem('section-sold-out', { ways })
  }
  return band === undefined
    ? problem('seats-not-found', { requested, ways })
    : problem('not-enough-seats-in-band', { band, requested, ways })
}
