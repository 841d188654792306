import { type FileProblem, type ProgrammeFault, programmeSheets, type SheetName, sheetNames } from '../programme-file/index.ts'

/** Where a problem is: the sheet, its row, and the path of the field within the thing. */
export type Place = { readonly sheet: SheetName; readonly row: number | null; readonly field: string | null }

/** Collects everything that is wrong in a file. */
export class ProblemList {
  readonly #problems: FileProblem[]

  constructor(problems: readonly FileProblem[]) {
    this.#problems = [...problems]
  }

  get isEmpty(): boolean {
    return this.#problems.length === 0
  }

  add({ sheet, row, field }: Place, fault: ProgrammeFault, value: string, suggestion: string | null = null): void {
    this.#problems.push({
      sheet,
      row,
      column: field === null ? null : headerOf(sheet, field),
      value: value.slice(0, 200),
      fault,
      suggestion,
    })
  }

  /** By sheet and row, as a reader finds them. */
  sorted(): FileProblem[] {
    const placeOf = ({ sheet }: FileProblem): number => sheetNames.findIndex((name) => name === sheet)
    return this.#problems.toSorted((one, other) => placeOf(one) - placeOf(other) || (one.row ?? 0) - (other.row ?? 0))
  }
}

/** The column of a field; of two columns of one field, such as date and time, the last. */
function headerOf(sheet: SheetName, field: string): string {
  const columns: readonly { readonly header: string; readonly field: string }[] = programmeSheets[sheet].columns
  const found = columns.findLast((column) => column.field === field || field.startsWith(`${column.field}.`))
  return found?.header ?? field
}
