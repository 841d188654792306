import { z } from 'zod'
import type { CalendarEvent } from './calendar.ts'
import type { PretixContent } from './pretix-content.ts'
import type { Cell, ProgrammeFault, RawSheet, SheetName } from '../programme-file/index.ts'
import type { ProductionImage } from '../../season/season.ts'
import type { StoredPriceList } from '../price-list-plan.ts'

/** Why something of a file from another system is not imported. It does not stop the import. */
export const sourceNotes = [
  'not-read',
  'cancelled',
  'not-for-everyone',
  'no-ticket',
  'inactive',
  'paint-band',
  'prices-kept',
  'file-not-named',
] as const
export type SourceNoteKind = (typeof sourceNotes)[number]

/** Something of a file that is not imported: the file, its line where it has lines, the field, and its value or the number of its values. */
export type SourceNote = {
  readonly file: string
  readonly line: number | null
  readonly field: string
  readonly value: string
  readonly note: SourceNoteKind
}

/** What is wrong in a file from another system. */
export type SourceProblem = Omit<SourceNote, 'note'> & { readonly fault: ProgrammeFault; readonly suggestion: string | null }

/** A file that sheets name: an image, or the plan of a hall. */
export type Attachment = {
  readonly kind: 'attachment'
  readonly file: string
  readonly content: 'image' | 'plan'
  readonly bytes: Uint8Array
}

/** A file of an import. `lines` of a calendar are counted from 1. */
export type Source =
  | Attachment
  | {
      readonly kind: 'sheets'
      readonly sheets: readonly RawSheet[]
      /** The file, of JSON: lists of seats have the same form, so that a row of halls may name it as a plan. */
      readonly json?: Omit<Attachment, 'kind' | 'content'>
    }
  | { readonly kind: 'pretix'; readonly file: string; readonly content: PretixContent }
  | {
      readonly kind: 'calendar'
      readonly file: string
      readonly events: readonly CalendarEvent[]
      readonly problems: readonly SourceProblem[]
      readonly notes: readonly SourceNote[]
    }

const cellSchema = z.string().trim().min(1).max(80).optional()
/** What calendars and files of pretix lack, for all their performances. */
export const sourceDefaultsSchema = z.strictObject({
  production: cellSchema,
  hall: cellSchema,
  priceList: cellSchema,
  /** Wall clock: `2031-01-10 10:00`. */
  generalSale: cellSchema,
})
export type SourceDefaults = z.infer<typeof sourceDefaultsSchema>

/** What the programme has that a file from another system is read against. */
export type SourceContext = {
  readonly defaults: SourceDefaults
  /** The time zone of the theatre. */
  readonly timeZone: string
  readonly currency: string
  readonly language: string
  /** Seats of the newest plan of a hall. */
  readonly seatsOf: (hall: string) => number | undefined
  readonly priceLists: ReadonlyMap<string, Pick<StoredPriceList, 'priceTypes'>>
  /** The images of files that cells name, by the text of the cell. */
  readonly uploads: ReadonlyMap<string, Pick<ProductionImage, 'id' | 'width' | 'height'>>
}

/** A row of a sheet, and where in a file it comes from. */
export type SourceRow = {
  readonly sheet: SheetName
  readonly cells: Readonly<Record<string, Cell | undefined>>
  readonly file: string
  readonly line: number | null
  /** What the file calls the thing, such as a UID. */
  readonly name: string
}

/** What a file from another system becomes. */
export type ReadSource = {
  readonly rows: readonly SourceRow[]
  readonly problems: readonly SourceProblem[]
  readonly notes: readonly SourceNote[]
}
