export { listAllocations } from './allocations.ts'
export type { Planner } from './apply-changes.ts'
export { addPerformance, addRun, editPerformances } from './edit-performances.ts'
export {
  archiveProduction,
  createProduction,
  editProduction,
  listPerformanceTypes,
  publishProduction,
  setPerformanceType,
  withdrawProduction,
} from './edit-production.ts'
export { addHallPlan, listHalls, readPlannedHall } from './halls.ts'
export { describeRow, listChanges } from './list-changes.ts'
export { nameDependents } from './name-dependents.ts'
export { listProductions, readPlannedProduction, readPlanningOptions } from './read-planning.ts'
export {
  changePrices,
  createPriceList,
  listPriceLists,
  paintSeats,
  previewBands,
  previewPrices,
  readBands,
  readPlannedPriceList,
} from './price-lists.ts'
export { countRecords, readRecord, saveRecord, setRecordSale } from './record/edit-records.ts'
export { changeAccessCards, listAccessCards } from './access-cards.ts'
export { createOfferCodes, readOfferCodes, withdrawOfferCodes } from './offer-codes.ts'
export { changeProgrammeCodes, countProgrammeCodes } from './record/change-programme-codes.ts'
export { changeStock } from './record/change-stock.ts'
export { changeProductPerformances } from './record/change-product-performances.ts'
export { readProductPerformances } from './record/product-performances.ts'
export { readStocks } from './record/product-stock.ts'
export { createLiveBrand, currentBrand, seedRecords } from './record/live-brand.ts'
export { readRecordNames } from './record/record-names.ts'
export { listRecords } from './record/stored-records.ts'
export { changeOffer, createOffer, endOffer, listOffers, listPriceTypes, readPlannedOffer } from './offers.ts'
export { readClaims } from './references.ts'
export { applyReplan } from './apply-replan.ts'
export { previewReplan } from './replan.ts'
export { applyDuePrices, schedulePrices, withdrawPrices } from './price-schedules.ts'
export { paintSeatLocks, readLocks, releaseDueLocks } from './seat-locks.ts'
export { changeSaleWindows, readPeriods, readSaleWindows } from './sale-windows.ts'
export { readOfferSales } from './offer-sales.ts'
export { testOffer } from './test-offer.ts'
export { undoChange } from './undo.ts'
export {
  type CatalogueDeps,
  type CatalogueFault,
  type CatalogueKind,
  catalogueKinds,
  type CatalogueProblem,
  type CatalogueReport,
  exportCatalogue,
  importCatalogue,
  readCatalogueFile,
} from './catalogue-file/index.ts'
export { createImporter, exportFolder, exportProgramme, type Importer, importProgramme, importSources } from './programme-import/index.ts'
export { cancelSubscriptionCards, issueSubscriptionCards, readSubscriptionCards } from './change-cards.ts'
