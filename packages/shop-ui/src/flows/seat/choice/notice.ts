import type { ApiProblem } from '#server-state'
import type { Choice, Refusal } from './choice.ts'

/** A notice about the selection; stays until the visitor acts or dismisses it. */
export type ChoiceNotice =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'lost'; readonly seats: readonly string[]; readonly before: Choice }
  | { readonly kind: 'not-held'; readonly lostSeats: readonly string[]; readonly keptSeats: readonly string[]; readonly before: Choice }
  /** The other seats are held. `alternatives` may replace the unavailable ones. */
  | {
      readonly kind: 'part-held'
      readonly lostSeats: readonly string[]
      readonly heldSeats: Choice
      readonly alternatives: AlternativeSeats | undefined
    }
  | { readonly kind: 'problem'; readonly problem: ApiProblem }

/** Equal seats for unavailable ones: which to hold and which to release for them. */
export type AlternativeSeats = { readonly take: Choice; readonly giveBack: readonly string[]; readonly isTogether: boolean }
