import type { ApiProblem } from '#server-state'
import type { Choice, Refusal } from './choice.ts'

/** What the visitor has to know about their choice; stays until they act or say they have seen it. */
export type ChoiceNotice =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'lost'; readonly seats: readonly string[]; readonly before: Choice }
  | { readonly kind: 'not-held'; readonly lost: readonly string[]; readonly kept: readonly string[]; readonly before: Choice }
  /** The others are held by now. `instead` may take the place of those that went. */
  | { readonly kind: 'part-held'; readonly lost: readonly string[]; readonly held: Choice; readonly instead: AlternativeSeats | undefined }
  | { readonly kind: 'problem'; readonly problem: ApiProblem }

/** Seats as good as those that went: what to take and what to give back for it. */
export type AlternativeSeats = { readonly take: Choice; readonly giveBack: readonly string[]; readonly isTogether: boolean }
