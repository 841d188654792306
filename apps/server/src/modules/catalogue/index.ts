export { readBrand } from './brand.ts'
export { isAnyCancelled } from './cancelled.ts'
export { type Catalogue, createCatalogue, type Hall, hallOfPlan, performanceOfTicket } from './catalogue.ts'
export { createPageVersions, type PageVersions } from './page-version.ts'
export {
  arePricesCurrent,
  changePriceList,
  havePricesChanged,
  lockPriceLists,
  requireCurrentPrices,
  withCurrentPrices,
} from './price-version.ts'
export { isPublicPerformance } from './public-performance.ts'
export type { AddressedProduction, PerformanceDetails, PriceTable } from './read-programme.ts'
export { seatingVersionOf } from './seating-version.ts'
export { findVisibleProductions } from './visible-productions.ts'
export { seedSeason, type SeasonToSeed } from './seed-season.ts'
