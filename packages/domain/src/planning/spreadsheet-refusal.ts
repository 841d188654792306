/** Why a file is no spreadsheet. */
export const spreadsheetFaults = ['empty', 'too-large', 'not-utf-8', 'malformed', 'old-excel', 'nothing-to-read'] as const
export type SpreadsheetFault = (typeof spreadsheetFaults)[number]

/** The largest file in bytes, and all files of one import together. */
export const mostSpreadsheetBytes = 20_000_000
/** The most files of one import. */
export const mostSpreadsheets = 10
