export type { Cell, CellFault } from './cell.ts'
export { readJsonSheets, writeJsonSheets } from './json-sheets.ts'
export {
  type FileProblem,
  type FindClosest,
  fileFaults,
  type ProgrammeFault,
  programmeFaults,
  type ProgrammeRow,
  type RawSheet,
  readProgramme,
  type ReadProgramme,
  writeProgramme,
} from './programme-file.ts'
export {
  newThings,
  type PriceListRow,
  type PriceRow,
  type PriceTypeRow,
  programmeSheets,
  type ProgrammeThings,
  type SheetName,
  sheetNames,
} from './sheets.ts'
