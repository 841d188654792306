import { type KeptRow, type MovedSheet, movedSheetNames, type SheetCount } from '@playhouse/domain/moving-in'

type Outcome = Exclude<keyof SheetCount, 'sheet'>
type Count = { sheet: MovedSheet } & Record<Outcome, number>

/** Counts what happens to the rows of each sheet. */
export class Progress {
  readonly kept: KeptRow[] = []
  readonly #counts = new Map(
    movedSheetNames.map((sheet): [MovedSheet, Count] => [sheet, { sheet, created: 0, changed: 0, unchanged: 0, spentSince: 0 }]),
  )

  get counts(): SheetCount[] {
    return [...this.#counts.values()]
  }

  count(sheet: MovedSheet, outcome: Outcome, by = 1): void {
    this.#counts.get(sheet)![outcome] += by
  }

  keep(sheet: MovedSheet, row: number, key: string, reason: KeptRow['reason']): void {
    this.kept.push({ sheet, row, key, reason })
  }
}
