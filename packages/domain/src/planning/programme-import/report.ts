import { z } from 'zod'
import { changedFields, type ChangeRow, changeSubjects } from '../change.ts'
import { idSchema } from '../../id.ts'
import { programmeFaults } from '../programme-file/index.ts'
import type { FileProblem } from '../programme-file/index.ts'
import type { StoredPriceSchedule } from '../price-schedule.ts'
import { type SourceNote, sourceNotes } from '../programme-source/index.ts'

const problemSchema = z.strictObject({
  sheet: z.string(),
  /** As spreadsheet programs count: the header is row 1. Null for a whole sheet. */
  row: z.int().nullable(),
  column: z.string().nullable(),
  value: z.string(),
  fault: z.enum(programmeFaults),
  /** What to write instead, or what the fault refers to. */
  suggestion: z.string().nullable(),
})
const thingSchema = z.strictObject({
  subject: z.enum(changeSubjects),
  id: z.string(),
  effect: z.enum(['created', 'changed']),
  /** The changed fields. */
  fields: z.array(z.string()),
})
/** A thing that a file creates or changes, and the changed fields. */
export type ImportedThing = z.infer<typeof thingSchema>

/** What an import did, or would do. With problems, nothing was written. */
export type ImportReport = {
  readonly problems: readonly FileProblem[]
  readonly things: readonly ImportedThing[]
  /** Things of the file that the programme has already with the same values. */
  readonly unchanged: number
  /** Null in a preview, with problems, and where nothing changed. */
  readonly changeSet: string | null
}

/** A report on files, and what of files from other systems is not imported. */
export type SourcesReport = ImportReport & { readonly notes: readonly SourceNote[] }

const noteSchema = z.strictObject({
  file: z.string(),
  /** The line of the file, where it has lines. */
  line: z.int().nullable(),
  /** What the file calls it. */
  field: z.string(),
  /** Its value, or the number of its values. */
  value: z.string(),
  note: z.enum(sourceNotes),
})

/** Problems, things, and notes, that the API lists of a file. */
export const mostListed = 500

/** What an import did, or would do, as the API returns it: the first problems and things, and how many there are. */
export const importSummarySchema = z.strictObject({
  problems: z.array(problemSchema).max(mostListed),
  problemCount: z.int().min(0),
  things: z.array(thingSchema).max(mostListed),
  created: z.int().min(0),
  changed: z.int().min(0),
  unchanged: z.int().min(0),
  changeSet: idSchema.nullable(),
  /** What of files from other systems is not imported. */
  notes: z.array(noteSchema).max(mostListed),
  noteCount: z.int().min(0),
})
export type ImportSummary = z.infer<typeof importSummarySchema>

/** The summary of a report. */
export function summaryOf({ problems, things, unchanged, changeSet, notes }: SourcesReport): ImportSummary {
  const created = things.filter(({ effect }) => effect === 'created').length
  return {
    ...{ problems: problems.slice(0, mostListed), problemCount: problems.length },
    ...{ things: things.slice(0, mostListed), created, changed: things.length - created, unchanged, changeSet },
    ...{ notes: notes.slice(0, mostListed), noteCount: notes.length },
  }
}

/** Scheduled prices have no id in a file: their list and their moment name them. */
const nameOfSchedule = ({ priceList, from }: StoredPriceSchedule): string => `${priceList}, ${from.replace('T', ' ')}`

/** The things of the rows of a change set. */
export const thingsOf = (rows: readonly ChangeRow[]): ImportedThing[] =>
  rows.map(({ subject, id, before, after }) => ({
    ...{ subject, id: subject === 'price-schedule' ? nameOfSchedule((after ?? before) as StoredPriceSchedule) : id },
    effect: before === null ? 'created' : 'changed',
    fields: changedFields(before, after).map(({ field }) => field),
  }))
