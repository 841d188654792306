import { cellFaults, text } from '../programme-file/cell.ts'
import { optional, property, required, type Sheet } from '../programme-file/column.ts'
import { type FindClosest, formFaults, type RawSheet, readSheet, type SheetProblem } from '../programme-file/read-sheet.ts'

/** A seat that an agent sold. Texts that the file does not have are empty. */
export type ReturnedSeat = {
  /** The key of the performance, as in its address. */
  readonly performance: string
  readonly area: string
  readonly seatRow: string
  /** The number of the seat in its row, or its whole label. */
  readonly seat: string
  readonly priceType: string
  readonly buyer: string
  /** The number of the sale at the agent. */
  readonly reference: string
}
export type ReturnedRow = { readonly row: number; readonly thing: ReturnedSeat }

/** Everything that can be wrong in the return file of an agent. */
export const agentReturnFaults = [
  ...cellFaults,
  ...formFaults,
  'unknown-reference',
  'unknown-seat',
  'ambiguous-seat',
  'repeated-seat',
  'seat-sold',
  'not-allocated',
  'lock-released',
  'performance-cancelled',
] as const
export type AgentReturnFault = (typeof agentReturnFaults)[number]
export type AgentReturnProblem = SheetProblem<AgentReturnFault>

/** Rows of one file: a large theatre, sold out for a fortnight. */
const maxRows = 20_000
const optionalText = (header: string, field: Exclude<keyof ReturnedSeat, 'performance' | 'seat'>, longest: number) =>
  optional<ReturnedSeat, string>(header, text(longest), { ...property<ReturnedSeat, typeof field>(field), empty: '' })
/** A column of the file for agents that is for people to read. */
const ignored = (header: string) =>
  optional<ReturnedSeat, string>(header, text(300), { field: header, get: () => '', set: (thing) => thing, empty: '' })

/** The one sheet of a return file. A seat may be named twice by mistake, which is checked with the plan. */
const sheet: Sheet<ReturnedSeat> = {
  name: 'return',
  key: [],
  columns: [
    required('performance', text(80), property('performance')),
    ignored('title'),
    ignored('start'),
    optionalText('area', 'area', 80),
    optionalText('row', 'seatRow', 20),
    required('seat', text(40), property('seat')),
    optionalText('price type', 'priceType', 40),
    optionalText('buyer', 'buyer', 100),
    optionalText('reference', 'reference', 40),
  ],
}
/** The headings of a return file. */
export const returnColumns = sheet.columns.map(({ header }) => header)

const unread: ReturnedSeat = { performance: '', area: '', seatRow: '', seat: '', priceType: '', buyer: '', reference: '' }
const isFilled = ({ rows }: RawSheet): boolean => rows.some((cells) => cells.some((cell) => cell !== null && cell !== ''))

/** The rows of a return file that can be read, and everything that is wrong in the others. */
export type ReadAgentReturn = {
  readonly sheet: string
  readonly rows: readonly ReturnedRow[]
  readonly problems: readonly AgentReturnProblem[]
}

/** Reads a return file: its one sheet with any name. Rows with a problem are reported and left out. */
export function readAgentReturn(sheets: readonly RawSheet[], closest: FindClosest): ReadAgentReturn {
  const problems: AgentReturnProblem[] = []
  const report = (problem: AgentReturnProblem): void => void problems.push(problem)
  const [first, ...others] = sheets.filter(isFilled)
  for (const { name } of others)
    report({ sheet: name, row: null, column: null, value: name, fault: 'unknown-sheet', suggestion: first!.name })
  if (!first) return { sheet: '', rows: [], problems }
  const read = readSheet({ ...sheet, name: first.name }, first, { report, closest, faulty: new Set(), maxRows })
  const lacking = read[0]?.lacking ?? []
  for (const column of lacking) report({ sheet: first.name, row: 1, column, value: '', fault: 'missing', suggestion: null })
  return { sheet: first.name, rows: lacking.length > 0 ? [] : read.map(({ row, edit }) => ({ row, thing: edit(unread) })), problems }
}
