/** What a cell of a spreadsheet holds; null where it is empty. A date is wall clock, written as if it were UTC. */
export type Cell = string | number | boolean | Date | null

/** Why a cell cannot be read. */
export const cellFaults = [
  'missing',
  'not-a-number',
  'out-of-range',
  'not-an-amount',
  'not-a-date',
  'not-a-time',
  'no-such-time',
  'not-yes-or-no',
  'unknown-choice',
  'unknown-file',
  'not-a-key',
  'too-long',
  'formula-error',
] as const
export type CellFault = (typeof cellFaults)[number]

/** A cell that cannot be read: what is wrong, and what to write instead where that is known. */
export type FaultyCell = { readonly fault: CellFault; readonly suggestion: string | null }
type Read<Value> = { readonly value: Value } | FaultyCell

/** A kind of cell: how its text is read, and how a value is written. */
export type CellKind<Value> = {
  /** @param cell never empty */
  readonly read: (cell: Exclude<Cell, null>) => Read<Value>
  readonly write: (value: Value) => Cell
}

const fault = (kind: CellFault, suggestion: string | null = null): FaultyCell => ({ fault: kind, suggestion })
const value = <Value>(read: Value): Read<Value> => ({ value: read })

/** Whether a cell could not be read. */
export const isFaulty = <Value>(read: Read<Value>): read is FaultyCell => 'fault' in read

/** What spreadsheet programs write into a cell whose formula failed. */
const formulaErrors = /^#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/

/** The text of a cell as its reader would type it. */
export function textOf(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 16).replace('T', ' ')
  return typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : String(cell).trim()
}

/** Texts up to a length. */
export const text = (longest: number): CellKind<string> => ({
  read: (cell) => {
    const read = textOf(cell).replaceAll(/\r\n?/g, '\n')
    if (formulaErrors.test(read)) return fault('formula-error')
    return read.length > longest ? fault('too-long', String(longest)) : value(read)
  },
  write: (written) => (written === '' ? null : written),
})

/** Names in addresses, such as `the-tempest`. The suggestion is what the text would be as a key. */
export const key: CellKind<string> = {
  read: (cell) => {
    const read = textOf(cell)
    if (/^[a-z0-9][a-z0-9-]{0,79}$/.test(read)) return value(read)
    return fault('not-a-key', keyOf(read) || null)
  },
  write: (written) => written,
}

/** A text as a key: lower-case letters, digits and hyphens. */
export const keyOf = (words: string): string =>
  words
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80)

/** Whole numbers within bounds. */
export const whole = (min: number, max: number): CellKind<number> => ({
  read: (cell) => {
    const read = textOf(cell)
    if (!/^[-+]?\d+([.,]0+)?$/.test(read)) return fault('not-a-number')
    const number = Number.parseInt(read, 10)
    return number < min || number > max ? fault('out-of-range', `${min}–${max}`) : value(number)
  },
  write: (written) => written,
})

const amountText = /^\s*[£$€]?\s*([-+]?)(\d{1,3}(?:[ ,.'\u00A0\u202F]\d{3})+|\d+)(?:([.,])(\d{1,2}))?\s*(?:kr|€)?\s*$/i

/**
 * Amounts of money: the cell is in the major unit, such as pounds, and the value in minor units, such as pence. Both point and comma separate
 * the pence. A text such as `1,250` could be either, and is refused.
 */
export const amount = (max: number): CellKind<number> => ({
  read: (cell) => {
    const read = textOf(cell)
    const inMinorUnits = typeof cell === 'number' ? cell * 100 : minorUnitsOf(read)
    if (inMinorUnits === undefined) return fault('not-an-amount', /^\d+[.,]\d{3}$/.test(read) ? read.replace(/[.,]/, '') : '45.00')
    const rounded = Math.round(inMinorUnits)
    if (Math.abs(inMinorUnits - rounded) > 1e-6) return fault('not-an-amount', (rounded / 100).toFixed(2))
    return rounded < 0 || rounded > max ? fault('out-of-range', `0–${max / 100}`) : value(rounded)
  },
  write: (written) => written / 100,
})

function minorUnitsOf(read: string): number | undefined {
  const [, sign, units = '', separator, pence = ''] = amountText.exec(read) ?? []
  if (units === '') return undefined
  // One group of three digits after a point or a comma may be thousands, or a mistyped decimal fraction.
  if (separator === undefined && /^\d{1,3}[.,]\d{3}$/.test(units)) return undefined
  const minor = Number(units.replaceAll(/\D/g, '')) * 100 + Number(pence.padEnd(2, '0') || 0)
  return sign === '-' ? -minor : minor
}

/** Days from the epoch of spreadsheets to that of Unix time. */
const serialOffset = 25_569
const isDay = (read: string): boolean => {
  const at = new Date(`${read}T00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(read)
}

/** What a text that is no date could mean, as a date; null where that is a guess. */
function dayMeant(read: string): string | null {
  const serial = Number(read)
  if (/^\d{5}(\.\d+)?$/.test(read) && serial > 36_000)
    return new Date((Math.floor(serial) - serialOffset) * 86_400_000).toISOString().slice(0, 10)
  const [, first, second, year] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(read) ?? []
  if (first === undefined) return null
  const [day, month] = Number(first) > 12 ? [first, second] : Number(second) > 12 ? [second, first] : []
  const meant = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
  return day !== undefined && isDay(meant) ? meant : null
}

/** Days as `2031-02-03`, or cells that the spreadsheet program formats as dates. */
export const day: CellKind<string> = {
  read: (cell) => {
    const read = cell instanceof Date ? textOf(cell).slice(0, 10) : textOf(cell)
    if (!/^\d{4}-\d\d-\d\d$/.test(read)) return fault('not-a-date', dayMeant(read) ?? 'YYYY-MM-DD')
    return isDay(read) ? value(read) : fault('no-such-time')
  },
  write: (written) => written,
}

/** Times of day as `19:30`, or cells that the spreadsheet program formats as times. */
export const timeOfDay: CellKind<string> = {
  read: (cell) => {
    if (typeof cell === 'number' && cell >= 0 && cell < 1) return value(timeOfMinutes(Math.round(cell * 1_440)))
    const read = cell instanceof Date ? textOf(cell).slice(11) : textOf(cell)
    const [, hour = '', minute = ''] = /^(\d{1,2})[:.](\d\d)(?::00)?$/.exec(read) ?? []
    if (hour === '' || Number(hour) > 23 || Number(minute) > 59) return fault('not-a-time', '19:30')
    return value(`${hour.padStart(2, '0')}:${minute}`)
  },
  write: (written) => written,
}

const timeOfMinutes = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Moments on the wall clock as `2031-02-03 10:00`. The value has a `T` between day and time. */
export const moment: CellKind<string> = {
  read: (cell) => {
    const [onDay = '', atTime = '', ...more] = textOf(cell).split(/[ T]+/)
    const [dayRead, timeRead] = [day.read(onDay), timeOfDay.read(atTime)]
    if (isFaulty(dayRead)) return dayRead.fault === 'not-a-date' ? fault('not-a-date', '2031-02-03 10:00') : dayRead
    if (isFaulty(timeRead) || more.length > 0) return fault('not-a-time', `${dayRead.value} 10:00`)
    return value(`${dayRead.value}T${timeRead.value}`)
  },
  write: (written) => written.replace('T', ' '),
}

const yes: ReadonlySet<string> = new Set(['yes', 'y', 'true', '1'])
const no: ReadonlySet<string> = new Set(['no', 'n', 'false', '0'])

/** `yes` or `no`. */
export const yesOrNo: CellKind<boolean> = {
  read: (cell) => {
    const read = textOf(cell).toLowerCase()
    if (yes.has(read)) return value(true)
    return no.has(read) ? value(false) : fault('not-yes-or-no', 'yes, no')
  },
  write: (written) => (written ? 'yes' : 'no'),
}

/** One of some words. */
export const choice = <Word extends string>(words: readonly Word[]): CellKind<Word> => ({
  read: (cell) => {
    const read = textOf(cell).toLowerCase()
    const found = words.find((word) => word === read)
    return found === undefined ? fault('unknown-choice', words.join(', ')) : value(found)
  },
  write: (written) => written,
})

/** Several values, separated by commas, or one on each line. */
export const list = <Item>(item: CellKind<Item>, separator: ',' | '\n' = ','): CellKind<Item[]> => ({
  read: (cell) => {
    const items: Item[] = []
    for (const part of textOf(cell).split(separator === ',' ? /[,;\n]/ : /\r?\n/)) {
      if (part.trim() === '') continue
      const read = item.read(part.trim())
      if (isFaulty(read)) return read
      items.push(read.value)
    }
    return value(items)
  },
  write: (written) => (written.length === 0 ? null : written.map((each) => textOf(item.write(each))).join(separator === ',' ? ', ' : '\n')),
})
