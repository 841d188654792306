import type { LockType, SeatLock } from '@playhouse/domain/seat-lock'
import { draftOfMoment, type MomentDraft, momentOf } from '../planning/window-draft.ts'

/**
 * What is typed about the lock to paint; `on-sale` unlocks. The kind `start` of the release means never. `agent` is the short name of the
 * chosen agent; null for the first one.
 */
export type LockDraft = {
  readonly type: LockType | 'on-sale'
  readonly agent: string | null
  readonly note: string
  readonly release: MomentDraft
}

/** House seats, which a person unlocks. */
export const firstDraft: LockDraft = { type: 'house', agent: null, note: '', release: draftOfMoment(null) }

/** The lock that was typed; null unlocks. */
export const lockOf = ({ type, agent, note, release }: LockDraft, firstAgent: string | undefined): SeatLock | null => {
  if (type === 'on-sale') return null
  const named = type === 'agent' ? (agent ?? firstAgent) : undefined
  return { type, note: note.trim(), release: momentOf(release), ...(named !== undefined && { agent: named }) }
}
