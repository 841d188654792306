export { type BroughtImage, broughtImages, namedPlans, nameOfFile, notNamed, stemOfFile, withoutPlans } from './attachments.ts'
export type { CalendarEvent } from './calendar.ts'
export { type ReadSources, readSources } from './convert-sources.ts'
export { readPretix } from './pretix-content.ts'
export {
  type Attachment,
  type Source,
  type SourceContext,
  type SourceDefaults,
  sourceDefaultsSchema,
  type SourceNote,
  type SourceNoteKind,
  sourceNotes,
  type SourceProblem,
} from './source.ts'
