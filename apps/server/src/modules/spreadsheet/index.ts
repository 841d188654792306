export { closest } from './closest.ts'
export { readSheetFile } from './read-sheet-file.ts'
export { readSheets } from './read-sheets.ts'
export { writeCsv, writeWorkbook } from './write-sheets.ts'
