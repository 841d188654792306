import { z } from 'zod'
import { movingInFaults, type MovingInProblem } from './moving-in-file.ts'
import { movedSheetNames, type MovedSheet } from './sheets.ts'

/** A figure of a file beside the same figure of the database after the import. Sums are in minor units; null where the sheet has no money. */
export type Reconciliation = {
  readonly sheet: MovedSheet
  /** A part of the sheet, such as a level of membership; null for the whole. */
  readonly part: string | null
  readonly rowsInFile: number
  readonly rowsInShop: number
  readonly sumInFile: number | null
  readonly sumInShop: number | null
}

/** Whether the shop has exactly what the file has. */
export const isReconciled = ({ rowsInFile, rowsInShop, sumInFile, sumInShop }: Reconciliation): boolean =>
  rowsInFile === rowsInShop && sumInFile === sumInShop

/** Why a row of a file that differs from what the shop has changed nothing. */
export const keptReasons = ['customer-uses-account', 'term-used', 'order-stays'] as const
export type KeptRow = {
  readonly sheet: MovedSheet
  readonly row: number
  readonly key: string
  readonly reason: (typeof keptReasons)[number]
}

/** What happened to the rows of a sheet. */
export type SheetCount = {
  readonly sheet: MovedSheet
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  /** Balances that were spent in part since, and are smaller than their opening entries. Minor units. */
  readonly spentSince: number
}

/** What an import did, or would do. With problems, nothing was written. */
export type MovingInReport = {
  readonly problems: readonly MovingInProblem[]
  readonly counts: readonly SheetCount[]
  readonly kept: readonly KeptRow[]
  readonly reconciliation: readonly Reconciliation[]
}

/** Problems, and kept rows, that the API lists of a file. */
export const mostListedRows = 500

const sheetSchema = z.enum(movedSheetNames)
const problemSchema = z.strictObject({
  sheet: z.string(),
  /** As spreadsheet programs count: the header is row 1. Null for a whole sheet. */
  row: z.int().nullable(),
  column: z.string().nullable(),
  /** The cell as the file has it; of a voucher's code only its ends. */
  value: z.string(),
  fault: z.enum(movingInFaults),
  /** What to write instead, or what the fault refers to. */
  suggestion: z.string().nullable(),
})
const count = z.int().min(0)

/**
 * What an import did, or would do, as the API returns it: counts of each sheet, the first problems and kept rows, and how many there are,
 * and the reconciliation. It names no customer. Sums are in minor units.
 */
export const movingInSummarySchema = z.strictObject({
  problems: z.array(problemSchema).max(mostListedRows),
  problemCount: count,
  counts: z.array(
    z.strictObject({ sheet: sheetSchema, created: count, changed: count, unchanged: count, kept: count, spentSince: z.int() }),
  ),
  kept: z.array(z.strictObject({ sheet: sheetSchema, row: z.int(), reason: z.enum(keptReasons) })).max(mostListedRows),
  reconciliation: z.array(
    z.strictObject({
      sheet: sheetSchema,
      part: z.string().nullable(),
      ...{ rowsInFile: count, rowsInShop: count, sumInFile: z.int().nullable(), sumInShop: z.int().nullable() },
    }),
  ),
  /** Lines of the reconciliation in which file and shop differ. */
  differences: count,
  /** False in a preview, and with problems: nothing was written. */
  isImported: z.boolean(),
})
export type MovingInSummary = z.infer<typeof movingInSummarySchema>

/** The summary of a report. */
export function summaryOfMovingIn(
  { problems, counts, kept, reconciliation }: MovingInReport,
  { isPreview }: { readonly isPreview: boolean },
): MovingInSummary {
  return {
    ...{ problems: sorted(problems).slice(0, mostListedRows), problemCount: problems.length },
    counts: counts.map((each) => ({ ...each, kept: kept.filter(({ sheet }) => sheet === each.sheet).length })),
    kept: kept.slice(0, mostListedRows).map(({ sheet, row, reason }) => ({ sheet, row, reason })),
    reconciliation: [...reconciliation],
    differences: reconciliation.filter((line) => !isReconciled(line)).length,
    isImported: !isPreview && problems.length === 0,
  }
}

/** By sheet and row, as a reader finds them. Unknown sheets are the first. */
function sorted(problems: readonly MovingInProblem[]): MovingInProblem[] {
  const placeOf = ({ sheet }: MovingInProblem): number => movedSheetNames.findIndex((name) => name === sheet)
  return problems.toSorted((one, other) => placeOf(one) - placeOf(other) || (one.row ?? 0) - (other.row ?? 0))
}
