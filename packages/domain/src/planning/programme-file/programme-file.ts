import { type Cell, type CellFault, cellFaults, textOf } from './cell.ts'
import type { Column, Sheet } from './column.ts'
import { programmeSheets, type ProgrammeThings, type SheetName, sheetNames } from './sheets.ts'

/** A sheet as a file has it: the first row names the columns. */
export type RawSheet = { readonly name: string; readonly rows: readonly (readonly Cell[])[] }

/** Why a row, a column or a sheet of a file is refused: by the file alone, or by what the programme has. */
export const fileFaults = [
  'unknown-sheet',
  'repeated-sheet',
  'unknown-column',
  'repeated-column',
  'repeated-key',
  'too-many-rows',
  'unknown-reference',
  'address-taken',
  'skipped-time',
  'fee-over-price',
  'price-type-kept',
  'seats-kept',
  'band-without-price',
  'other-hall',
  'other-number-of-seats',
  'fixed-while-on-sale',
  'cancelled',
  'state-kept',
  'hall-in-use',
  'incomplete',
  'invalid',
] as const
/** Everything that can be wrong in a file. */
export const programmeFaults = [...cellFaults, ...fileFaults] as const
export type ProgrammeFault = CellFault | (typeof fileFaults)[number]

/** Something wrong in a file. `row` as spreadsheet programs count, the header is row 1; null for a whole sheet. */
export type FileProblem = {
  readonly sheet: string
  readonly row: number | null
  readonly column: string | null
  readonly value: string
  readonly fault: ProgrammeFault
  /** What to write instead, or what the fault refers to. */
  readonly suggestion: string | null
}

/** A row that was read: a change of one thing. Columns that the sheet does not have keep the value of a thing that exists. */
export type ProgrammeRow<Thing> = {
  readonly row: number
  /** The values of the key columns. */
  readonly key: readonly string[]
  readonly edit: (thing: Thing) => Thing
  /** The columns that a new thing needs and that the sheet does not have. */
  readonly lacking: readonly string[]
}

/** The rows of each sheet, and everything that is wrong in the file. */
export type ReadProgramme = {
  readonly rows: { readonly [Name in SheetName]: readonly ProgrammeRow<ProgrammeThings[Name]>[] }
  readonly problems: readonly FileProblem[]
  /** The keys of rows that were left out, in sheets with one key: others may refer to them. */
  readonly leftOut: ReadonlyMap<SheetName, ReadonlySet<string>>
}

/** Rows of one sheet: twice the largest season that a theatre has told us of. */
const maxRows = 20_000
/** Returns the word that was probably meant; null where none is similar. */
export type FindClosest = (word: string, words: readonly string[]) => string | null

/** Reads the sheets of a programme file. Every problem is reported at once; rows with a problem are left out. */
export function readProgramme(sheets: readonly RawSheet[], closest: FindClosest): ReadProgramme {
  const problems: FileProblem[] = []
  const seen = new Set<string>()
  const found = new Map<SheetName, RawSheet>()
  const leftOut = new Map<SheetName, Set<string>>()
  for (const sheet of sheets) {
    const name = sheetNames.find((each) => each === normal(sheet.name))
    const [fault, suggestion] = !name
      ? (['unknown-sheet', closest(normal(sheet.name), sheetNames)] as const)
      : (['repeated-sheet', null] as const)
    if (!name || seen.has(name)) problems.push({ sheet: sheet.name, row: null, column: null, value: sheet.name, fault, suggestion })
    else found.set(name, sheet)
    if (name) seen.add(name)
  }
  const read = <Name extends SheetName>(name: Name): readonly ProgrammeRow<ProgrammeThings[Name]>[] => {
    const raw = found.get(name)
    if (!raw) return []
    const faulty = new Set<string>()
    leftOut.set(name, faulty)
    return readSheet<ProgrammeThings[Name]>(programmeSheets[name], raw, { problems, faulty, closest })
  }
  const rows = {
    'price lists': read('price lists'),
    'price types': read('price types'),
    prices: read('prices'),
    productions: read('productions'),
    performances: read('performances'),
  }
  return { rows, problems, leftOut }
}

const normal = (header: string): string =>
  header
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')
const isEmpty = (cell: Cell | undefined): boolean => cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '')

function readSheet<Thing>(
  sheet: Sheet<Thing>,
  { rows: [headers = [], ...body] }: RawSheet,
  { problems, faulty, closest }: { readonly problems: FileProblem[]; readonly faulty: Set<string>; readonly closest: FindClosest },
): ProgrammeRow<Thing>[] {
  const { name } = sheet
  const add = (row: number | null, column: string | null, cell: Cell, fault: ProgrammeFault, suggestion: string | null = null): void =>
    void problems.push({ sheet: name, row, column, value: textOf(cell).slice(0, 200), fault, suggestion })
  const columns = readHeaders(sheet, headers, add, closest)
  const present = new Set([...columns.values()].map(({ header }) => header))
  const lackingKeys = sheet.key.filter((header) => !present.has(header))
  for (const header of lackingKeys) add(1, header, null, 'missing')
  if (body.length > maxRows) add(null, null, body.length, 'too-many-rows', String(maxRows))
  if (lackingKeys.length > 0 || body.length > maxRows) return []
  const lacking = sheet.columns.filter(({ header, isRequired }) => isRequired && !present.has(header)).map(({ header }) => header)
  const read: ProgrammeRow<Thing>[] = []
  const rowOfKey = new Map<string, number>()
  for (const [nth, cells] of body.entries()) {
    const row = nth + 2
    if (cells.every(isEmpty)) continue
    const edits: ((thing: Thing) => Thing)[] = []
    const key = new Map<string, string>()
    let isFaulty = false
    for (const [place, column] of columns) {
      const cell = isEmpty(cells[place]) ? null : cells[place]!
      const result = column.read(cell)
      if ('fault' in result) {
        add(row, column.header, cell, result.fault, result.suggestion)
        isFaulty = true
      } else {
        edits.push(result.edit)
        if (sheet.key.includes(column.header)) key.set(column.header, textOf(cell))
      }
    }
    const parts = sheet.key.map((header) => key.get(header) ?? '')
    const joined = JSON.stringify(parts)
    const former = isFaulty ? undefined : rowOfKey.get(joined)
    if (former !== undefined) add(row, sheet.key.at(-1)!, parts.join(', '), 'repeated-key', String(former))
    if (isFaulty && sheet.key.length === 1) faulty.add(parts[0]!)
    if (isFaulty || former !== undefined) continue
    rowOfKey.set(joined, row)
    read.push({ row, key: parts, lacking, edit: (thing) => edits.reduce((edited, edit) => edit(edited), thing) })
  }
  return read
}

type AddProblem = (row: number | null, column: string | null, cell: Cell, fault: ProgrammeFault, suggestion?: string | null) => void

/** The columns by their place in the file, in the order of the sheet: a time is set on the date that is there. */
function readHeaders<Thing>(
  sheet: Sheet<Thing>,
  headers: readonly Cell[],
  add: AddProblem,
  closest: FindClosest,
): Map<number, Column<Thing>> {
  const columns = new Map<number, Column<Thing>>()
  const seen = new Set<Column<Thing>>()
  for (const [place, cell] of headers.entries()) {
    if (isEmpty(cell)) continue
    const header = normal(textOf(cell))
    const column = sheet.columns.find((each) => each.header === header)
    if (!column) {
      const names = sheet.columns.map((each) => each.header)
      add(1, textOf(cell), cell, 'unknown-column', closest(header, names))
    } else if (seen.has(column)) add(1, column.header, cell, 'repeated-column')
    else {
      seen.add(column)
      columns.set(place, column)
    }
  }
  const orderOf = ([, column]: readonly [number, Column<Thing>]): number => sheet.columns.indexOf(column)
  return new Map([...columns].toSorted((one, other) => orderOf(one) - orderOf(other)))
}

/** The sheets of a programme, as {@link readProgramme} reads them. Columns without any value, such as those of other languages, are left out. */
export function writeProgramme(things: { readonly [Name in SheetName]: readonly ProgrammeThings[Name][] }): RawSheet[] {
  return sheetNames.map((name) => writeSheet(name, things[name]))
}

function writeSheet<Name extends SheetName>(name: Name, things: readonly ProgrammeThings[Name][]): RawSheet {
  const sheet: Sheet<ProgrammeThings[Name]> = programmeSheets[name]
  const cells = things.map((thing) => sheet.columns.map((column) => column.write(thing)))
  const kept = sheet.columns.map(
    ({ header, isRequired }, place) => isRequired || !header.includes('(') || cells.some((row) => row[place] !== null),
  )
  const pick = (row: readonly Cell[]): Cell[] => row.filter((_, place) => kept[place])
  return { name, rows: [pick(sheet.columns.map(({ header }) => header)), ...cells.map(pick)] }
}
