export { createChoiceDraft } from './choice-draft.ts'
export { restoreDrafts, type SeatDraft, useDrafts } from './drafts.ts'
export { type Undoable, useUndo } from './undo.ts'
