import type { LockType, SeatLock } from '@playhouse/domain/seat-lock'
import { draftOfMoment, type MomentDraft, momentOf } from '../planning/window-draft.ts'

/** What is typed about the lock to paint; `on-sale` unlocks. The kind `start` of the release means never. */
export type LockDraft = { readonly type: LockType | 'on-sale'; readonly note: string; readonly release: MomentDraft }

/** House seats, which a person unlocks. */
export const firstDraft: LockDraft = { type: 'house', note: '', release: draftOfMoment(null) }

/** The lock that was typed; null unlocks. */
export const lockOf = ({ type, note, release }: LockDraft): SeatLock | null =>
  type === 'on-sale' ? null : { type, note: note.trim(), release: momentOf(release) }
