import { type Cell, type FileProblem, type FindClosest, type RawSheet, readProgramme, type ReadProgramme } from '../programme-file/index.ts'
import { withUploads } from './attachments.ts'
import { rowsOfCalendar } from './calendar.ts'
import { joinPretix } from './pretix-content.ts'
import { rowsOfPretix } from './pretix.ts'
import type { ReadSource, Source, SourceContext, SourceNote, SourceRow } from './source.ts'

/** Files of an import as a programme: `locate` finds the place in its file of a problem in a sheet that was made of it. */
export type ReadSources = {
  readonly file: ReadProgramme
  readonly notes: readonly SourceNote[]
  readonly locate: (problem: FileProblem) => FileProblem
}

/** Reads the files of an import: spreadsheets, calendars, and events of pretix, whose files are read together. */
export function readSources(sources: readonly Source[], context: SourceContext, closest: FindClosest): ReadSources {
  const pretix = sources.filter((source) => source.kind === 'pretix')
  const read: ReadSource[] = [
    ...(pretix.length > 0
      ? [rowsOfPretix(pretix.map(({ file }) => file).join(', '), joinPretix(pretix.map(({ content }) => content)), context)]
      : []),
    ...sources.flatMap((source) => {
      if (source.kind !== 'calendar') return []
      const { rows, problems, notes } = rowsOfCalendar(source.file, source.events, context)
      return [{ rows, problems: [...source.problems, ...problems], notes: [...source.notes, ...notes] }]
    }),
  ]
  const rowsBySheet = Map.groupBy(
    read.flatMap(({ rows }) => rows),
    ({ sheet }) => sheet,
  )
  const given = withUploads(
    sources.flatMap((source) => (source.kind === 'sheets' ? source.sheets : [])),
    context.uploads,
  )
  const sheets = [...given, ...[...rowsBySheet].map(([name, rows]) => sheetOf(name, rows))]
  const file = readProgramme(sheets, closest)
  const problems = read
    .flatMap((each) => each.problems)
    .map(({ file: sheet, line: row, field: column, value, fault, suggestion }) => ({ sheet, row, column, value, fault, suggestion }))
  const locate = (problem: FileProblem): FileProblem => {
    const row = rowsBySheet.get(problem.sheet as SourceRow['sheet'])?.[(problem.row ?? 0) - 2]
    // A sheet that is given as such comes first.
    if (!row || given.some(({ name }) => name.trim().toLowerCase() === problem.sheet)) return problem
    const value = problem.value === '' ? row.name : problem.value
    return { ...problem, sheet: row.file, row: row.line, column: `${problem.sheet}, ${problem.column ?? ''}`, value }
  }
  return { file: { ...file, problems: [...problems, ...file.problems] }, notes: read.flatMap(({ notes }) => notes), locate }
}

/** A sheet of rows. Columns without any value are left out, so that things that exist keep theirs. */
function sheetOf(name: string, rows: readonly SourceRow[]): RawSheet {
  const cellOf = (row: SourceRow, header: string): Cell => row.cells[header] ?? null
  const headers = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells).filter((header) => cells[header] !== undefined)))]
  return { name, rows: [headers, ...rows.map((row) => headers.map((header) => cellOf(row, header)))] }
}
