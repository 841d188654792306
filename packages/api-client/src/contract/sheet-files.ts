import { z } from 'zod'
import { mostSpreadsheetBytes, mostSpreadsheets } from '@playhouse/domain/spreadsheet-refusal'

/** Characters of the largest files in Base64. */
const mostText = Math.ceil(mostSpreadsheetBytes / 3) * 4

/** A spreadsheet in a call. */
export const sheetFileSchema = z.strictObject({
  /** The sheet of a CSV file has the name of the file without its ending. */
  name: z.string().trim().min(1).max(200),
  /** The content in Base64. The format is recognised by it: XLSX, JSON or CSV; of a programme also iCalendar. */
  file: z.string().max(mostText),
})
/** Spreadsheets in a call. */
export const sheetFilesSchema = z.array(sheetFileSchema).min(1).max(mostSpreadsheets)

/** The limit of the body of a call with spreadsheets, in bytes. */
export const sheetFilesLimit = mostText + 16_384
