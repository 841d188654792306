import { zero } from '../../money/money.ts'
import { priceOfField, type StoredPriceList } from '../price-list-plan.ts'
import type { StoredPriceSchedule } from '../price-schedule.ts'
import type { StoredPerformance } from '../performance-plan.ts'
import type { StoredHallPlan } from '../hall-plan.ts'
import type { StoredSaleWindows } from '../../season/sale-window.ts'
import type { PerformanceType, StoredProduction } from '../production-plan.ts'
import { type PriceRow, type RawSheet, type ScheduledPriceRow, writeProgramme } from '../programme-file/index.ts'

/** The file of a hall's plan, as an export names it. */
export const planFileOf = (hall: string, planVersion: string): string => `${hall} ${planVersion}.json`

/** A whole programme. */
export type Programme = {
  /** The plans of halls, those of a hall in the order in which they were added. */
  readonly halls: readonly StoredHallPlan[]
  readonly priceLists: readonly { readonly id: string; readonly list: StoredPriceList }[]
  /** Those that do not hold yet, in the order in which they begin to hold. */
  readonly schedules: readonly StoredPriceSchedule[]
  readonly types: readonly PerformanceType[]
  readonly productions: readonly StoredProduction[]
  readonly performances: readonly StoredPerformance[]
  readonly saleWindows: readonly { readonly production: string; readonly windows: StoredSaleWindows['windows'] }[]
}

/** A programme as sheets that an import reads. Images are referred to. */
export const sheetsOfProgramme = ({ halls, priceLists, schedules, types, productions, performances, saleWindows }: Programme): RawSheet[] =>
  writeProgramme({
    halls: halls.map(({ hall, planVersion, name }) => ({ hall, planFile: planFileOf(hall, planVersion), name })),
    'price lists': priceLists.map(({ id, list: { name, hall, seatBands, seatBlocks, planVersion } }) => ({
      ...{ id, name, hall, seatBands },
      seatBlocks: seatBlocks ?? null,
      planVersion: planVersion ?? null,
    })),
    'price types': priceLists.flatMap(({ id, list }) => list.priceTypes.map((type) => ({ ...type, priceList: id }))),
    prices: priceLists.flatMap(({ id, list }) => pricesOf(id, list)),
    'scheduled prices': scheduledPricesOf(schedules),
    ...{ 'performance types': types, productions, performances },
    pictures: productions.flatMap(({ id, gallery = [] }) => gallery.map((image, nth) => ({ production: id, picture: nth + 1, image }))),
    'on-sale windows': saleWindows.flatMap(({ production, windows }) =>
      windows.map((window, nth) => ({ ...window, production, window: nth + 1 })),
    ),
  })

const pricesOf = (priceList: string, fields: object): PriceRow[] =>
  Object.entries(fields).flatMap(([field, value]) => {
    const place = priceOfField(field)
    if (!place) return []
    const { price, fee } = (value ?? noPrice) as Pick<PriceRow, 'price' | 'fee'>
    return [{ priceList, band: place.band, priceType: place.type, price, fee }]
  })
const noPrice = { price: null, fee: zero }

/** The scheduled prices of each list and moment. Of several prices of one seat at one moment, the last one holds. */
function scheduledPricesOf(schedules: readonly StoredPriceSchedule[]): ScheduledPriceRow[] {
  const moments = Map.groupBy(schedules, ({ priceList, from }) => JSON.stringify([priceList, from]))
  return [...moments.values()]
    .map((ofMoment) => Object.assign({}, ...ofMoment) as StoredPriceSchedule)
    .toSorted((one, other) => compare(one.priceList, other.priceList) || compare(one.from, other.from))
    .flatMap((schedule) =>
      pricesOf(schedule.priceList, schedule)
        .map((row) => ({ ...row, from: schedule.from }))
        .toSorted((one, other) => compare(one.band, other.band) || compare(one.priceType, other.priceType)),
    )
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
