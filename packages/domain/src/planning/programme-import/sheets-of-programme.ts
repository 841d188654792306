import { type PriceField, priceOfField, type StoredPriceList, type TicketPrice } from '../price-list-plan.ts'
import type { StoredPerformance } from '../performance-plan.ts'
import type { StoredSaleWindows } from '../../season/sale-window.ts'
import type { PerformanceType, StoredProduction } from '../production-plan.ts'
import { type PriceRow, type RawSheet, writeProgramme } from '../programme-file/index.ts'

/** A whole programme. */
export type Programme = {
  readonly priceLists: readonly { readonly id: string; readonly list: StoredPriceList }[]
  readonly types: readonly PerformanceType[]
  readonly productions: readonly StoredProduction[]
  readonly performances: readonly StoredPerformance[]
  readonly saleWindows: readonly { readonly production: string; readonly windows: StoredSaleWindows['windows'] }[]
}

/** A programme as sheets that an import reads. Images are referred to. */
export const sheetsOfProgramme = ({ priceLists, types, productions, performances, saleWindows }: Programme): RawSheet[] =>
  writeProgramme({
    'price lists': priceLists.map(({ id, list: { name, hall, seatBands, seatBlocks } }) => ({
      ...{ id, name, hall, seatBands },
      seatBlocks: seatBlocks ?? null,
    })),
    'price types': priceLists.flatMap(({ id, list }) => list.priceTypes.map((type) => ({ ...type, priceList: id }))),
    prices: priceLists.flatMap(({ id, list }) => pricesOf(id, list)),
    ...{ 'performance types': types, productions, performances },
    'on-sale windows': saleWindows.flatMap(({ production, windows }) =>
      windows.map((window, nth) => ({ ...window, production, window: nth + 1 })),
    ),
  })

const pricesOf = (priceList: string, list: StoredPriceList): PriceRow[] =>
  Object.entries(list).flatMap(([field, value]) => {
    const place = priceOfField(field as PriceField)
    return place ? [{ priceList, band: place.band, priceType: place.type, ...(value as TicketPrice) }] : []
  })
