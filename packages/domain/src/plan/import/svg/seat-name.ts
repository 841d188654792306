/** What a name in a drawing tells about a seat. */
export type SeatName = { readonly area?: string; readonly row?: string; readonly number?: string; readonly table?: string }

/** Names that drawing programs give by themselves. `G12` may be a seat; `g12` is a group of Inkscape. */
const automatic =
  /^(?:svg|svgid|xmlid|path|rect|rectangle|circle|ellipse|kreis|oval|polygon|polyline|poly|line|use|group|gruppe|groupe|grupo|shape|forma|object|vector|union|subtract|layer|ebene|calque|capa|lager|tspan|text|image|frame|artboard|page|clip|mask|symbol|fill|stroke|combined[ _-]?shape|compound[ _-]?path|pfad|rechteck|tracé)(?:[\s_-]*(?:copy|kopie|copie|copia))?[\s_-]*[\d_-]*$/i
const automaticGroup = /^g[\d_-]*$/
/** Names of groups that hold all seats, or a kind of thing, and are no place in a hall. */
const generic =
  /^(?:all[ _-]?)?(?:seats?|chairs?|seating(?:[ _-](?:plan|map|chart))?|plan|map|hall|venue|theat(?:re|er)|auditorium|main|content|drawing|root|background|sitze|sitzplätze|plätze|saal|platser|salong|stolar|asientos|butacas|sala|sièges|places|salle|plas|chèz|rows?|sections?|labels?|numbers?|figure|capacity|default)$/i

/** Undoes what Illustrator does to names: `_x31_2` is 12, and `A1_2_` the second thing called A1. */
const decode = (name: string): string =>
  name
    .replace(/_x([0-9a-f]{2,4})_/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/_\d+_$/, '')
    .trim()

/** Parts words that are written together: `rowASeat12`. */
const partWords = (name: string): string => name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replace(/([\p{Lu}\d])(?=\p{Lu}\p{Ll}{2})/gu, '$1 ')

/** A name that a person gave; empty for those of drawing programs. */
export function givenName(name: string): string {
  const decoded = decode(name)
  return automatic.test(decoded) || automaticGroup.test(decoded) ? '' : decoded
}

/** The name of a group as a person would read it; empty for a group that names no place. */
export function placeName(name: string): string {
  const given = givenName(name)
    .replace(/[_]+/g, ' ')
    .replace(/(?<=\p{L})-(?=\p{L}|\d)/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return generic.test(given) ? '' : given.slice(0, 1).toUpperCase() + given.slice(1)
}

const gap = String.raw`[\s._:#=-]`
const before = String.raw`(?<![\p{L}\p{N}])`
const after = String.raw`(?![\p{L}\p{N}])`
const rowWords = 'row|reihe|rad|rang(?:ée)?|rangee|fila|ranje'
const seatWords = 'seat|sitz|platz|plats|stol|siège|siege|place|asiento|butaca|chair|plas|chèz|nummer|number|no|nr|n°'
const tableWords = 'table|tisch|bord|mesa|tab'
/** A word and its label. A label that begins with a letter needs a gap before it: `Rowan` is no row `an`. */
const labelled = (words: string, digits: string, letters: string): RegExp =>
  new RegExp(`${before}(?:${words})(?:${gap}*(?=\\d)|${gap}+)(${digits}|${letters})${after}`, 'iu')
const rowPattern = labelled(rowWords, '\\d{1,3}', '\\p{L}{1,3}\\d{0,2}')
const seatPattern = labelled(seatWords, '\\d{1,4}\\p{L}?', '\\p{L}')
const tablePattern = labelled(tableWords, '\\d{1,3}\\p{L}?', '\\p{L}{1,2}\\d{0,3}')
const shortPattern = /^r(\d{1,3})[\s_.-]*s(\d{1,4})$/i
const leadingSeat = new RegExp(`^(?:${seatWords})[\\s._:#=-]+`, 'iu')

/** `A`, `a`, `AA`, `12`, `A1`: a word of small letters, such as `of`, is no label. */
const isRowLabel = (text: string): boolean => /^(?:\p{L}|\p{Lu}{1,3}|\d{1,3}|\p{Lu}{1,2}\d{1,2})$/u.test(text)
const isNumber = (text: string): boolean => /^\d{1,4}\p{L}?$/u.test(text)

/** The row, or the table, that a group is called after: `Row A`, `reihe-3`; undefined for other names. */
export function groupOfSeats(name: string): Pick<SeatName, 'row' | 'table'> | undefined {
  const given = partWords(givenName(name))
  const table = tablePattern.exec(given)?.[1]
  if (table) return { table }
  const row = rowPattern.exec(given)?.[1]
  return row && isRowLabel(row) ? { row } : undefined
}

/** Whether a short name can be the label of a row: `A`, `12`, `Row A`. */
export function rowLabelIn(text: string): string | undefined {
  const label = rowPattern.exec(text)?.[1] ?? text.trim()
  return isRowLabel(label) && !seatPattern.test(text) ? label : undefined
}

/**
 * What a name tells about a seat: with words in any order (`Balcony, Row C, Seat 14`, `Tisch 5 Platz 2`), or by its parts (`Stalls-A-12`, `A12`,
 * `12`). Undefined for a name that a drawing program made, or that names no seat.
 */
export function parseSeatName(text: string): SeatName | undefined {
  const given = givenName(text)
  if (given === '' || given.length > longestName) return undefined
  const [, shortRow, shortSeat] = shortPattern.exec(given) ?? []
  if (shortRow && shortSeat) return { row: shortRow, number: shortSeat }
  return byWords(partWords(given)) ?? byParts(given.replace(leadingSeat, ''))
}

const longestName = 120

function labelledRow(name: string): RegExpExecArray | null {
  const row = rowPattern.exec(name)
  return row && isRowLabel(row[1]!) ? row : null
}

function byWords(name: string): SeatName | undefined {
  const number = seatPattern.exec(name)
  const row = labelledRow(name)
  const table = tablePattern.exec(name)
  // A letter after the word may be the row of a number that follows it: `seat-A-12`.
  if (number && !row && !table && !/^\d/.test(number[1]!)) return undefined
  if (!number || (!row && !table && !isAlone(name, number[0]))) return row || table ? onlyGroup(name, row, table) : undefined
  const rest = [number, row, table].reduce((left, found) => (found ? left.replace(found[0], ' ') : left), name)
  const area = areaIn(rest)
  return { ...(area && { area }), ...(row && { row: row[1]! }), ...(table && { table: table[1]! }), number: number[1]! }
}

const isAlone = (name: string, found: string): boolean => name.trim() === found.trim() || areaIn(name.replace(found, ' ')) !== ''

/** `Row A 12`: the row by its word, and the number after it. */
function onlyGroup(name: string, row: RegExpExecArray | null, table: RegExpExecArray | null): SeatName | undefined {
  const found = (table ?? row)!
  const end = found.index + found[0].length
  const number = /^[\s._:#=,/-]+(\d{1,4}\p{L}?)\s*$/u.exec(name.slice(end))?.[1]
  if (!number) return undefined
  const area = areaIn(name.slice(0, found.index))
  return { ...(area && { area }), ...(table ? { table: table[1]! } : { row: row![1]! }), number }
}

/** What is left of a name, as the name of an area. */
const areaIn = (rest: string): string => placeName(rest.replace(/[\s_.,:;|/#=-]+/g, ' ').trim())

function byParts(name: string): SeatName | undefined {
  const parts = name.split(/[\s_.,:;|/#-]+/).filter((part) => part !== '')
  const last = parts.at(-1)
  if (last === undefined) return undefined
  if (parts.length === 1) {
    if (isNumber(last)) return { number: last }
    const [, row, number] = /^(\p{Lu}{1,3})(\d{1,4}\p{Ll}?)$/u.exec(last) ?? /^(\p{L})(\d{1,3})$/u.exec(last) ?? []
    return row && number ? { row: row.toUpperCase(), number } : undefined
  }
  const row = parts.at(-2)!
  // The letter of a seat after the number of its row, as in an aeroplane.
  const isSeat = isNumber(last) || (/^\p{Lu}$/u.test(last) && /^\d{1,3}$/.test(row))
  if (!isSeat) {
    const together = byParts(last)
    return together?.row && parts.length > 1 ? { area: areaIn(parts.slice(0, -1).join(' ')), ...together } : undefined
  }
  if (!isRowLabel(row)) return { area: areaIn(parts.slice(0, -1).join(' ')), number: last }
  const area = areaIn(parts.slice(0, -2).join(' '))
  return { ...(area && { area }), row, number: last }
}
