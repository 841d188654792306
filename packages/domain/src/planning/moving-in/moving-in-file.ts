import { type CellFault, cellFaults } from '../programme-file/cell.ts'
import type { Sheet } from '../programme-file/column.ts'
import { type FindClosest, findSheets, formFaults, type RawSheet, readSheet, type SheetProblem } from '../programme-file/read-sheet.ts'
import { movedSheetNames, type MovedSheet, type MovedThings, movingInSheets, newMovedThings } from './sheets.ts'

/** Everything that can be wrong in a file with which a theatre moves in. */
export const movingInFaults = [
  ...cellFaults,
  ...formFaults,
  'unknown-reference',
  'not-an-email',
  'repeated-email',
  'email-in-use',
  'other-account',
  'incomplete-address',
  'not-asked',
  'in-the-future',
  'until-before-from',
  'already-over',
  'not-a-voucher-code',
  'guessable-code',
  'code-in-use',
  'spent-here',
  'order-without-seats',
  'performance-over',
  'unknown-seat',
  'repeated-seat',
  'seat-taken',
] as const
export type MovingInFault = CellFault | (typeof movingInFaults)[number]
export type MovingInProblem = SheetProblem<MovingInFault>

/** A row of a file, and what it describes. */
export type MovedRow<Thing> = { readonly row: number; readonly thing: Thing }
export type MovedRows = { readonly [Name in MovedSheet]: readonly MovedRow<MovedThings[Name]>[] }
export type ReadMovingIn = {
  readonly rows: MovedRows
  readonly problems: readonly MovingInProblem[]
  /** The numbers of customers and orders whose rows were left out: others may refer to them. */
  readonly leftOut: { readonly customers: ReadonlySet<string>; readonly orders: ReadonlySet<string> }
}

/** Rows of one sheet: the customers of a large theatre. */
const maxRows = 200_000

/** Reads the sheets of a file with which a theatre moves in. Every problem is reported at once; rows with a problem are left out. */
export function readMovingIn(sheets: readonly RawSheet[], closest: FindClosest): ReadMovingIn {
  const problems: MovingInProblem[] = []
  const report = (problem: MovingInProblem): void => void problems.push(problem)
  const found = findSheets(movedSheetNames, sheets, { report, closest })
  const leftOut = { customers: new Set<string>(), orders: new Set<string>() }
  const read = <Name extends MovedSheet>(name: Name): MovedRow<MovedThings[Name]>[] => {
    const raw = found.get(name)
    if (!raw) return []
    const sheet: Sheet<MovedThings[Name]> = movingInSheets[name]
    const faulty: Set<string> = (leftOut as Partial<Record<MovedSheet, Set<string>>>)[name] ?? new Set()
    const rows = readSheet(sheet, raw, { report, faulty, closest, maxRows })
    const lacking = rows[0]?.lacking ?? []
    for (const column of lacking) report({ sheet: name, row: 1, column, value: '', fault: 'missing', suggestion: null })
    // Without the column nothing of the sheet can be read, but other sheets may refer to its rows.
    if (lacking.length > 0) for (const { key } of rows) faulty.add(key[0]!)
    return lacking.length > 0 ? [] : rows.map(({ row, edit }) => ({ row, thing: edit(newMovedThings[name]) }))
  }
  const rows = {
    customers: read('customers'),
    permissions: read('permissions'),
    memberships: read('memberships'),
    credit: read('credit'),
    vouchers: read('vouchers'),
    orders: read('orders'),
    seats: read('seats'),
  }
  return { rows, problems, leftOut }
}

/** Sheets that {@link readMovingIn} reads. */
export const writeMovingIn = (things: { readonly [Name in MovedSheet]: readonly MovedThings[Name][] }): RawSheet[] =>
  movedSheetNames.map((name) => writeSheet(movingInSheets[name] as Sheet<unknown>, things[name]))

const writeSheet = (sheet: Sheet<unknown>, things: readonly unknown[]): RawSheet => ({
  name: sheet.name,
  rows: [sheet.columns.map(({ header }) => header), ...things.map((thing) => sheet.columns.map((column) => column.write(thing)))],
})
