import type { StoredPerformance } from '../performance-plan.ts'
import type { TicketPrice } from '../price-list-plan.ts'
import type { PerformanceType, StoredProduction } from '../production-plan.ts'
import type { Sheet } from './column.ts'
import { type HallRow, hallsSheet } from './halls-sheet.ts'
import { performanceTypesSheet } from './performance-types-sheet.ts'
import { performancesSheet } from './performances-sheet.ts'
import { newPicture, type PictureRow, picturesSheet } from './pictures-sheet.ts'
import {
  type PriceListRow,
  priceListsSheet,
  type PriceRow,
  pricesSheet,
  type ScheduledPriceRow,
  scheduledPricesSheet,
} from './price-sheets.ts'
import { type PriceTypeRow, priceTypesSheet } from './price-types-sheet.ts'
import { productionsSheet } from './productions-sheet.ts'
import { newSaleWindow, type SaleWindowRow, saleWindowsSheet } from './sale-windows-sheet.ts'

/** What each sheet has a row of. */
export type ProgrammeThings = {
  readonly halls: HallRow
  readonly 'price lists': PriceListRow
  readonly 'price types': PriceTypeRow
  readonly prices: PriceRow
  readonly 'scheduled prices': ScheduledPriceRow
  readonly 'performance types': PerformanceType
  readonly productions: StoredProduction
  readonly pictures: PictureRow
  readonly performances: StoredPerformance
  readonly 'on-sale windows': SaleWindowRow
}
export type SheetName = keyof ProgrammeThings

/** The sheets of a programme file, in the order in which they refer to each other. */
export const programmeSheets: { readonly [Name in SheetName]: Sheet<ProgrammeThings[Name]> } = {
  halls: hallsSheet,
  'price lists': priceListsSheet,
  'price types': priceTypesSheet,
  prices: pricesSheet,
  'scheduled prices': scheduledPricesSheet,
  'performance types': performanceTypesSheet,
  productions: productionsSheet,
  pictures: picturesSheet,
  performances: performancesSheet,
  'on-sale windows': saleWindowsSheet,
}
export const sheetNames = Object.keys(programmeSheets) as SheetName[]

const newPrice = (): PriceRow => ({ priceList: '', band: 'a', priceType: '', price: null, fee: 0 as TicketPrice['fee'] })

/**
 * What a new thing has where its sheet has no column for it. Required fields are empty until the row is read.
 * @param timeZone of the theatre
 */
export const newThings = {
  halls: (): HallRow => ({ hall: '', planFile: '', name: '' }),
  'price lists': (): PriceListRow => ({ id: '', name: '', hall: '', seatBands: [], seatBlocks: null, planVersion: null }),
  'price types': (): PriceTypeRow => ({ priceList: '', id: '', name: '', kind: 'full' }),
  prices: newPrice,
  'scheduled prices': (): ScheduledPriceRow => ({ ...newPrice(), from: '' }),
  'performance types': (): PerformanceType => ({ id: '', name: '', priceList: '', accessTags: [], perCustomer: null }),
  productions: (): StoredProduction => ({
    ...{ id: '', title: '', credit: '', tagline: '', synopsis: [], runningTime: 0, intervals: 0, ageGuidance: 0, warnings: [], venue: '' },
    ...{ copyLanguage: '', poster: { hue: 0, motif: 'arcs' }, state: 'draft' },
  }),
  pictures: newPicture,
  performances: (timeZone: string): StoredPerformance => ({
    ...{ id: '', production: '', hall: '', planVersion: '', priceList: '', type: null, startsAt: '', timeZone, generalSaleAt: '' },
    ...{ web: { isVisible: true, sale: 'on-sale' }, counter: { isVisible: true, isOnSale: true }, priority: [] },
    ...{ programme: null, members: null, perCustomer: null, accessTags: [], state: 'draft' },
  }),
  'on-sale windows': newSaleWindow,
} as const satisfies { readonly [Name in SheetName]: (timeZone: string) => ProgrammeThings[Name] }
