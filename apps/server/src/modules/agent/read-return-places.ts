import type { Catalogue, PriceTable } from '#modules/catalogue'
import type { ListedPrice, ReadAgentReturn } from '@playhouse/domain/agent-return'
import { type Plan, placeName, typeOf } from '@playhouse/domain/plan'
import { byFit } from '@playhouse/domain/price-type'
import { type Band, bands, priceOf, type PriceType } from '@playhouse/domain/pricing'

/** A performance that a return file names, with its plan and its prices. */
export type ReturnPlaces = {
  readonly plan: Plan
  readonly prices: PriceTable
  readonly pricesOf: (seat: number) => ListedPrice[]
  readonly priceType: (id: string) => PriceType
  readonly bandOf: (seat: number) => Band
}

/**
 * Reads the performances that a return file names, and the keys of all. Called before the transaction, because the catalogue reads with a
 * separate connection.
 */
export async function readReturnPlaces(
  catalogue: Catalogue,
  { rows }: ReadAgentReturn,
): Promise<{ readonly keys: string[]; readonly places: ReadonlyMap<string, ReturnPlaces> }> {
  await catalogue.refresh()
  const named = new Set(rows.map(({ thing }) => thing.performance))
  const performances = await catalogue.performances()
  const places = new Map<string, ReturnPlaces>()
  for (const { id, hall, planVersion, priceList, priceVersion } of performances) {
    const plan = named.has(id) ? (await catalogue.hall(hall, planVersion))?.plan : undefined
    if (plan) places.set(id, placesOf(plan, await catalogue.priceTable(priceList, priceVersion)))
  }
  return { keys: performances.map(({ id }) => id), places }
}

function placesOf(plan: Plan, prices: PriceTable): ReturnPlaces {
  // Complimentary tickets need a reason and a permission.
  const types = prices.list.priceTypes.filter(({ kind }) => kind !== 'staff')
  const bandOf = (seat: number): Band => bands[prices.bandOf[seat]!]!
  return {
    ...{ plan, prices, bandOf },
    priceType: (id) => types.find((type) => type.id === id)!,
    pricesOf: (seat) =>
      byFit(typeOf(plan, seat), types).flatMap(({ id, name }) => {
        const price = priceOf(prices.list, bandOf(seat), id)
        return price ? [{ id, name, ...price }] : []
      }),
  }
}

/** A seat as its ticket names it. */
export function ticketPlaceOf(plan: Plan, seat: number) {
  const { area, row, number } = placeName(plan, seat)
  return { area, row_label: row, number: String(number), entrance: plan.areas[plan.areaOf[seat]!]!.entrance }
}
