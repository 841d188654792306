import { type Cell, type CellFault, cellFaults } from './cell.ts'
import type { Sheet } from './column.ts'
import { type FindClosest, findSheets, formFaults, type RawSheet, readSheet, type SheetProblem, type SheetRow } from './read-sheet.ts'
import { programmeSheets, type ProgrammeThings, type SheetName, sheetNames } from './sheets.ts'

/** Why a row, a column or a sheet of a file is refused: by the file alone, or by what the programme has. */
export const fileFaults = [
  ...formFaults,
  'unknown-reference',
  'not-a-plan',
  'not-an-image',
  'hall-name-kept',
  'address-taken',
  'skipped-time',
  'after-general-sale',
  'moment-passed',
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
  'one-general-window',
  'window-never-open',
  'not-at-counter',
  'unknown-zone',
  'page-of-many',
  'one-event',
  'other-currency',
  'endless-recurrence',
  'too-many-dates',
  'unknown-recurrence',
  'incomplete',
  'invalid',
] as const
/** Everything that can be wrong in a programme file. */
export const programmeFaults = [...cellFaults, ...fileFaults] as const
export type ProgrammeFault = CellFault | (typeof fileFaults)[number]

/** Something wrong in a programme file. */
export type FileProblem = SheetProblem<ProgrammeFault>
/** A row of a programme file that was read. */
export type ProgrammeRow<Thing> = SheetRow<Thing>

/** The rows of each sheet, and everything that is wrong in the file. */
export type ReadProgramme = {
  readonly rows: { readonly [Name in SheetName]: readonly ProgrammeRow<ProgrammeThings[Name]>[] }
  readonly problems: readonly FileProblem[]
  /** The keys of rows that were left out, in sheets with one key: others may refer to them. */
  readonly leftOut: ReadonlyMap<SheetName, ReadonlySet<string>>
}

/** Rows of one sheet: twice the largest season that a theatre has told us of. */
const maxRows = 20_000

/** Reads the sheets of a programme file. Every problem is reported at once; rows with a problem are left out. */
export function readProgramme(sheets: readonly RawSheet[], closest: FindClosest): ReadProgramme {
  const problems: FileProblem[] = []
  const report = (problem: FileProblem): void => void problems.push(problem)
  const found = findSheets(sheetNames, sheets, { report, closest })
  const leftOut = new Map<SheetName, Set<string>>()
  const read = <Name extends SheetName>(name: Name): readonly ProgrammeRow<ProgrammeThings[Name]>[] => {
    const raw = found.get(name)
    if (!raw) return []
    const faulty = new Set<string>()
    leftOut.set(name, faulty)
    return readSheet<ProgrammeThings[Name]>(programmeSheets[name], raw, { report, faulty, closest, maxRows })
  }
  const rows = {
    halls: read('halls'),
    'price lists': read('price lists'),
    'price types': read('price types'),
    prices: read('prices'),
    'scheduled prices': read('scheduled prices'),
    'performance types': read('performance types'),
    productions: read('productions'),
    pictures: read('pictures'),
    performances: read('performances'),
    'on-sale windows': read('on-sale windows'),
  }
  return { rows, problems, leftOut }
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
