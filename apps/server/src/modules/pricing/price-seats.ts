import type { PriceTable } from '#modules/catalogue'
import type { Money } from '@playhouse/domain/money'
import { type Band, bands, isPublicPriceType, priceOf, type PriceType } from '@playhouse/domain/pricing'
import { usualPrice } from '@playhouse/domain/price-type'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'

export type PricedSeat = { readonly band: Band; readonly price: Money; readonly fee: Money }
/** Whether a price is for somebody: see `eligibilityOf`. */
type CanBuy = (type: PriceType) => boolean

/** The price types that somebody may buy, and no others are told of. */
export const priceTypesFor = (priceTable: PriceTable, buys: CanBuy): PriceType[] => priceTable.list.priceTypes.filter(buys)

/** Price types anybody may buy. */
export const publicPriceTypes = (priceTable: PriceTable): PriceType[] => priceTypesFor(priceTable, isPublicPriceType)

/** What a seat costs at a price type, from the list alone: nothing a browser says about money is looked at. */
export function priceSeat(
  priceTable: PriceTable,
  seat: number,
  priceType: string,
  buys: CanBuy = isPublicPriceType,
): Result<PricedSeat, Problem<'price-type-unavailable'>> {
  const band = bands[priceTable.bandOf[seat] ?? -1]
  const offered = priceTypesFor(priceTable, buys).some((type) => type.id === priceType)
  const price = band && offered ? priceOf(priceTable.list, band, priceType) : undefined
  return band && price ? ok({ band, ...price }) : fail(problem('price-type-unavailable', { priceType }))
}

/** The bands, as indices into `bands`, that somebody may buy; seats of the others aren't for sale to them. */
export function bandsFor(priceTable: PriceTable, buys: CanBuy): ReadonlySet<number> {
  const offered = priceTypesFor(priceTable, buys)
  return new Set(bands.flatMap((band, index) => (offered.some((type) => priceOf(priceTable.list, band, type.id)) ? [index] : [])))
}

/** The bands that anybody may buy. */
export const publicBands = (priceTable: PriceTable): ReadonlySet<number> => bandsFor(priceTable, isPublicPriceType)

/** The usual price of the cheapest band that is sold here; undefined where nothing is. */
export function lowestPrice(priceTable: PriceTable): Money | undefined {
  const sold = new Set(priceTable.bandOf)
  const offered = publicPriceTypes(priceTable)
  const prices = bands.flatMap((band, index) => (sold.has(index) ? (usualPrice(priceTable.list, offered, band) ?? []) : []))
  return prices.toSorted((one, other) => one - other)[0]
}
