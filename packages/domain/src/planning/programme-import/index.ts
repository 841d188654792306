export { checkPerformances } from './check-performances.ts'
export {
  type AfterImport,
  checkComplete,
  checkImages,
  checkProductions,
  type Imported,
  imagesOf,
  publishedProductions,
  type Uploads,
} from './check-productions.ts'
export { type AddedPlan, composeHalls, type PlanFile, type StoredPlan, withAddedPlans } from './compose-halls.ts'
export { checkLists, composeLists, namedLists } from './compose-lists.ts'
export { checkPictures, composeProductions, type ComposedProduction, namedProductions } from './compose-productions.ts'
export { checkTypes } from './check-types.ts'
export { composeSchedules, scheduledLists } from './compose-schedules.ts'
export { checkWindows, composeWindows, type ComposedWindows, startsAhead } from './compose-windows.ts'
export { type Composed, composeThings, type Current } from './compose-things.ts'
export type { Known, KnownPlans } from './known.ts'
export { ProblemList } from './problem-list.ts'
export {
  type ImportedThing,
  type ImportReport,
  type ImportSummary,
  importSummarySchema,
  mostListed,
  type SourcesReport,
  summaryOf,
  thingsOf,
} from './report.ts'
export { planFileOf, type Programme, sheetsOfProgramme } from './sheets-of-programme.ts'
