export { type Cell, type CellFault, textOf as textOfCell } from './cell.ts'
export type { HallRow } from './halls-sheet.ts'
export { readJsonSheets, writeJsonSheets } from './json-sheets.ts'
export {
  type FileProblem,
  fileFaults,
  type ProgrammeFault,
  programmeFaults,
  type ProgrammeRow,
  readProgramme,
  type ReadProgramme,
  writeProgramme,
} from './programme-file.ts'
export { newSaleWindow, type SaleWindowRow } from './sale-windows-sheet.ts'
export type { FindClosest, FormFault, RawSheet, SheetProblem } from './read-sheet.ts'
export { newPicture, type PictureRow } from './pictures-sheet.ts'
export type { PriceListRow, PriceRow, ScheduledPriceRow } from './price-sheets.ts'
export type { PriceTypeRow } from './price-types-sheet.ts'
export { newThings, programmeSheets, type ProgrammeThings, type SheetName, sheetNames } from './sheets.ts'
