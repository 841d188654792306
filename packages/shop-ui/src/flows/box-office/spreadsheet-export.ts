import type { Locale } from '@playhouse/domain/brand'
import { intlLocale, type Money } from '@playhouse/domain/money'

/** A cell: a text, a count, or an amount of money. */
export type CsvCell = string | number | { readonly amount: Money }

/** Texts that a spreadsheet takes for a formula, in half or full width and after spaces, or for the end of a cell (OWASP, CSV injection). */
const formulaStart = /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@＝＋－＠])/u

/**
 * Formats a table as CSV (RFC 4180), with the separators that a spreadsheet in the reader's language expects.
 * Prefixes an apostrophe to texts that a spreadsheet would evaluate.
 */
export function writeCsv(rows: readonly (readonly CsvCell[])[], locale: Locale): string {
  const decimal = new Intl.NumberFormat(intlLocale(locale)).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  const separator = decimal === ',' ? ';' : ','
  const writeCell = (cell: CsvCell): string => {
    if (typeof cell === 'number') return String(cell)
    if (typeof cell === 'object') return (cell.amount / 100).toFixed(2).replace('.', decimal)
    return `"${(formulaStart.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`
  }
  // The byte order mark marks UTF-8: without it some spreadsheets read names in another encoding.
  return `\u{FEFF}${rows.map((row) => `${row.map(writeCell).join(separator)}\r\n`).join('')}`
}
