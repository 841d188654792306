export { closest } from './closest.ts'
export { readSheets, type SpreadsheetFault } from './read-sheets.ts'
export { writeCsv, writeJson, writeWorkbook } from './write-sheets.ts'
