import type { MovingInProblem } from './moving-in-file.ts'
import type { MovedSheet } from './sheets.ts'

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
