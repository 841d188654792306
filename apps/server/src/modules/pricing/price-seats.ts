import type { PriceTable } from '#modules/catalogue'
import type { Money } from '@playhouse/domain/money'
import { chosenPrice } from '@playhouse/domain/pay-what-you-can'
import { type Band, bands, isPublicPriceType, priceOf, type PriceType } from '@playhouse/domain/pricing'
import { usualPrice } from '@playhouse/domain/price-type'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'

export type PricedSeat = { readonly band: Band; readonly price: Money; readonly fee: Money }
/** A price type, and what the customer pays where it is pay what you can. */
export type ChosenPrice = { readonly priceType: string; readonly price?: Money | undefined }
/** Whether the visitor can buy a price type, see `eligibilityOf`. */
type CanBuy = (type: PriceType) => boolean

/** The price types that the visitor can buy; others are not shown. */
export const priceTypesFor = (priceTable: PriceTable, buys: CanBuy): PriceType[] => priceTable.list.priceTypes.filter(buys)

/** The price types that every visitor can buy. */
export const publicPriceTypes = (priceTable: PriceTable): PriceType[] => priceTypesFor(priceTable, isPublicPriceType)

/** Prices a seat from the price list alone, in minor units; amounts sent by a browser are ignored. */
export function priceSeat(
  priceTable: PriceTable,
  seat: number,
  priceType: string,
  buys: CanBuy = isPublicPriceType,
): Result<PricedSeat, Problem<'price-type-unavailable'>> {
  const band = bands[priceTable.bandOf[seat] ?? -1]
  const isOffered = priceTypesFor(priceTable, buys).some((type) => type.id === priceType)
  const price = band && isOffered ? priceOf(priceTable.list, band, priceType) : undefined
  return band && price ? ok({ band, ...price }) : fail(problem('price-type-unavailable', { priceType }))
}

/**
 * Prices a seat at what a customer chose to pay, where its price type is pay what you can; at the price of the list without an amount.
 * @param chosen the price type, with an amount in minor units
 */
export function priceChosenSeat(
  priceTable: PriceTable,
  seat: number,
  { priceType, price: amount }: ChosenPrice,
  buys: CanBuy,
): Result<PricedSeat, Problem<'price-type-unavailable' | 'invalid-input'>> {
  const usual = priceSeat(priceTable, seat, priceType, buys)
  if (!usual.ok || amount === undefined) return usual
  const price = chosenPrice(priceTable.list.priceTypes.find(({ id }) => id === priceType) ?? {}, usual.value, amount)
  return price ? ok({ ...usual.value, ...price }) : fail(problem('invalid-input', { fields: ['price'] }))
}

/** The bands that the visitor can buy, as indices into `bands`. */
export function bandsFor(priceTable: PriceTable, buys: CanBuy): ReadonlySet<number> {
  const offeredTypes = priceTypesFor(priceTable, buys)
  return new Set(bands.flatMap((band, index) => (offeredTypes.some((type) => priceOf(priceTable.list, band, type.id)) ? [index] : [])))
}

/** The bands that every visitor can buy. */
export const publicBands = (priceTable: PriceTable): ReadonlySet<number> => bandsFor(priceTable, isPublicPriceType)

const lowestPrices = new WeakMap<PriceTable, { readonly price: Money | undefined }>()

/** The usual price of the cheapest band on sale, in minor units; undefined where none is. A price table never changes, so it is found once. */
export function lowestPrice(priceTable: PriceTable): Money | undefined {
  const lowest = lowestPrices.get(priceTable) ?? { price: findLowestPrice(priceTable) }
  lowestPrices.set(priceTable, lowest)
  return lowest.price
}

function findLowestPrice(priceTable: PriceTable): Money | undefined {
  const sold = new Set(priceTable.bandOf)
  const offeredTypes = publicPriceTypes(priceTable)
  const prices = bands.flatMap((band, index) => (sold.has(index) ? (usualPrice(priceTable.list, offeredTypes, band) ?? []) : []))
  return prices.toSorted((a, b) => a - b)[0]
}
