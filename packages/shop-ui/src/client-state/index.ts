export { restoreDrafts, type SeatDraft, useDrafts } from './drafts.ts'
export { type Undoable, useUndo } from './undo.ts'
