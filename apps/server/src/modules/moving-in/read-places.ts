import type { Catalogue, PriceTable } from '#modules/catalogue'
import { type KnownPerformance, type MovedRows, seatKey } from '@playhouse/domain/moving-in'
import { placeName } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'

/** A seat as its ticket names it. */
export type TicketPlace = {
  readonly area: string
  readonly row: string
  readonly number: string
  readonly entrance: string
  readonly band: (typeof bands)[number]
}
/** A performance whose seats a file sells. */
export type KnownPlaces = KnownPerformance & {
  /** Milliseconds since 1970. */
  readonly startsAt: number
  /** The version of its prices, with which its plan was read; undefined where the file sells no seat of it. */
  readonly prices: Pick<PriceTable, 'id' | 'version'> | undefined
  readonly nameOfPriceType: (id: string) => string
  /** The rate of tax of a price type in basis points; undefined for the rate of the brand. */
  readonly vatOf: (priceType: string) => number | undefined
  readonly placeOf: (seat: number) => TicketPlace
}

/**
 * Reads the seats and price types of published performances. Performances that the file does not sell have no seats. Called before the
 * transaction of an import, because the catalogue reads with a separate connection.
 */
export async function readPlaces(catalogue: Catalogue, { seats }: MovedRows): Promise<Map<string, KnownPlaces>> {
  await catalogue.refresh()
  const sold = new Set(seats.map(({ thing }) => thing.performance))
  const now = await catalogue.now()
  const known = new Map<string, KnownPlaces>()
  for (const { id, hall, planVersion, priceList, priceVersion, startsAt } of await catalogue.performances()) {
    const [plan, table] = sold.has(id)
      ? [(await catalogue.hall(hall, planVersion))?.plan, await catalogue.priceTable(priceList, priceVersion)]
      : [undefined, undefined]
    const names = plan ? Array.from({ length: plan.seatCount }, (_, seat) => placeName(plan, seat)) : []
    known.set(id, {
      startsAt,
      prices: table,
      hasBegun: startsAt <= now,
      areas: [...new Set(names.map(({ area }) => area))],
      seats: new Map(names.map(({ area, row, number }, seat) => [seatKey(area, row, number), seat])),
      priceTypes: table?.list.priceTypes.map((type) => type.id) ?? [],
      nameOfPriceType: (priceType) => table?.list.priceTypes.find((type) => type.id === priceType)?.name ?? priceType,
      vatOf: (priceType) => table?.list.priceTypes.find((type) => type.id === priceType)?.vatBasisPoints,
      placeOf: (seat) => {
        const { area, row, number } = names[seat]!
        return { area, row, number, entrance: plan!.areas[plan!.areaOf[seat]!]!.entrance, band: bands[table!.bandOf[seat]!]! }
      },
    })
  }
  return known
}
