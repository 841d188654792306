import type { Locale } from '@playhouse/domain/brand'
import { intlLocale, type Money } from '@playhouse/domain/money'

/** A cell: words, a count, or an amount of money. */
export type CsvCell = string | number | { readonly amount: Money }

/** What a spreadsheet takes for the beginning of a formula, in any width, behind any space, or for the end of a cell (OWASP, CSV injection). */
const formulaStart = /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@＝＋－＠])/u

/**
 * A table that a spreadsheet opens as it is meant (RFC 4180): with the separators of its reader's language, for spreadsheets go
 * by that. Words stay words: an apostrophe stands before any that would be reckoned out.
 */
export function writeCsv(rows: readonly (readonly CsvCell[])[], locale: Locale): string {
  const decimal = new Intl.NumberFormat(intlLocale(locale)).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  const separator = decimal === ',' ? ';' : ','
  const writeCell = (cell: CsvCell): string => {
    if (typeof cell === 'number') return String(cell)
    if (typeof cell === 'object') return (cell.amount / 100).toFixed(2).replace('.', decimal)
    return `"${(formulaStart.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`
  }
  // The mark at the beginning says that this is UTF-8: without it some read names wrong.
  return `\u{FEFF}${rows.map((row) => `${row.map(writeCell).join(separator)}\r\n`).join('')}`
}
