import { type Cell, type CellFault, textOf } from './cell.ts'
import type { Column, Sheet } from './column.ts'

/** A sheet as a file has it: the first row names the columns. */
export type RawSheet = { readonly name: string; readonly rows: readonly (readonly Cell[])[] }

/** What can be wrong in the form of a file, whatever its sheets are about. */
export const formFaults = ['unknown-sheet', 'repeated-sheet', 'unknown-column', 'repeated-column', 'repeated-key', 'too-many-rows'] as const
export type FormFault = CellFault | (typeof formFaults)[number]

/** Something wrong in a file. `row` as spreadsheet programs count, the header is row 1; null for a whole sheet. */
export type SheetProblem<Fault extends string> = {
  readonly sheet: string
  readonly row: number | null
  readonly column: string | null
  readonly value: string
  readonly fault: Fault
  /** What to write instead, or what the fault refers to. */
  readonly suggestion: string | null
}

/** A row that was read: a change of one thing. Columns that the sheet does not have keep the value of a thing that exists. */
export type SheetRow<Thing> = {
  readonly row: number
  /** The values of the key columns. */
  readonly key: readonly string[]
  readonly edit: (thing: Thing) => Thing
  /** The columns that a new thing needs and that the sheet does not have. */
  readonly lacking: readonly string[]
}

/** Returns the word that was probably meant; null where none is similar. */
export type FindClosest = (word: string, words: readonly string[]) => string | null

/** Where problems of a file go, and how the words that were meant are found. */
export type SheetReader = { readonly report: (problem: SheetProblem<FormFault>) => void; readonly closest: FindClosest }

/** The sheets of a file by their names. Unknown and repeated ones are reported and left out. */
export function findSheets<Name extends string>(
  names: readonly Name[],
  sheets: readonly RawSheet[],
  { report, closest }: SheetReader,
): Map<Name, RawSheet> {
  const seen = new Set<Name>()
  const found = new Map<Name, RawSheet>()
  for (const sheet of sheets) {
    const name = names.find((each) => each === normal(sheet.name))
    const [fault, suggestion] = !name
      ? (['unknown-sheet', closest(normal(sheet.name), names)] as const)
      : (['repeated-sheet', null] as const)
    if (!name || seen.has(name)) report({ sheet: sheet.name, row: null, column: null, value: sheet.name, fault, suggestion })
    else found.set(name, sheet)
    if (name) seen.add(name)
  }
  return found
}

const normal = (header: string): string =>
  header
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')
const isEmpty = (cell: Cell | undefined): boolean => cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '')

/**
 * Reads the rows of a sheet. Rows with a problem are reported and left out.
 * @param faulty receives the keys of rows that were left out, in sheets with one key
 */
export function readSheet<Thing>(
  sheet: Sheet<Thing>,
  { rows: [headers = [], ...body] }: RawSheet,
  { report, faulty, closest, maxRows }: SheetReader & { readonly faulty: Set<string>; readonly maxRows: number },
): SheetRow<Thing>[] {
  const { name } = sheet
  // A JSON file has no columns where it has no rows.
  if (headers.every(isEmpty) && body.every((cells) => cells.every(isEmpty))) return []
  const add = (row: number | null, column: string | null, cell: Cell, fault: FormFault, suggestion: string | null = null): void =>
    report({ sheet: name, row, column, value: textOf(cell).slice(0, 200), fault, suggestion })
  const columns = readHeaders(sheet, headers, add, closest)
  const present = new Set([...columns.values()].map(({ header }) => header))
  const lackingKeys = sheet.key.filter((header) => !present.has(header))
  for (const header of lackingKeys) add(1, header, null, 'missing')
  if (body.length > maxRows) add(null, null, body.length, 'too-many-rows', String(maxRows))
  if (lackingKeys.length > 0 || body.length > maxRows) return []
  const lacking = sheet.columns.filter(({ header, isRequired }) => isRequired && !present.has(header)).map(({ header }) => header)
  const read: SheetRow<Thing>[] = []
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
    const former = isFaulty || parts.length === 0 ? undefined : rowOfKey.get(joined)
    if (former !== undefined) add(row, sheet.key.at(-1)!, parts.join(', '), 'repeated-key', String(former))
    if (isFaulty && sheet.key.length === 1) faulty.add(parts[0]!)
    if (isFaulty || former !== undefined) continue
    rowOfKey.set(joined, row)
    read.push({ row, key: parts, lacking, edit: (thing) => edits.reduce((edited, edit) => edit(edited), thing) })
  }
  return read
}

type AddProblem = (row: number | null, column: string | null, cell: Cell, fault: FormFault, suggestion?: string | null) => void

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
