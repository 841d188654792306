import type { Tariff } from '#modules/catalogue'
import type { Money } from '@playhouse/domain/money'
import { type Band, bands, priceOf, type PriceType } from '@playhouse/domain/pricing'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'

export type PricedSeat = { readonly band: Band; readonly price: Money; readonly fee: Money }

/** Price types anybody may buy; access and companion prices need an access ID on the account. */
export const publicPriceTypes = (tariff: Tariff): PriceType[] =>
  tariff.list.priceTypes.filter((type) => type.kind !== 'access' && type.kind !== 'companion')

/** What a seat costs at a price type, from the list alone: nothing a browser says about money is looked at. */
export function priceSeat(tariff: Tariff, seat: number, priceType: string): Result<PricedSeat, Problem<'price-type-unavailable'>> {
  const band = bands[tariff.bandOf[seat] ?? -1]
  const offered = publicPriceTypes(tariff).some((type) => type.id === priceType)
  const price = band && offered ? priceOf(tariff.list, band, priceType) : undefined
  return band && price ? ok({ band, ...price }) : fail(problem('price-type-unavailable', { priceType }))
}

/** The bands, as indices into `bands`, that anybody may buy; seats of the others aren't for sale to the public. */
export function publicBands(tariff: Tariff): ReadonlySet<number> {
  const offered = publicPriceTypes(tariff)
  return new Set(bands.flatMap((band, index) => (offered.some((type) => priceOf(tariff.list, band, type.id)) ? [index] : [])))
}

/** The lowest price a member of the public can pay; undefined where nothing is sold. */
export function lowestPrice(tariff: Tariff): Money | undefined {
  const sold = new Set(tariff.bandOf)
  const offered = publicPriceTypes(tariff)
  let lowest: Money | undefined
  bands.forEach((band, index) => {
    if (!sold.has(index)) return
    for (const type of offered) {
      const price = priceOf(tariff.list, band, type.id)?.price
      if (price !== undefined && (lowest === undefined || price < lowest)) lowest = price
    }
  })
  return lowest
}
