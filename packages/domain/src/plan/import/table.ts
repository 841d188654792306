import type { Json } from './json.ts'

/** Names of columns as `parseSeatList` knows them, by words that tables have in their first line, in lower case. */
const columns: Readonly<Record<string, string>> = {
  ...{ area: 'area', section: 'area', zone: 'area', block: 'area', level: 'area', bereich: 'area', sektion: 'area', zona: 'area' },
  ...{ row: 'row', reihe: 'row', rad: 'row', fila: 'row', table: 'table', tisch: 'table', bord: 'table', mesa: 'table' },
  ...{ seat: 'number', number: 'number', platz: 'number', plats: 'number', nummer: 'number', asiento: 'number', butaca: 'number' },
  ...{ category: 'category', price: 'category', kategorie: 'category', kategori: 'category', categoría: 'category' },
  ...{ x: 'x', y: 'y', id: 'id' },
}
const separators = [',', ';', '\t'] as const

/**
 * Reads a table with a line a seat as a list of seats: its first line names the columns, in any order. Undefined unless it has the columns
 * x and y, without which nothing can be drawn.
 * @param most the number of lines after which it stops: more are too many seats
 */
export function seatsInTable(text: string, most: number): Json[] | undefined {
  const head = text.slice(0, text.search(/\r?\n/)).replace(/^\uFEFF/, '')
  const separator = separators.find((each) => head.includes(each))
  if (!separator) return undefined
  const lines = linesOf(text.replace(/^\uFEFF/, ''), separator, most + 2)
  const names = lines[0]?.map((name) => columns[name.trim().toLowerCase()]) ?? []
  if (!names.includes('x') || !names.includes('y')) return undefined
  return lines
    .slice(1)
    .filter((cells) => cells.some((cell) => cell.trim() !== ''))
    .map((cells) => Object.fromEntries(names.flatMap((name, nth) => (name === undefined ? [] : [[name, cells[nth] ?? '']]))))
}

/** The cells of each line. A quoted cell may have separators and line breaks; two quotes in it are one. */
function linesOf(text: string, separator: string, most: number): string[][] {
  const lines: string[][] = []
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(${separator}|\\r?\\n|\\r|$)`, 'y')
  let line: string[] = []
  while (cell.lastIndex < text.length && lines.length < most) {
    const at = cell.lastIndex
    const found = cell.exec(text)
    // A quote that is never closed, or letters after one: the rest of the line is one cell.
    if (!found) {
      const end = text.indexOf('\n', at)
      line.push(text.slice(at, end < 0 ? undefined : end))
      cell.lastIndex = end < 0 ? text.length : end + 1
      lines.push(line)
      line = []
      continue
    }
    const [, quoted, plain = '', end] = found
    line.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === separator) continue
    lines.push(line)
    line = []
  }
  if (line.length > 0) lines.push(line)
  return lines
}
