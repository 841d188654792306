import { eligibilityFor, whyClosed } from '#modules/eligibility'
import { bandsFor, priceTypesFor } from '#modules/pricing'
import type { Eligibility } from '@playhouse/domain/eligibility'
import { countTypes, type TicketCount } from '@playhouse/domain/limit'
import { typeOf } from '@playhouse/domain/plan'
import { type BestHall, type BestWish, type Found, type SeatNeed, standing, waysOn } from '@playhouse/domain/plan/best'
import { choosePriceTypes } from '@playhouse/domain/price-type'
import { type Band, bands, priceOf, type PriceType } from '@playhouse/domain/pricing'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { findBasket, ticketsOf, whoHas } from './basket-row.ts'
import type { SeatingHouse } from './open-hall.ts'
import type { OnSale, SeatsToTake } from './take-seats.ts'

/** What somebody wishes for who lets the house choose. Seats and areas by their ids. */
export type SeatWish = {
  readonly quantity: number
  readonly band?: Band | undefined
  /** In minor units, for each ticket. */
  readonly maxPrice?: number | undefined
  readonly priceType?: string | undefined
  readonly area?: string | undefined
  readonly needs?: readonly SeatNeed[] | undefined
  readonly together: boolean
  /** Seats seen already: not these, and those of them that the basket holds go back in the same step. */
  readonly others?: readonly string[] | undefined
}

/** A wish as the hall understands it, for somebody with a basket. */
export type Asked = {
  readonly best: BestWish
  readonly eligibility: Eligibility
  /** The price types in question, the usual one first. */
  readonly types: readonly PriceType[]
  /** Tickets of this performance that stay in the basket. */
  readonly staying: readonly number[]
  readonly before: TicketCount
  readonly giveBack: readonly number[]
}

/** Puts a wish into the words of the hall; refuses what can be had at no place of it. */
export async function readWish(house: SeatingHouse, basketId: string, at: OnSale, wish: SeatWish): Promise<Result<Asked, Problem>> {
  const { showing, hall, tariff } = at
  const basket = await findBasket(house.db, basketId)
  const eligibility = await eligibilityFor(house, whoHas(basket ?? { id: basketId, customer_id: null, promo: null }), showing)
  const closed = whyClosed(eligibility, showing)
  if (closed) return fail(closed)
  const types = priceTypesFor(tariff, eligibility.buys).filter(({ id }) => wish.priceType === undefined || id === wish.priceType)
  if (wish.priceType !== undefined && types.length === 0) return fail(problem('price-type-unavailable', { priceType: wish.priceType }))
  const { plan } = hall
  const others = (wish.others ?? []).flatMap((seat) => plan.indexOf(seat) ?? [])
  const tickets = await ticketsOf(house.db, basketId)
  const here = tickets.filter((ticket) => ticket.performance_id === showing.id)
  const [leaving, staying] = [here.filter(({ seat }) => others.includes(seat)), here.filter(({ seat }) => !others.includes(seat))]
  const { ticketsPerOrder } = house.brand.limits
  const room = ticketsPerOrder - tickets.length + leaving.length
  if (wish.quantity > room)
    return fail(problem('max-tickets-per-order', { maximum: ticketsPerOrder, requested: ticketsPerOrder - room + wish.quantity }))
  return ok({
    eligibility,
    types,
    staying: staying.map(({ seat }) => seat),
    before: countTypes(staying.map((ticket) => ticket.price_type)),
    giveBack: leaving.map(({ seat }) => seat),
    best: {
      size: wish.quantity,
      atMost: room,
      bands: bandsAsked(at, types, wish),
      area: wish.area === undefined ? undefined : plan.areas.findIndex(({ id }) => id === wish.area),
      needs: wish.needs,
      together: wish.together,
      without: others,
    },
  })
}

/** The bands that a price allows; undefined where every band on sale will do. */
function bandsAsked({ tariff }: OnSale, types: readonly PriceType[], wish: SeatWish): ReadonlySet<number> | undefined {
  if (wish.band === undefined && wish.maxPrice === undefined && wish.priceType === undefined) return undefined
  const ids = new Set(types.map(({ id }) => id))
  return new Set(
    [...bandsFor(tariff, ({ id }) => ids.has(id))].filter((index) => {
      const band = bands[index]!
      if (wish.band !== undefined) return band === wish.band
      const usual = priceAt(tariff.list, types, band)
      return wish.maxPrice === undefined || (usual !== undefined && usual <= wish.maxPrice)
    }),
  )
}

/** What a seat of the band costs where nobody says at which price type. */
function priceAt(list: OnSale['tariff']['list'], types: readonly PriceType[], band: Band): number | undefined {
  const [type] = choosePriceTypes(list, types, [{ band, type: 'standard' }], new Map()) ?? []
  return type === undefined ? undefined : priceOf(list, band, type)?.price
}

/** The seats that were found, at their price types. */
export function priceFound({ hall, tariff }: OnSale, { types, before }: Asked, { seats }: Found): Result<SeatsToTake['seats'], Problem> {
  const wanted = seats.map((seat) => ({ band: bands[tariff.bandOf[seat]!]!, type: typeOf(hall.plan, seat) }))
  const chosen = choosePriceTypes(tariff.list, types, wanted, before)
  if (chosen) return ok(seats.map((index, place) => ({ index, priceType: chosen[place]! })))
  const limited = types.find(({ limit }) => limit !== undefined) ?? types[0]
  return fail(
    limited?.limit === undefined
      ? problem('price-type-unavailable', { priceType: limited?.id ?? '' })
      : problem('max-per-price-category', { maximum: limited.limit, priceType: limited.name }),
  )
}

/** Why nothing was found, and what there is instead. */
export function whyNone(hall: BestHall, { best }: Asked, { area, band, quantity }: SeatWish): Problem {
  const { plan, seats } = hall
  if (!seats.includes(standing.free)) return problem('instance-sold-out')
  const within = best.area === undefined ? undefined : plan.areas[best.area]
  const { apart, bands: otherBands, areas, atMost } = waysOn(hall, best)
  const ways = {
    apart,
    bands: otherBands.map((index) => bands[index]!),
    areas: areas.map((index) => plan.areas[index]!.id),
    atMost,
  }
  if (area !== undefined) {
    const own = within ? seats.subarray(within.firstSeat, within.firstSeat + within.seatCount) : new Uint8Array()
    if (own.every((each) => each === standing.closed)) return problem('section-not-on-sale', { ways })
    if (!own.includes(standing.free)) return problem('section-sold-out', { ways })
  }
  return band === undefined
    ? problem('seats-not-found', { requested: quantity, ways })
    : problem('not-enough-seats-in-band', { band, requested: quantity, ways })
}
